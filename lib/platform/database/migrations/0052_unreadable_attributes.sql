-- Attributes whose value is the last known one because a later report could not be read, each with the instant since when.
alter table containers add column unconfirmed jsonb not null default '{}';
--> statement-breakpoint
alter table shipments add column unconfirmed jsonb not null default '{}';
--> statement-breakpoint
-- What could not be read, by type of record and attribute, with what was sent last.
create table unreadable_attributes (
  type text not null,
  name text not null,
  times_read bigint not null,
  last_value text not null,
  last_at timestamptz not null,
  record_id text not null,
  notification_id text,
  primary key (type, name)
);
--> statement-breakpoint
-- The queue of containers with a hold or availability that could not be read. A window that is never open ends before it
-- begins.
alter table board_rows
  add column unreadable_from timestamptz default '9999-12-31 00:00:00+00',
  add column unreadable_to timestamptz default '1970-01-01 00:00:00+00';
--> statement-breakpoint
-- Queues are counted from this index alone.
drop index board_rows_windows;
--> statement-breakpoint
create index board_rows_windows
  on board_rows (expired_from, expired_to, pull_today_from, pull_today_to, no_appointment_from, no_appointment_to,
    held_from, held_to, follow_up_due_from, follow_up_due_to, arriving_from, arriving_to, empty_due_from, empty_due_to,
    unreadable_from, unreadable_to, stale_from, stale_to);
