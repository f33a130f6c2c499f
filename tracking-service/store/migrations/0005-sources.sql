-- The windows after which tracking ends by itself count anew from a resumption.
alter table shipments add column tracking_resumed_at timestamptz;
-- ISO 8601 in UTC sorts as text.
create index shipments_line_heard on shipments ((attributes ->> 'line_tracking_last_succeeded_at'))
  where tracking_stopped_at is null and attributes ->> 'pod_ata_at' is null;
create index shipments_arrived on shipments ((attributes ->> 'pod_ata_at'))
  where tracking_stopped_at is null and attributes ->> 'pod_ata_at' is not null;

-- The carrier's own view of a container, as a whole; the ids stand beside the container, in the same order.
alter table containers add column raw_event_ids uuid[] not null default '{}';
create table container_raw_events (
  container_id uuid primary key references containers,
  account_id uuid not null,
  events jsonb not null
);

-- Journeys of shipments that are not tracked: nothing is told of them until tracking is resumed.
alter table journeys add column parked boolean not null default false;
create index journeys_parked on journeys (container_id) where parked;

-- Simulated bookings whose line has yet to name the containers.
create table awaited_boxes (
  shipment_id uuid primary key references shipments,
  account_id uuid not null references accounts,
  due_at timestamptz not null,
  inputs jsonb not null
);

-- The world's clock where it does not go with the wall's: what it showed at an instant of the wall's, how much
-- faster it goes, and how far it may have gone before the next note.
create table world_clock (
  one boolean primary key default true check (one),
  world_at timestamptz not null,
  wall_at timestamptz not null,
  speed integer not null,
  limit_at timestamptz not null
);
