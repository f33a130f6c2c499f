-- The windows of the queues whose rows are far apart in the default order: read from the index, without the rows.
drop index board_rows_default_order;
--> statement-breakpoint
create index board_rows_default_order
  on board_rows (picked_up, governing_ends_at nulls last, no_appointment desc, held desc, number collate "C",
    container_id collate "C")
  include (arriving_from, arriving_to, held_from, held_to);
--> statement-breakpoint
-- Without the time of the last check: a check that changes nothing else writes no index.
drop index board_rows_version;
--> statement-breakpoint
create index board_rows_version on board_rows (row_version, (coalesce(changed_at, '-infinity')), container_id);
--> statement-breakpoint
-- Room on each page for the next version of its rows.
alter table board_rows set (fillfactor = 90);
