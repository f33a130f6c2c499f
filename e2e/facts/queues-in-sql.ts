import { readDashboard } from "@/e2e/system/databases";
import { instantIn } from "./containers";

/** The calendar day in a zone. */
const localDay = (instant: string, zone: string) =>
  `(select max(day) from calendar where calendar.zone = ${zone} and starts_at <= ${instant})`;
/** The instant at which a calendar day ends in a zone. */
const endOf = (day: string, zone: string) =>
  `(select starts_at from calendar where calendar.zone = ${zone} and calendar.day = ${day} + 1)`;
/** The third weekday (Monday to Friday) after a date. */
const thirdBusinessDay = (day: string) =>
  `(select ahead::date from generate_series(${day} + 1, ${day} + 7, interval '1 day') ahead
    where extract(isodow from ahead) < 6 order by ahead offset 2 limit 1)`;

const CONTAINERS = `
with calendar as materialized (
  select * from jsonb_to_recordset($2) as days(zone text, day date, starts_at timestamptz)
), container as (
  select c.id, c.attributes ->> 'number' as number, c.attributes as a, coalesce(s.attributes, '{}') as s,
    c.attributes ->> 'current_status' as status,
    c.attributes ->> 'pod_timezone' as port_zone,
    c.attributes ->> 'final_destination_timezone' as inland_zone,
    coalesce(c.attributes -> 'import_deadlines', '{}') as d
  from containers c left join shipments s on s.id = c.shipment_id
), way as materialized (
  select *,
    coalesce(a ->> 'pod_rail_loaded_at', a ->> 'pod_rail_departed_at', a ->> 'ind_ata_at',
      a ->> 'ind_rail_unloaded_at') is not null as railed,
    coalesce(coalesce(a ->> 'pod_rail_loaded_at', a ->> 'pod_rail_departed_at', a ->> 'ind_eta_at',
      a ->> 'ind_ata_at', a ->> 'ind_rail_unloaded_at') is not null
      or (s ->> 'destination_locode') <> (s ->> 'port_of_discharge_locode'), false) as inland
  from container
), out as materialized (
  select *,
    case when inland then a ->> 'final_destination_full_out_at'
      else coalesce(a ->> 'pod_full_out_at', a ->> 'final_destination_full_out_at') end as out_at
  from way
), moved as materialized (
  select *,
    out_at is not null or status in ('picked_up', 'delivered', 'empty_returned') as pulled,
    status not in ('new', 'on_ship') or a ->> 'pod_discharged_at' is not null as discharged,
    inland and (out_at is not null or railed) as past_port,
    (d ->> 'pickup_lfd_terminal')::timestamptz as terminal_lfd,
    coalesce(d ->> 'pickup_lfd_line', a ->> 'ssl_lfd')::timestamptz as line_lfd,
    coalesce(d ->> 'pickup_lfd_rail', a ->> 'ind_facility_lfd_on')::timestamptz as rail_lfd,
    (a ->> 'pickup_lfd')::timestamptz as only_lfd
  from out
), days as materialized (
  select *,
    case when not past_port then ${localDay("line_lfd", "port_zone")} end as line_day,
    case when not past_port then ${localDay("terminal_lfd", "port_zone")} end as terminal_day,
    case when inland then ${localDay("rail_lfd", "inland_zone")} end as rail_day,
    case when coalesce(line_lfd, terminal_lfd, rail_lfd) is null then ${localDay("only_lfd", "port_zone")} end as only_day
  from moved
), ends as materialized (
  select *,
    ${endOf("least(line_day, terminal_day, only_day)", "port_zone")} as port_end,
    ${endOf("rail_day", "inland_zone")} as rail_end
  from days
), release as materialized (
  select *,
    least(port_end, rail_end) as ends_at,
    case when rail_end < port_end or port_end is null then rail_day else least(line_day, terminal_day, only_day) end as lfd,
    case when rail_end < port_end or port_end is null then inland_zone else port_zone end as lfd_zone,
    exists (select from jsonb_array_elements(
      coalesce(nullif(a -> 'holds_at_pod_terminal', 'null'), '[]')
        || case when past_port then coalesce(nullif(a -> 'ind_facility_holds', 'null'), '[]') else '[]' end
    ) hold where hold ->> 'status' = 'hold') and not pulled as on_hold,
    case when past_port and status = 'on_rail'
        and coalesce(greatest((a ->> 'terminal_checked_at')::timestamptz, (a ->> 'rail_last_tracking_request_at')::timestamptz)
          < coalesce(a ->> 'ind_ata_at', a ->> 'ind_rail_unloaded_at')::timestamptz, true) then false
      when a -> 'availability_known' = 'true' and jsonb_typeof(a -> 'available_for_pickup') = 'boolean'
        then a -> 'available_for_pickup' = 'true'
      else past_port and status = 'available' and a -> 'available_for_pickup' is distinct from 'false' end as available,
    a ->> 'pickup_appointment_at' is not null as booked,
    greatest((a ->> 'terminal_checked_at')::timestamptz,
      case when past_port then (a ->> 'rail_last_tracking_request_at')::timestamptz end) as checked_at,
    not discharged or not inland
      or (not past_port and coalesce(a ->> 'ind_eta_at', s ->> 'destination_eta_at') is null) as by_sea
  from ends
), coming as materialized (
  select *,
    not pulled and available and not on_hold as ready,
    case when by_sea then coalesce(s ->> 'pod_timezone', port_zone)
      else coalesce(inland_zone, s ->> 'destination_timezone') end as eta_zone,
    case when by_sea then s ->> 'pod_eta_at'
      else coalesce(a ->> 'ind_eta_at', s ->> 'destination_eta_at') end::timestamptz as eta_at,
    case when by_sea then discharged or coalesce(a ->> 'pod_arrived_at', s ->> 'pod_ata_at') is not null
      else coalesce(a ->> 'ind_ata_at', s ->> 'destination_ata_at', a ->> 'ind_rail_unloaded_at') is not null end as arrived
  from release
), today as materialized (
  select *,
    ${localDay("$1::timestamptz", "lfd_zone")} as today,
    ${localDay("$1::timestamptz", "eta_zone")} as today_there,
    ${localDay("eta_at", "eta_zone")} as eta
  from coming
), judged as materialized (
  select *, ${thirdBusinessDay("today")} as three_ahead, ${thirdBusinessDay("today_there")} as three_ahead_there
  from today
)`;

