-- The kinds of changes that mark a container as changed for a user. An ETA has every number of hours that counts: eta1 to eta48.
alter table preferences
  add column change_kinds text[] not null
    default '{deadline,hold,availability,appointment,eta6,eta12,eta24,eta48,fee,status}';
--> statement-breakpoint
-- The last change of each fact with both values, by "kind.fact" and, for team data, ":user" (docs/decisions/0059). Entries of
-- before, times by column, are no changes any more.
alter table board_rows rename column column_changes to fact_changes;
--> statement-breakpoint
-- Long values may be kept apart, unlike the times before.
alter table board_rows alter column fact_changes set storage extended;
