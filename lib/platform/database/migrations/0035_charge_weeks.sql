-- What was added to reported charges in a week (from its Monday on), all boxes together, and to how many boxes: kept in
-- step with report_charges by lib/reports/catch-up.
create table report_charge_weeks (
  week date not null,
  currency text not null,
  minor numeric not null,
  boxes integer not null,
  primary key (week, currency)
);
--> statement-breakpoint
insert into report_charge_weeks (week, currency, minor, boxes)
select on_day - (on_day - date '1900-01-01') % 7, currency, sum(minor), count(distinct container_id)
from report_charges group by 1, 2;
--> statement-breakpoint
-- Whether charges were ever reported, and when an empty is to be back.
alter table report_boxes add column charged boolean not null default false, add column return_due_at timestamptz;
--> statement-breakpoint
update report_boxes b set return_due_at = r.return_due_at,
  charged = exists (select from report_charges c where c.container_id = b.container_id)
from board_rows r where r.container_id = b.container_id;
--> statement-breakpoint
alter table report_boxes alter column charged drop default;
--> statement-breakpoint
create index report_boxes_charged_unknown on report_boxes (container_id) where charged and zone is null;
--> statement-breakpoint
create index report_boxes_charged_waiting on report_boxes (container_id) include (charged) where charged and not picked_up;
--> statement-breakpoint
create index report_boxes_open on report_boxes (due_ends_at) include (container_id, charged, due_on, due_zone)
  where not picked_up and due_on is not null;
--> statement-breakpoint
create index report_boxes_return on report_boxes (return_due_at) include (container_id, charged)
  where picked_up and empty_at is null;
--> statement-breakpoint
-- What changed since yesterday.
create index report_boxes_first_seen on report_boxes (first_seen_at);
--> statement-breakpoint
create index report_boxes_eta_moved on report_boxes (eta_moved_at) where eta_moved_at is not null;
--> statement-breakpoint
create index report_boxes_discharged on report_boxes (discharged_at) where discharged_at is not null;
--> statement-breakpoint
create index report_boxes_deadline_moved on report_boxes (deadline_moved_at) where deadline_moved_at is not null;
--> statement-breakpoint
create index report_boxes_out_at on report_boxes (out_at) where out_at is not null;
--> statement-breakpoint
create index report_boxes_empty on report_boxes (empty_at) where empty_at is not null;
