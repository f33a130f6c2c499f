-- Many empties have no return date. The index has the whole order, so that a page of them is not sorted.
drop index board_rows_empty_due;
--> statement-breakpoint
create index board_rows_empty_due on board_rows (return_due_at, picked_up, governing_ends_at, no_appointment desc, held desc,
    number collate "C", container_id collate "C")
  where empty_due_to is null or empty_due_to > '1970-01-01 00:00:00+00';
