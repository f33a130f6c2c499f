import type { Pool } from "pg";
import type { ReportId } from "@/lib/features/reports/rules/report-table";
import type { ReportInput } from "./report";

/**
 * Computes the figures of each report again with plain SQL over the mirror and its history, without any report tables.
 * Returns rows of (row, col, value). `$1` is the present time, `$2` the number of weeks.
 */
const FACTS = `
  with container as (
    select c.id, c.attributes as a, s.attributes as s, b.row, b.picked_up, c.attributes ->> 'pod_timezone' as port_zone,
      coalesce(c.attributes ->> 'pod_timezone', 'UTC') as zone, ($1::timestamptz at time zone 'UTC')::date as today,
      ($1::timestamptz at time zone 'UTC')::date - ($2::int * 7 - 1) as first,
      b.row #>> '{terminal,name}' as terminal, (s.attributes -> 'destination_locode') is not null as inland
    from containers c join shipments s on s.id = c.shipment_id join board_rows b on b.container_id = c.id
  )`;

const median = (share: number, of: string, where: string) =>
  `round(percentile_cont(${share}) within group (order by ${of}) filter (where ${where}))`;

const DEADLINES = `${FACTS}, open as (
    select row #>> '{deadline,state}' as state, (row #>> '{deadline,governing,on}')::date as on_day,
      row #>> '{deadline,governing,zone}' as zone, (row #>> '{deadline,governing,endsAt}')::timestamptz as ends,
      case row #>> '{readiness,state}' when 'ready' then 'ready' when 'held' then 'held' else 'other' end as release
    from container where not picked_up
  ), start as (
    select min(($1::timestamptz at time zone coalesce(zone, 'UTC'))::date) as on_day from open where ends is not null
  ), placed as (
    select case when ends is null and state = 'not_discharged' then 'not_discharged' when ends is null then 'not_reported'
      when ends <= $1 then 'expired' when open.on_day between start.on_day and start.on_day + 13 then open.on_day::text
      else 'later' end as row, release from open, start
  )
  select row, release as col, count(*) as value from placed group by 1, 2
  union all select row, 'all', count(*) from placed group by 1`;

const ARRIVALS = `${FACTS}, due as (
    select case when row #>> '{arrival,place}' = 'inland' then row #>> '{destination,locode}' else row #>> '{port,locode}' end as place,
      (row #>> '{arrival,eta,at}')::timestamptz as eta, nullif(row #>> '{arrival,eta,zone}', '') as zone
    from container where row #> '{arrival,actual}' = 'null' and row #> '{arrival,eta}' <> 'null' and not picked_up
      and not (row -> 'onTerminalGround')::boolean
  ), placed as (
    select place, (eta at time zone coalesce(zone, 'UTC'))::date as on_day,
      ($1::timestamptz at time zone coalesce(zone, 'UTC'))::date as today from due
  ), start as (select min(today) as first from placed), named as (
    select place as row, case when on_day < today then 'overdue' when on_day > first + 13 then 'later' else on_day::text end as col
    from placed, start
  )
  select row, col, count(*) as value from named group by 1, 2 union all select row, 'all', count(*) from named group by 1`;

const HOLDS = `${FACTS}, standing as (
    select distinct container.id, lower(hold ->> 'name') as name, hold ->> 'status' = 'hold' as active, zone
    from container cross join jsonb_array_elements(row -> 'holds') hold
  ), aged as (
    select s.*, ($1::timestamptz at time zone zone)::date - (coalesce(
      (select max(as_of) from changes h where h.subject_id = s.id and h.field = 'holds_at_pod_terminal'
        and exists (select from jsonb_array_elements(h.after) x where lower(x ->> 'name') = s.name)
        and not exists (select from jsonb_array_elements(case when jsonb_typeof(h.before) = 'array' then h.before else '[]' end) x
          where lower(x ->> 'name') = s.name)),
      (select min(as_of) from source_updates r where r.subject_type = 'container' and r.subject_id = s.id)) at time zone zone)::date as age
    from standing s
  ), placed as (
    select case when active then 'hold:' else 'pending:' end || name as row, case when age <= 0 then 'today'
      when age <= 2 then '1-2' when age <= 7 then '3-7' when age <= 14 then '8-14' else '15' end as col from aged
  )
  select row, col, count(*) as value from placed group by 1, 2 union all select row, 'all', count(*) from placed group by 1`;

const DWELL = `${FACTS}, dwelt as (
    select *, extract(epoch from (a ->> 'pod_full_out_at')::timestamptz - (a ->> 'pod_discharged_at')::timestamptz) / 60 as minutes,
      ((a ->> 'pod_full_out_at')::timestamptz at time zone zone)::date between first and today as seen,
      a ? 'pod_discharged_at' and not a ? 'pod_full_out_at' as waits
    from container where not inland
  ), counted as (
    select terminal as row, count(*) filter (where seen) as out, ${median(0.5, "round(minutes)", "seen")} as median,
      ${median(0.9, "round(minutes)", "seen")} as late, count(*) filter (where seen and round(minutes) > 7 * 1440) as long,
      count(*) filter (where waits) as waiting
    from dwelt group by 1
  )
  select row, col, value from counted cross join lateral
    (values ('out', out), ('median', median), ('late', late), ('long', long), ('waiting', waiting)) v (col, value)`;

