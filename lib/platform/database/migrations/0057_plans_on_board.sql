-- What the team plans for a container, on its row of the board. Rows get their values when workers rebuild them.
alter table planned_moves add column driver text;
--> statement-breakpoint
alter table board_rows
  add column planned_pickup_at timestamptz,
  add column planned_pickup_zone text,
  add column planned_delivery_at timestamptz,
  add column planned_delivery_zone text,
  add column planned_return_at timestamptz,
  add column planned_return_zone text,
  add column next_move_at timestamptz,
  add column driver text,
  add column follow_up_at timestamptz,
  add column follow_up_owner text,
  add column port_name text,
  add column planned_today_from timestamptz default '9999-12-31 00:00:00+00',
  add column planned_today_to timestamptz default '1970-01-01 00:00:00+00';
--> statement-breakpoint
-- The triggers write what rows of the board add to the counts. A queue's window is [from, to), an absent bound is open, and a
-- window that is never open ends before it begins. One text, because a function called for each row takes longer.
do $do$
declare
  counts text := $sql$
    select kind, value, label, bound.at, %2$s bound.delta as delta from %1$s r,
    unnest(
      array['queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue',
        'terminals', 'customers', 'lines', 'ports', 'statuses', 'drivers', 'followUpOwners'],
      array['all', 'expired', 'pull-today', 'no-appointment', 'planned-today', 'held', 'follow-up-due', 'arriving',
        'empty-due', 'unreadable', 'stale', r.terminal, r.customer, r.line, r.port, r.status, r.driver,
        r.follow_up_owner],
      array['', '', '', '', '', '', '', '', '', '', '', '', '', coalesce(r.line_name, ''), coalesce(r.port_name, ''),
        '', '', ''],
      array[null, r.expired_from, r.pull_today_from, r.no_appointment_from, r.planned_today_from, r.held_from,
        r.follow_up_due_from, r.arriving_from, r.empty_due_from, r.unreadable_from, r.stale_from, null, null, null,
        null, null, null, null],
      array[null, r.expired_to, r.pull_today_to, r.no_appointment_to, r.planned_today_to, r.held_to,
        r.follow_up_due_to, r.arriving_to, r.empty_due_to, r.unreadable_to, r.stale_to, null, null, null, null, null,
        null, null]
    ) counted (kind, value, label, opens, closes),
    unnest(array[coalesce(opens, '-infinity'), closes], array[1, -1]) bound (at, delta)
    where value is not null and bound.at is not null and (opens is null or closes is null or opens < closes)
    union all select 'holds', one, '', '-infinity', %2$s 1 from %1$s r, unnest(r.holds) one
    union all select 'tags', one, '', '-infinity', %2$s 1 from %1$s r, unnest(r.tags) one
    union all select 'carriers', one, '', '-infinity', %2$s 1 from %1$s r, unnest(r.carrier_ids) one
  $sql$;
  written text := $sql$
    insert into board_count_deltas (kind, value, label, at, delta)
    select kind, value, label, at, sum(delta) from (%s) changes group by 1, 2, 3, 4 having sum(delta) <> 0
  $sql$;
  added text := format(counts, 'written', '+');
  removed text := format(counts, 'replaced', '-');
begin
  execute format('create or replace function count_inserted_board_rows() returns trigger language plpgsql as %L',
    format('begin %s; return null; end', format(written, added)));
  execute format('create or replace function count_updated_board_rows() returns trigger language plpgsql as %L',
    format('begin %s; return null; end', format(written, added || ' union all ' || removed)));
  execute format('create or replace function count_deleted_board_rows() returns trigger language plpgsql as %L',
    format('begin %s; return null; end', format(written, removed)));
end $do$;
--> statement-breakpoint
-- The label of a port is counted with it.
drop index board_rows_port;
--> statement-breakpoint
-- Queues in their own order. The conditions follow from those of the queries.
create index board_rows_planned_today on board_rows (next_move_at asc nulls last)
  where planned_today_to is null or planned_today_to > '1970-01-01 00:00:00+00';
--> statement-breakpoint
create index board_rows_arriving on board_rows (eta_at asc nulls last)
  where arriving_to is null or arriving_to > '1970-01-01 00:00:00+00';
--> statement-breakpoint
drop index board_rows_follow_up_due;
--> statement-breakpoint
create index board_rows_follow_up_due on board_rows (follow_up_at asc nulls last)
  where follow_up_due_to is null or follow_up_due_to > '1970-01-01 00:00:00+00';
--> statement-breakpoint
drop index board_rows_empty_due;
--> statement-breakpoint
create index board_rows_empty_due on board_rows (return_due_at asc nulls last)
  where empty_due_to is null or empty_due_to > '1970-01-01 00:00:00+00';
--> statement-breakpoint
-- Arriving containers have an index of their own.
drop index board_rows_default_order;
--> statement-breakpoint
create index board_rows_default_order
  on board_rows (picked_up, governing_ends_at nulls last, no_appointment desc, held desc, number collate "C",
    container_id collate "C")
  include (held_from, held_to);
