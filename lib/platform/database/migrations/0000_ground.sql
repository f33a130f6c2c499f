-- An instant as the interface writes it: ISO 8601 in UTC.
create function to_iso(instant timestamptz) returns text language sql immutable parallel safe
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
--> statement-breakpoint
-- People who sign in.
create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  name text,
  password_hash text not null,
  session_version integer not null default 1,
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz
);
--> statement-breakpoint
-- What this installation remembers about itself: the webhook it registered, when it last heard from upstream.
create table installation (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
-- The mirror: the account's records as last reported. Identity is type and id; attributes are kept whole.
create table shipments (
  id text primary key,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  as_of timestamptz not null,
  bill_of_lading_key text not null default '',
  search_keys text[] not null default '{}',
  created_at timestamptz,
  tracking_stopped_at timestamptz
);
--> statement-breakpoint
create index shipments_newest on shipments (created_at desc, id);
--> statement-breakpoint
create index shipments_bill_of_lading on shipments (bill_of_lading_key);
--> statement-breakpoint
create table containers (
  id text primary key,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  number_key text not null,
  reference_keys text[] not null default '{}',
  shipment_id text,
  pod_terminal_id text,
  pickup_facility_id text,
  carrier_as_of timestamptz not null,
  terminal_as_of timestamptz not null,
  rail_as_of timestamptz not null
);
--> statement-breakpoint
create index shipments_search_keys on shipments using gin (search_keys);
--> statement-breakpoint
create index containers_reference_keys on containers using gin (reference_keys);
--> statement-breakpoint
create index containers_number on containers (number_key);
--> statement-breakpoint
create index containers_shipment on containers (shipment_id);
--> statement-breakpoint
create index containers_pod_terminal on containers (pod_terminal_id);
--> statement-breakpoint
create index containers_pickup_facility on containers (pickup_facility_id);
--> statement-breakpoint
-- Records others point at: port, metro_area, terminal, rail_terminal, vessel.
create table reference_records (
  type text not null,
  id text not null,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  as_of timestamptz not null,
  primary key (type, id)
);
--> statement-breakpoint
create table transport_events (
  id text primary key,
  container_id text,
  shipment_id text,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  happened_at timestamptz,
  as_of timestamptz not null
);
--> statement-breakpoint
create index transport_events_container on transport_events (container_id, happened_at);
--> statement-breakpoint
create table parties (
  id text primary key,
  attributes jsonb not null,
  company_name text not null default '',
  as_of timestamptz not null
);
--> statement-breakpoint
create table party_roles (
  id text primary key,
  roleable_type text not null,
  roleable_id text not null,
  party_id text not null,
  role text not null,
  attributes jsonb not null,
  created_at timestamptz
);
--> statement-breakpoint
create index party_roles_roleable on party_roles (roleable_id);
--> statement-breakpoint
create index party_roles_party on party_roles (party_id);
--> statement-breakpoint
create table tracking_requests (
  id text primary key,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  number_key text not null default '',
  status text,
  shipment_id text,
  created_at timestamptz,
  as_of timestamptz not null
);
--> statement-breakpoint
create index tracking_requests_newest on tracking_requests (created_at desc, id);
--> statement-breakpoint
create index tracking_requests_number on tracking_requests (number_key);
--> statement-breakpoint
create index tracking_requests_shipment on tracking_requests (shipment_id);
--> statement-breakpoint
-- Every changed field of a container or shipment, and which notification or fetch said so.
create table changes (
  id bigint generated always as identity primary key,
  subject_type text not null,
  subject_id text not null,
  field text not null,
  before jsonb,
  after jsonb,
  zone text,
  as_of timestamptz not null,
  recorded_at timestamptz not null default now(),
  notification_id text
);
--> statement-breakpoint
create index changes_subject on changes (subject_type, subject_id, as_of desc, id desc);
--> statement-breakpoint
-- Once a notification and field; a fetch it led to says what it found under its own instant.
create unique index changes_once on changes (notification_id, subject_type, subject_id, field, as_of)
  where notification_id is not null;
--> statement-breakpoint
-- One line of the board, worked out whenever its facts change; each queue is a window of instants (lib/dispatch/queues).
-- What is compared stands before what is long, so that a scan gets to it sooner.
create table board_rows (
  container_id text primary key references containers (id) on delete cascade,
  number text not null,
  search text not null,
  line text,
  terminal text,
  port text,
  status text,
  picked_up boolean not null,
  no_appointment boolean not null,
  held boolean not null,
  governing_ends_at timestamptz,
  expired_from timestamptz, expired_to timestamptz,
  pull_today_from timestamptz, pull_today_to timestamptz,
  no_appointment_from timestamptz, no_appointment_to timestamptz,
  held_from timestamptz, held_to timestamptz,
  arriving_from timestamptz, arriving_to timestamptz,
  empty_due_from timestamptz, empty_due_to timestamptz,
  stale_from timestamptz, stale_to timestamptz,
  eta_at timestamptz,
  gate_out_at timestamptz,
  checked_at timestamptz,
  appointment_at timestamptz,
  customer text,
  vessel text,
  carrier_ids text[] not null default '{}',
  carrier_names text not null default '',
  charges numeric,
  row jsonb not null
);
--> statement-breakpoint
create index board_rows_default_order
  on board_rows (picked_up, governing_ends_at nulls last, no_appointment desc, held desc, number collate "C",
    container_id collate "C");
--> statement-breakpoint
-- The queues are counted from this index alone.
create index board_rows_windows
  on board_rows (expired_from, expired_to, pull_today_from, pull_today_to, no_appointment_from, no_appointment_to,
    held_from, held_to, arriving_from, arriving_to, empty_due_from, empty_due_to, stale_from, stale_to);
--> statement-breakpoint
-- Notifications, noted durably before anything else happens to them.
create table inbox (
  notification_id text primary key,
  event text not null,
  body text not null,
  received_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null,
  processed_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  set_aside_at timestamptz,
  last_error text
);
--> statement-breakpoint
create index inbox_waiting on inbox (received_at) where processed_at is null and set_aside_at is null;
--> statement-breakpoint
-- What must be fetched because a notification left it out: one row a record, however many asked.
create table refetches (
  subject_type text not null,
  subject_id text not null,
  notification_id text,
  asked_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  last_error text,
  primary key (subject_type, subject_id)
);
--> statement-breakpoint
create index refetches_due on refetches (next_try_at);
--> statement-breakpoint
-- When a cache tag was last expired; processes also hear of it by NOTIFY, in the same commit.
create table cache_tags (
  tag text primary key,
  expired_at timestamptz not null
);
