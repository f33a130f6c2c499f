-- What reports are read from: kept by the worker out of the mirror and its history, and made anew from them at any time
-- (docs/decisions/0017). Days are days at the place.

-- Boxes whose line here is to be worked out again. Appended to by whatever writes a row of the board; taken out in the
-- transaction that has done it.
create table report_due (
  id bigint generated always as identity primary key,
  container_id text not null,
  noted_at timestamptz not null default clock_timestamp()
);
--> statement-breakpoint
create table report_boxes (
  container_id text primary key,
  number text not null,
  customer text,
  line text,
  line_name text,
  terminal text,
  port text,
  port_name text,
  zone text,
  status text not null,
  readiness text not null,
  picked_up boolean not null,
  inland boolean not null,
  first_seen_at timestamptz not null,
  -- The deadline that governs a box not picked up: its day, and when that ends.
  deadline_state text not null,
  due_on date,
  due_zone text,
  due_ends_at timestamptz,
  deadline_moved_at timestamptz,
  -- Where a box is expected and has not arrived.
  arrives_at timestamptz,
  arrives_on date,
  arrives_zone text,
  arrives_place text,
  arrives_name text,
  discharged_at timestamptz,
  discharged_on date,
  out_at timestamptz,
  out_on date,
  -- From discharge to full out at the port; null for moves that go on by rail.
  dwell_minutes integer,
  empty_at timestamptz,
  -- The line's ETA at the port of discharge against its first: late is more than 0.
  drift_minutes integer,
  drift_on date,
  arrived boolean not null,
  eta_moves integer not null,
  eta_moved_at timestamptz,
  on_ground boolean not null,
  checked_at timestamptz,
  line_checked_at timestamptz,
  rail_carrier text,
  rail_checked_at timestamptz
);
--> statement-breakpoint
create index report_boxes_out on report_boxes (out_on) where out_on is not null;
--> statement-breakpoint
create index report_boxes_drift on report_boxes (drift_on) where drift_on is not null;
--> statement-breakpoint
create table report_holds (
  container_id text not null,
  place text not null,
  name text not null,
  from_at timestamptz not null,
  from_on date not null,
  placed boolean not null,
  to_at timestamptz,
  zone text,
  status text not null,
  primary key (container_id, place, name, from_at)
);
--> statement-breakpoint
create index report_holds_open on report_holds (name) where to_at is null;
--> statement-breakpoint
create index report_holds_from on report_holds (from_at);
--> statement-breakpoint
create index report_holds_to on report_holds (to_at) where to_at is not null;
--> statement-breakpoint
-- The status of a box at the ends of the days from from_on on and before to_on.
create table report_statuses (
  container_id text not null,
  from_on date not null,
  to_on date,
  status text not null,
  primary key (container_id, from_on)
);
--> statement-breakpoint
create index report_statuses_status on report_statuses (status, from_on, to_on);
--> statement-breakpoint
-- How many boxes more than on the day before have a status: all days up to one together are that day's boxes.
create table report_status_days (
  on_day date not null,
  status text not null,
  boxes integer not null,
  primary key (on_day, status)
);
--> statement-breakpoint
-- What was added to a box's reported charges on a day, in minor units; currency '' where none is named.
create table report_charges (
  container_id text not null,
  on_day date not null,
  currency text not null,
  minor bigint not null,
  primary key (container_id, on_day, currency)
);
--> statement-breakpoint
create index report_charges_day on report_charges (on_day, currency);
--> statement-breakpoint
create function note_report_due() returns trigger language plpgsql as $$
begin
  insert into report_due (container_id) select container_id from written;
  return null;
end $$;
--> statement-breakpoint
create trigger report_due_inserted after insert on board_rows referencing new table as written
  for each statement execute function note_report_due();
--> statement-breakpoint
create trigger report_due_updated after update on board_rows referencing new table as written
  for each statement execute function note_report_due();
--> statement-breakpoint
create trigger report_due_deleted after delete on board_rows referencing old table as written
  for each statement execute function note_report_due();
--> statement-breakpoint
insert into report_due (container_id) select container_id from board_rows;
