-- Tables and columns get the standard terms of docs/glossary.md. No data changes but for two JSON keys.
alter table chases rename to follow_ups;
--> statement-breakpoint
alter index chases_open rename to follow_ups_open;
--> statement-breakpoint
alter index chases_container rename to follow_ups_container;
--> statement-breakpoint
alter table chase_entries rename to follow_up_entries;
--> statement-breakpoint
alter table follow_up_entries rename column chase_id to follow_up_id;
--> statement-breakpoint
alter index chase_entries_chase rename to follow_up_entries_follow_up;
--> statement-breakpoint
alter table board_rows rename column chase_due_from to follow_up_due_from;
--> statement-breakpoint
alter table board_rows rename column chase_due_to to follow_up_due_to;
--> statement-breakpoint
alter table beside_readings rename to related_fetches;
--> statement-breakpoint
alter table healings rename to drift_repairs;
--> statement-breakpoint
alter table drift_repairs rename column healed_at to repaired_at;
--> statement-breakpoint
alter table rounds rename column healed to repaired;
--> statement-breakpoint
alter index healings_round rename to drift_repairs_round;
--> statement-breakpoint
alter index healings_subject rename to drift_repairs_subject;
--> statement-breakpoint
alter table inbox rename column set_aside_at to dead_lettered_at;
--> statement-breakpoint
alter index inbox_set_aside rename to inbox_dead_lettered;
--> statement-breakpoint
alter table reports rename column told_at to received_at;
--> statement-breakpoint
alter index reports_told rename to reports_received;
--> statement-breakpoint
alter table jobs rename column told_at to published_at;
--> statement-breakpoint
alter table report_boxes rename to report_containers;
--> statement-breakpoint
alter table report_charge_weeks rename column boxes to containers;
--> statement-breakpoint
alter table report_status_days rename column boxes to containers;
--> statement-breakpoint
do $$
declare
  old_index text;
begin
  for old_index in select indexname from pg_indexes where schemaname = current_schema() and indexname like 'report\_boxes\_%' loop
    execute format('alter index %I rename to %I', old_index, replace(old_index, 'report_boxes_', 'report_containers_'));
  end loop;
end $$;
--> statement-breakpoint
alter table evidence rename to webhook_archive;
--> statement-breakpoint
do $$
declare
  part text;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'webhook_archive'::regclass and c.relname like 'evidence\_%' loop
    execute format('alter table %I rename to %I', part, replace(part, 'evidence_', 'webhook_archive_'));
  end loop;
end $$;
--> statement-breakpoint
-- The reports read nothing of what changes here.
alter table board_rows disable trigger report_due_updated;
--> statement-breakpoint
update board_rows set row = row - 'chase' || jsonb_build_object('followUp', row -> 'chase') where row ? 'chase';
--> statement-breakpoint
alter table board_rows enable trigger report_due_updated;
--> statement-breakpoint
update installation set value = value - 'healed' || jsonb_build_object('repaired', value -> 'healed')
where name = 'deliveries_looked_until' and jsonb_typeof(value) = 'object' and value ? 'healed';
