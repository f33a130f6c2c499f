-- Names and notes of a row, as users of the dashboard search them (docs/decisions/0052). Rows get theirs when workers rebuild them.
alter table board_rows add column search_text text not null default '';
--> statement-breakpoint
-- Stays in the row, as the other short columns do: it is read for each row that is searched.
alter table board_rows alter column search_text set storage main;
--> statement-breakpoint
-- One index for numbers and names. Without the extension search reads all rows, as before.
do $do$
begin
  create index board_rows_search_names on board_rows using gin (search gin_trgm_ops, search_text gin_trgm_ops);
  drop index if exists board_rows_search;
  alter index board_rows_search_names rename to board_rows_search;
  create index shipments_bill_of_lading_parts on shipments using gin (bill_of_lading_key gin_trgm_ops);
  create index planned_moves_note on planned_moves using gin (lower(note) gin_trgm_ops) where note <> '';
exception when undefined_object then
  raise notice 'no index for search: %', sqlerrm;
end $do$;
--> statement-breakpoint
-- The latest notes with a frequent word.
create index planned_moves_noted on planned_moves (updated_at desc) where note <> '';
--> statement-breakpoint
-- Vessels are counted like customers (docs/decisions/0048): another part of the three trigger functions.
do $do$
declare
  counting regproc;
  former text;
  added text;
begin
  foreach counting in array
    array['count_inserted_board_rows', 'count_updated_board_rows', 'count_deleted_board_rows']::regproc[]
  loop
    former := pg_get_functiondef(counting);
    added := regexp_replace(former,
      'union all select ''tags'', one, '''', ''-infinity'', ([+-]) 1 from (\w+) r,',
      'union all select ''vessels'', r.vessel, '''', ''-infinity'', \1 1 from \2 r where r.vessel is not null \&', 'g');
    if added = former then
      raise exception 'the counts of vessels could not be added to %', counting;
    end if;
    execute added;
  end loop;
end $do$;
--> statement-breakpoint
insert into board_count_deltas (kind, value, label, at, delta)
select 'vessels', vessel, '', '-infinity', count(*) from board_rows where vessel is not null group by vessel;
