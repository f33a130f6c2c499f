-- The carrier's own events of a container, as last read on request.
create table container_raw_events (
  container_id text primary key,
  events jsonb not null,
  as_of timestamptz not null
);
--> statement-breakpoint
alter table related_fetches drop constraint beside_readings_what_check;
--> statement-breakpoint
alter table related_fetches add constraint related_fetches_what_check
  check (what in ('custom_field_definitions', 'custom_fields', 'documents', 'map', 'raw_events'));
--> statement-breakpoint
-- How the contact of a follow-up is reached; '' if not known.
alter table follow_ups add column contact_email text not null default '',
  add column contact_phone text not null default '';
--> statement-breakpoint
-- The follow-ups of a contact, newest first, of which the email and phone are known.
create index follow_ups_contact on follow_ups (lower(owner), created_at desc)
  where contact_email <> '' or contact_phone <> '';
