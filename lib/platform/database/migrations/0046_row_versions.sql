-- Derived rows carry the version of the code that built them; workers rebuild those of an older version
-- (docs/decisions/0031). Stored board rows are version 0: their JSON may lack members that were added later. Stored report
-- rows have every column: they are version 1.
alter table board_rows add column row_version integer not null default 0;
--> statement-breakpoint
-- The reasons in a row have their present member, so that rows can be read before they are rebuilt. The reports read nothing of it.
alter table board_rows disable trigger report_due_updated;
--> statement-breakpoint
update board_rows set row = jsonb_set(row, '{readiness,reasons}', (
    select jsonb_agg(reason - 'words' || jsonb_build_object('text', coalesce(reason -> 'text', reason -> 'words')) order by place)
    from jsonb_array_elements(row #> '{readiness,reasons}') with ordinality as reasons (reason, place)))
where row @? '$.readiness.reasons[*].words';
--> statement-breakpoint
alter table board_rows enable trigger report_due_updated;
--> statement-breakpoint
alter table report_containers add column row_version integer not null default 1;
--> statement-breakpoint
create index board_rows_version
  on board_rows (row_version, (greatest(changed_at, checked_at, '-infinity')), container_id);
--> statement-breakpoint
create index report_containers_version
  on report_containers (row_version, (greatest(first_seen_at, checked_at)), container_id);
--> statement-breakpoint
-- Running workers, each with the versions of the rows it builds: {"board_rows": 1}. A worker that ends deletes its row.
create table workers (
  id uuid primary key,
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp(),
  row_versions jsonb not null
);
--> statement-breakpoint
-- A board row that is rebuilt only for its version does not change its container's reports.
create or replace function note_report_due() returns trigger language plpgsql as $$
begin
  if current_setting('drayboard.version_rebuild', true) = 'on' then
    return null;
  end if;
  insert into report_rebuild_queue (container_id) select container_id from written;
  return null;
end $$;
