-- The carrier's own events of a container, as last read on request.
create table container_raw_events (
  container_id text primary key,
  events jsonb not null,
  as_of timestamptz not null
);
--> statement-breakpoint
-- Where the vessels are that maps show on a leg between two ports, by the service's ids: last seen, and expected by day.
create table vessel_positions (
  vessel_id text not null,
  previous_port_id text not null,
  port_id text not null,
  -- When a map showed the vessel last.
  needed_at timestamptz not null,
  -- When the positions were last requested, with or without success; null when never.
  attempted_at timestamptz,
  as_of timestamptz,
  positions jsonb,
  primary key (vessel_id, previous_port_id, port_id)
);
--> statement-breakpoint
-- The emails that brought documents, as the service includes them.
create table email_submissions (
  id text primary key,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  as_of timestamptz not null
);
--> statement-breakpoint
alter table related_fetches drop constraint beside_readings_what_check;
--> statement-breakpoint
alter table related_fetches add constraint related_fetches_what_check
  check (what in ('custom_field_definitions', 'custom_fields', 'documents', 'map', 'raw_events',
    'vessel_positions'));
--> statement-breakpoint
-- How the contact of a follow-up is reached; '' if not known.
alter table follow_ups add column contact_email text not null default '',
  add column contact_phone text not null default '';
--> statement-breakpoint
-- The follow-ups of a contact, newest first, of which the email and phone are known.
create index follow_ups_contact on follow_ups (lower(owner), created_at desc)
  where contact_email <> '' or contact_phone <> '';
