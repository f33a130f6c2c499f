-- Indexes of the board (docs/decisions/0049). Search finds any part of a number. Where the extension is missing or the role may not
-- create it, search reads all rows as before.
do $do$
begin
  create extension if not exists pg_trgm;
  create index board_rows_search on board_rows using gin (search gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'no index for search: %', sqlerrm;
end $do$;
--> statement-breakpoint
-- Queues are counted from board_counts. A count for an earlier instant reads all rows.
drop index board_rows_windows;
--> statement-breakpoint
-- Rows without a value are last in both directions, so each direction needs an index.
create index board_rows_eta on board_rows (eta_at asc nulls last);
--> statement-breakpoint
create index board_rows_eta_descending on board_rows (eta_at desc nulls last);
--> statement-breakpoint
-- Queues that are rare or last in the default order. The conditions follow from those of the queries.
create index board_rows_empty_due
  on board_rows (picked_up, governing_ends_at nulls last, no_appointment desc, held desc, number collate "C",
    container_id collate "C")
  where empty_due_to is null or empty_due_to > '1970-01-01 00:00:00+00';
--> statement-breakpoint
create index board_rows_follow_up_due
  on board_rows (picked_up, governing_ends_at nulls last, no_appointment desc, held desc, number collate "C",
    container_id collate "C")
  where follow_up_due_to is null or follow_up_due_to > '1970-01-01 00:00:00+00';
--> statement-breakpoint
create index board_rows_unreadable
  on board_rows (picked_up, governing_ends_at nulls last, no_appointment desc, held desc, number collate "C",
    container_id collate "C")
  where unreadable_to is null or unreadable_to > '1970-01-01 00:00:00+00';