const DRIFT = `${FACTS}, drifted as (
    select *, round(extract(epoch from coalesce((s ->> 'pod_ata_at')::timestamptz, (s ->> 'pod_eta_at')::timestamptz)
        - (s ->> 'pod_original_eta_at')::timestamptz) / 60) as minutes, s ? 'pod_ata_at' as arrived,
      coalesce(((s ->> 'pod_ata_at')::timestamptz at time zone zone)::date between first and today, false) as seen,
      (select count(*) from changes h where h.subject_id = 'shipment' || substr(container.id, 10) and h.field = 'pod_eta_at') as moves
    from container
  ), counted as (
    select s ->> 'shipping_line_scac' as row, count(*) filter (where seen) as containers, ${median(0.5, "minutes", "seen")} as median,
      ${median(0.9, "minutes", "seen")} as tail, count(*) filter (where seen and minutes > 1440) as late,
      count(*) filter (where seen and minutes < -1440) as early, (avg(moves) filter (where seen))::float8 as moves,
      count(*) filter (where not arrived and minutes > 1440) as coming
    from drifted group by 1
  )
  select row, col, value from counted cross join lateral (values ('arrived', containers::float8), ('median', median), ('tail', tail),
    ('late', late), ('early', early), ('moves', moves), ('coming', coming)) v (col, value)`;

const STATUSES = `${FACTS}, reported as (
    select subject_id as id, as_of, after #>> '{}' as status from changes
      where subject_type = 'container' and field = 'current_status'
    union all
    (select distinct on (subject_id) subject_id, as_of, facts ->> 'current_status' from source_updates
      where subject_type = 'container' order by subject_id, as_of)
  ), days as (
    select (($1::timestamptz at time zone 'UTC')::date - ahead) as on_day
    from generate_series(0, $2::int * 7 - 1, case when $2::int > 12 then 7 else 1 end) ahead
  )
  select days.on_day::text as row, last.status as col, count(*) as value from days cross join container cross join lateral (
    select status from reported where reported.id = container.id and (reported.as_of at time zone container.zone)::date <= days.on_day
    order by reported.as_of desc limit 1) last group by 1, 2`;

const sum = (
  list: string,
) => `coalesce((select sum((fee ->> 'amount')::numeric * 100) from jsonb_array_elements(
  case when jsonb_typeof(${list}) = 'array' then ${list} else '[]' end) fee where fee ->> 'type' <> 'total'), 0)`;

const CHARGES = `${FACTS}, added as (
    select false as at_start, container.id, coalesce(h.after, h.before) #>> '{0,currency_code}' as currency,
      (h.as_of at time zone container.zone)::date as on_day, ${sum("h.after")} - ${sum("h.before")} as minor
    from changes h join container on container.id = h.subject_id where h.field = 'fees_at_pod_terminal'
    union all
    (select distinct on (container.id) true, container.id, r.facts #>> '{fees_at_pod_terminal,0,currency_code}', (r.as_of at time zone container.zone)::date,
      ${sum("r.facts -> 'fees_at_pod_terminal'")} from source_updates r join container on container.id = r.subject_id order by container.id, r.as_of)
  ), weekly as (
    select case when at_start then 'start' else date_trunc('week', on_day)::date::text end as row, currency,
      sum(minor) as minor, count(distinct added.id) as containers
    from added join container using (id)
    where minor <> 0 and on_day >= date_trunc('week', first)::date and (at_start or on_day <= today) group by 1, 2
  )
  select row, currency as col, minor as value from weekly union all select row, 'containers-' || currency, containers from weekly`;

const FRESHNESS = `${FACTS}, waiting as (
    select 'terminal:' || terminal as row, (a ->> 'terminal_checked_at')::timestamptz as at from container
      where (row -> 'onTerminalGround')::boolean
    union all
    select 'line:' || (s ->> 'shipping_line_scac'), (s ->> 'line_tracking_last_succeeded_at')::timestamptz from container where not picked_up
  ), banded as (
    select row, case when at is null then 'never' when at <= $1::timestamptz - interval '24 h' then 'stale'
      when at <= $1::timestamptz - interval '6 h' then 'aging' else 'fresh' end as col from waiting
  )
  select row, col, count(*) as value from banded group by 1, 2 union all select row, 'all', count(*) from banded group by 1`;

const QUERIES: Record<ReportId, string> = {
  deadlines: DEADLINES,
  arrivals: ARRIVALS,
  holds: HOLDS,
  dwell: DWELL,
  drift: DRIFT,
  statuses: STATUSES,
  charges: CHARGES,
  freshness: FRESHNESS,
};

/**
 * Returns the figures of a report as sorted `row|column|value`, from SQL over the mirror only. Figures of 0 and missing
 * figures are omitted.
 */
export async function countsInSql(pool: Pool, id: ReportId, { now, weeks }: ReportInput): Promise<string[]> {
  // Some queries do not use the weeks, but all get the same parameters.
  const text = `select row, col, value::float8 as value from (${QUERIES[id]}) found
    where value <> 0 and $2::int > 0`;
  const { rows } = await pool.query<{ row: string; col: string; value: number }>(text, [now, weeks]);
  return rows.map(({ row, col, value }) => `${row}|${col}|${value}`).sort();
}
