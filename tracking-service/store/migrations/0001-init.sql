create table accounts (
  id uuid primary key,
  name text not null unique,
  seeded boolean not null default true,
  created_at timestamptz not null default now()
);

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  label text,
  hash text not null unique,
  last_four text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

-- Ports, metro areas, terminals, rail terminals and vessels, as sources name them.
create table catalogue (
  id uuid primary key,
  type text not null,
  code text,
  attributes jsonb not null,
  port_id uuid references catalogue,
  metro_area_id uuid references catalogue
);
create index catalogue_code on catalogue (type, code);

create table parties (
  id uuid primary key,
  account_id uuid not null references accounts,
  company_name text not null,
  nickname text,
  created_at timestamptz not null default now()
);
create unique index parties_name on parties (account_id, lower(company_name));

create table shipments (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- What the account asked for, normalized: a BOL or booking; null when it was asked for by container.
  request_number text,
  bill_of_lading_number text not null,
  created_at timestamptz not null,
  tracking_stopped_at timestamptz,
  attributes jsonb not null,
  places jsonb not null
);
create index shipments_newest on shipments (account_id, created_at desc, id desc);
create index shipments_request_number on shipments (account_id, request_number);

create table containers (
  id uuid primary key,
  account_id uuid not null references accounts,
  shipment_id uuid not null references shipments,
  number text not null,
  status text not null,
  off_dock boolean not null default false,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  attributes jsonb not null,
  places jsonb not null
);
create index containers_refreshed on containers (account_id, refreshed_at desc, id desc);
create index containers_number on containers (account_id, number);
create index containers_shipment on containers (shipment_id);

create table transport_events (
  id uuid primary key,
  account_id uuid not null references accounts,
  shipment_id uuid not null references shipments,
  container_id uuid not null references containers,
  event text not null,
  -- A past, vetted milestone; the others only tell of a changed deadline, appointment or estimate.
  milestone boolean not null,
  happened_at timestamptz,
  created_at timestamptz not null,
  attributes jsonb not null,
  places jsonb not null
);
create index transport_events_container on transport_events (container_id, happened_at) where milestone;

-- What a notification is about where that is no lasting record: container_updated_event, container_created_event,
-- estimated_event.
create table change_events (
  id uuid primary key,
  account_id uuid not null references accounts,
  type text not null,
  shipment_id uuid references shipments,
  container_id uuid references containers,
  created_at timestamptz not null,
  attributes jsonb not null,
  places jsonb not null
);

create table tracking_requests (
  id uuid primary key,
  account_id uuid not null references accounts,
  request_number text not null,
  normalized_number text not null,
  request_type text not null,
  scac text,
  auto_detect_scac boolean not null default false,
  ref_numbers jsonb not null,
  shipment_tags jsonb not null,
  customer_id uuid references parties,
  shipment_id uuid references shipments,
  status text not null,
  failed_reason text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tracking_requests_newest on tracking_requests (account_id, created_at desc, id desc);
create index tracking_requests_number on tracking_requests (account_id, normalized_number);
create index tracking_requests_due on tracking_requests (next_attempt_at) where next_attempt_at is not null;
create index tracking_requests_shipment on tracking_requests (shipment_id);

create table party_roles (
  id uuid primary key,
  account_id uuid not null references accounts,
  roleable_type text not null,
  roleable_id uuid not null,
  party_id uuid not null references parties,
  role text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (roleable_id, party_id, role)
);

create table webhooks (
  id uuid primary key,
  account_id uuid not null references accounts,
  url text not null,
  active boolean not null,
  events jsonb not null,
  headers jsonb,
  secret text not null,
  created_at timestamptz not null default now(),
  -- Since when every delivery has failed; null while it answers.
  failing_since timestamptz
);
create index webhooks_account on webhooks (account_id);

-- The outbox: written in the transaction that writes the facts it tells of.
create table webhook_notifications (
  id uuid primary key,
  sequence bigint generated always as identity,
  account_id uuid not null references accounts,
  webhook_id uuid not null references webhooks,
  event text not null,
  reference_type text not null,
  reference_id uuid not null,
  created_at timestamptz not null,
  -- The exact text that is sent and signed; dropped once it is delivered or given up.
  body text,
  delivery_status text not null default 'pending',
  tries integer not null default 0,
  next_try_at timestamptz,
  claimed_until timestamptz
);
create index webhook_notifications_due on webhook_notifications (webhook_id, next_try_at, sequence)
  where delivery_status = 'pending';
create index webhook_notifications_age on webhook_notifications (created_at);

create table webhook_notification_logs (
  id uuid primary key,
  notification_id uuid not null references webhook_notifications on delete cascade,
  tried_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text
);
create index webhook_notification_logs_notification on webhook_notification_logs (notification_id);

-- The simulated source: what an account was made from, and how far each journey has been told.
create table simulations (
  account_id uuid primary key references accounts,
  seed text not null,
  starts_at timestamptz not null,
  containers integer not null
);

create table journeys (
  container_id uuid primary key references containers,
  account_id uuid not null references accounts,
  input jsonb not null,
  told_until timestamptz not null,
  next_step_at timestamptz
);
create index journeys_due on journeys (next_step_at) where next_step_at is not null;
create index journeys_account on journeys (account_id, next_step_at);
