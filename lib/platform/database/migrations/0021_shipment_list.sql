-- The list of shipments: newest first, narrowed by ports, line, day of arrival and party.
alter table shipments add column arrives_on date;
--> statement-breakpoint
-- The day of arrival by the port's own calendar, as lib/dispatch/eta-drift reckons it; null where it cannot be told.
create function arrival_day(attributes jsonb) returns date language plpgsql as $$
declare
  told text := coalesce(attributes ->> 'pod_ata_at', attributes ->> 'pod_eta_at');
  zone text := (select name from pg_timezone_names where name = attributes ->> 'pod_timezone');
begin
  if told !~ 'T' then return told::date; end if;
  if told !~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' then told := told || 'Z'; end if;
  return (told::timestamptz at time zone coalesce(zone, 'UTC'))::date;
exception when others then
  return null;
end $$;
--> statement-breakpoint
update shipments set arrives_on = arrival_day(attributes)
  where coalesce(attributes ->> 'pod_ata_at', attributes ->> 'pod_eta_at') is not null;
--> statement-breakpoint
drop function arrival_day;
--> statement-breakpoint
drop index shipments_newest;
--> statement-breakpoint
create index shipments_newest on shipments (created_at desc nulls last, id);
--> statement-breakpoint
create index shipments_arrives_on on shipments (arrives_on);
--> statement-breakpoint
create index shipments_lading on shipments ((attributes ->> 'port_of_lading_locode'));
--> statement-breakpoint
create index shipments_discharge on shipments ((attributes ->> 'port_of_discharge_locode'));
--> statement-breakpoint
create index shipments_line on shipments ((attributes ->> 'shipping_line_scac'));
--> statement-breakpoint
-- Whom a number was tracked for.
create index tracking_requests_customer on tracking_requests ((relationships #>> '{customer,data,id}'));
