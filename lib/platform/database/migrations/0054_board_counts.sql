-- How many containers are in each queue and have each value of a filter (docs/decisions/0048). The number at an instant is
-- that of board_counts and the sum of the deltas up to the instant. A worker adds past deltas to board_counts.
-- kind: 'queue' or a filter. value: the queue or the filter's value. label: its name, where the row has one.
create table board_counts (
  kind text not null,
  value text not null,
  label text not null,
  containers bigint not null,
  primary key (kind, value, label)
);
--> statement-breakpoint
-- Not unique: rows of the same values and instant add up. Values of filters count from -infinity.
create table board_count_deltas (
  id bigint generated always as identity primary key,
  kind text not null,
  value text not null,
  label text not null,
  at timestamptz not null,
  delta integer not null
);
--> statement-breakpoint
create index board_count_deltas_at on board_count_deltas (at);
--> statement-breakpoint
-- One row: the latest instant up to which deltas were added to board_counts. Earlier counts are not known.
create table board_counts_until (
  at timestamptz primary key
);
--> statement-breakpoint
insert into board_counts_until values ('-infinity');
--> statement-breakpoint
-- The triggers write what rows of the board add to the counts. A queue's window is [from, to), an absent bound is open, and a
-- window that is never open ends before it begins. One text, because a function called for each row takes longer.
do $do$
declare
  counts text := $sql$
    select kind, value, label, bound.at, %2$s bound.delta as delta from %1$s r,
    unnest(
      array['queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue', 'queue',
        'terminals', 'customers', 'lines', 'ports', 'statuses'],
      array['all', 'expired', 'pull-today', 'no-appointment', 'held', 'follow-up-due', 'arriving', 'empty-due',
        'unreadable', 'stale', r.terminal, r.customer, r.line, r.port, r.status],
      array['', '', '', '', '', '', '', '', '', '', '', '', coalesce(r.line_name, ''), '', ''],
      array[null, r.expired_from, r.pull_today_from, r.no_appointment_from, r.held_from, r.follow_up_due_from,
        r.arriving_from, r.empty_due_from, r.unreadable_from, r.stale_from, null, null, null, null, null],
      array[null, r.expired_to, r.pull_today_to, r.no_appointment_to, r.held_to, r.follow_up_due_to, r.arriving_to,
        r.empty_due_to, r.unreadable_to, r.stale_to, null, null, null, null, null]
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
  execute format('create function count_inserted_board_rows() returns trigger language plpgsql as %L',
    format('begin %s; return null; end', format(written, added)));
  execute format('create function count_updated_board_rows() returns trigger language plpgsql as %L',
    format('begin %s; return null; end', format(written, added || ' union all ' || removed)));
  execute format('create function count_deleted_board_rows() returns trigger language plpgsql as %L',
    format('begin %s; return null; end', format(written, removed)));
  execute format(written, format(counts, 'board_rows', '+'));
end $do$;
--> statement-breakpoint
create function clear_board_counts() returns trigger language plpgsql as $$
begin
  delete from board_counts;
  delete from board_count_deltas;
  return null;
end $$;
--> statement-breakpoint
create trigger board_counts_inserted after insert on board_rows referencing new table as written
  for each statement execute function count_inserted_board_rows();
--> statement-breakpoint
create trigger board_counts_updated after update on board_rows referencing old table as replaced new table as written
  for each statement execute function count_updated_board_rows();
--> statement-breakpoint
create trigger board_counts_deleted after delete on board_rows referencing old table as replaced
  for each statement execute function count_deleted_board_rows();
--> statement-breakpoint
create trigger board_counts_cleared after truncate on board_rows
  for each statement execute function clear_board_counts();
--> statement-breakpoint
-- The label of a port is in a row that has it.
create index board_rows_port on board_rows (port);
