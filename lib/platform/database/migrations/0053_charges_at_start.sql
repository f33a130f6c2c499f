-- Charges that were already reported when tracking of a container started: the day on which they were added is unknown, so
-- they belong to no day or week (docs/decisions/0041). Exact after the rebuild of the rows (version 2).
alter table report_charges add column at_start boolean not null default false;
--> statement-breakpoint
update report_charges c set at_start = true
from report_containers b
where b.container_id = c.container_id
  and c.on_day = (b.first_seen_at at time zone coalesce(b.zone, 'UTC'))::date;
--> statement-breakpoint
alter table report_charges drop constraint report_charges_pkey;
--> statement-breakpoint
alter table report_charges add primary key (container_id, on_day, currency, at_start);
--> statement-breakpoint
alter table report_charge_weeks add column at_start boolean not null default false;
--> statement-breakpoint
alter table report_charge_weeks drop constraint report_charge_weeks_pkey;
--> statement-breakpoint
alter table report_charge_weeks add primary key (week, currency, at_start);
--> statement-breakpoint
delete from report_charge_weeks;
--> statement-breakpoint
insert into report_charge_weeks (week, currency, minor, containers, at_start)
select on_day - (on_day - date '1900-01-01') % 7, currency, sum(minor), count(distinct container_id), at_start
from report_charges group by 1, 2, at_start;
