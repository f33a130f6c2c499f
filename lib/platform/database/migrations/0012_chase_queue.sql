-- The queue of chases whose next check has come, and when empties are due back, for the board's order.
-- A window that is never open ends before it begins.
alter table board_rows
  add column chase_due_from timestamptz default '9999-12-31 00:00:00+00',
  add column chase_due_to timestamptz default '1970-01-01 00:00:00+00',
  add column return_due_at timestamptz;
--> statement-breakpoint
update board_rows set row = '{"chase": null, "returnDue": null, "note": null}'::jsonb || row;
--> statement-breakpoint
-- Queues are counted from this index alone.
drop index board_rows_windows;
--> statement-breakpoint
create index board_rows_windows
  on board_rows (expired_from, expired_to, pull_today_from, pull_today_to, no_appointment_from, no_appointment_to,
    held_from, held_to, chase_due_from, chase_due_to, arriving_from, arriving_to, empty_due_from, empty_due_to,
    stale_from, stale_to);
--> statement-breakpoint
-- What the service said when somebody opened a box's page, and when: its map, custom fields and documents are no part
-- of the mirror, and are asked for again only when this is old.
create table kept_answers (
  kind text not null check (kind in ('map', 'custom_fields', 'documents')),
  container_id text not null,
  answer jsonb,
  answered_at timestamptz,
  -- Why there is none, in words.
  problem text,
  code text,
  asked_at timestamptz not null,
  primary key (kind, container_id)
);
--> statement-breakpoint
-- A coordinate, which comes as a number or as text; null for what is none.
create function to_degrees(attributes jsonb, name text) returns double precision language sql immutable as $$
  select case when attributes ->> name ~ '^-?[0-9]{1,3}(\.[0-9]+)?$' then (attributes ->> name)::double precision end
$$;
