-- The orders of the list of shipments: soonest ETA first by itself, and by drift.
alter table shipments add column eta_at timestamptz, add column arrived_at timestamptz, add column eta_drift integer;
--> statement-breakpoint
-- As the mirror reads a text that names an instant; null for what names none.
create function told_instant(told text) returns timestamptz language plpgsql as $$
begin
  if told ~ 'T' and told !~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' then told := told || 'Z'; end if;
  return case when told ~ 'T' then told::timestamptz else (told::date)::timestamp at time zone 'UTC' end;
exception when others then
  return null;
end $$;
--> statement-breakpoint
-- The calendar day of a text by the port's clock; a mere day is that day.
create function told_day(told text, zone text) returns date language plpgsql as $$
begin
  return case when told ~ 'T'
    then (told_instant(told) at time zone coalesce((select name from pg_timezone_names where name = zone), 'UTC'))::date
    else told::date end;
exception when others then
  return null;
end $$;
--> statement-breakpoint
update shipments set
  eta_at = told_instant(attributes ->> 'pod_eta_at'),
  arrived_at = told_instant(attributes ->> 'pod_ata_at'),
  eta_drift = told_day(coalesce(attributes ->> 'pod_ata_at', attributes ->> 'pod_eta_at'), attributes ->> 'pod_timezone')
    - told_day(attributes ->> 'pod_original_eta_at', attributes ->> 'pod_timezone')
  where coalesce(attributes ->> 'pod_ata_at', attributes ->> 'pod_eta_at') is not null;
--> statement-breakpoint
drop function told_day;
--> statement-breakpoint
drop function told_instant;
--> statement-breakpoint
create index shipments_soonest on shipments (
  (arrived_at is not null or tracking_stopped_at is not null),
  (case when not (arrived_at is not null or tracking_stopped_at is not null) then eta_at end),
  (coalesce(arrived_at, eta_at)) desc nulls last, id);
--> statement-breakpoint
create index shipments_drift on shipments (eta_drift);