const QUEUES = `
select id, number, array_remove(array[
    case when not pulled and ends_at <= $1 then 'expired' end,
    case when ready and (ends_at is null or lfd <= three_ahead) then 'pull-today' end,
    case when ready and not booked and (plan.pickup_at is null or planned_on < today_at_place) then 'no-appointment' end,
    case when next_move_on = today_at_move and a ->> 'empty_terminated_at' is null and status <> 'empty_returned'
      then 'planned-today' end,
    case when on_hold and ends_at > $1 and lfd - today <= 3 then 'held' end,
    case when exists (select from follow_ups where container_id = judged.id and closed_at is null and next_check_at <= $1)
      then 'follow-up-due' end,
    case when not pulled and not arrived and eta <= three_ahead_there then 'arriving' end,
    case when pulled and a ->> 'empty_terminated_at' is null and status <> 'empty_returned' then 'empty-due' end,
    case when not pulled and status in ('grounded', 'available', 'not_available', 'awaiting_inland_transfer')
      and (checked_at is null or checked_at <= $1::timestamptz - interval '24 hours') then 'stale' end,
    'all'
  ], null) as queues
from judged left join planned_moves plan on plan.container_id = judged.id
left join lateral (select
  ${localDay("plan.pickup_at", "plan.pickup_zone")} as planned_on,
  ${localDay("$1::timestamptz", "plan.pickup_zone")} as today_at_place,
  case when pulled then ${localDay("plan.empty_return_at", "plan.empty_return_zone")}
    else ${localDay("plan.pickup_at", "plan.pickup_zone")} end as next_move_on,
  ${localDay("$1::timestamptz", "case when pulled then plan.empty_return_zone else plan.pickup_zone end")} as today_at_move
) planned on true
order by pulled, case when not pulled then ends_at end nulls last, booked or plan.pickup_at is not null,
  (on_hold and (available or (discharged and status <> 'on_rail'))) desc, number collate "C", id collate "C"`;

const DAYS_BACK = 60;
const DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

/**
 * The start of each day in each zone, by this runtime's own time zone data. PostgreSQL has another version, which
 * differs where a zone's rules changed recently.
 */
async function calendarOf(at: Date): Promise<string> {
  const zones = await readDashboard<{ zone: string }>(
    `select distinct zone from containers c left join shipments s on s.id = c.shipment_id,
       unnest(array[c.attributes ->> 'pod_timezone', c.attributes ->> 'final_destination_timezone',
         s.attributes ->> 'pod_timezone', s.attributes ->> 'destination_timezone']) zone
     where zone is not null`,
  );
  const days = Array.from({ length: DAYS_BACK + DAYS_AHEAD }, (_, index) =>
    new Date(at.getTime() + (index - DAYS_BACK) * DAY_MS).toISOString().slice(0, 10),
  );
  return JSON.stringify(
    zones.flatMap(({ zone }) => days.map((day) => ({ zone, day, starts_at: instantIn(zone, day, "00:00") }))),
  );
}

export type ContainerInQueues = { id: string; number: string; queues: string[] };

/**
 * The day's queues at an instant, computed independently in SQL from the mirror's attributes. Returns every container
 * in the dashboard's default order with its queues. The board must match.
 */
export async function containersInQueues(at: Date): Promise<ContainerInQueues[]> {
  return readDashboard<ContainerInQueues>(`${CONTAINERS}${QUEUES}`, [at, await calendarOf(at)]);
}
