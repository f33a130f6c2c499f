import { sql } from "drizzle-orm";
import { z } from "zod";
import { STATUS_LABELS, statusLabel } from "@/lib/domain/container/container-status";
import { isDay } from "@/lib/domain/time/zoned-time";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { firstDay, type Report, type ReportInput, utcToday, zoneNotes } from "./report";

/** For longer periods than this, only the last day of each week is shown. */
const DAILY_WEEKS = 12;

const ORDER = Object.keys(STATUS_LABELS);
/** Sorts statuses in the order of a journey, with undocumented ones last. */
const inOrder = (a: string, b: string): number => {
  const place = (status: string) => (ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.length);
  return place(a) - place(b) || (a < b ? -1 : 1);
};

const countedSchema = z.object({ on: z.string(), status: z.string(), containers: z.number() });
type Counted = z.infer<typeof countedSchema>;

async function listDays(executor: Executor, requested: ReportInput): Promise<Counted[]> {
  const step = requested.weeks > DAILY_WEEKS ? 7 : 1;
  return queryRows(
    executor,
    countedSchema,
    sql`
      with days as (
        select ${utcToday(requested.now)} - ahead as on_day from generate_series(0, ${requested.weeks * 7 - 1}::int, ${step}::int) ahead
      ), moved as (
        select status, greatest(on_day, ${firstDay(requested)}) as on_day, sum(containers) as containers from report_status_days
        group by 1, 2
      ), summed as (
        select status, on_day, sum(containers) over (partition by status order by on_day) as containers,
          lead(on_day) over (partition by status order by on_day) as next_day from moved
      )
      select d.on_day::text as on, s.status, s.containers::int as containers from days d join summed s
        on s.on_day <= d.on_day and (s.next_day is null or s.next_day > d.on_day)
      where s.containers <> 0 order by d.on_day desc`,
  );
}

/** Number of containers per status at the end of each day. The last day counts up to now. */
export const statuses: Report = {
  async read(executor, requested) {
    const rows = await listDays(executor, requested);
    const known = [...new Set(rows.map(({ status }) => status))].sort(inOrder);
    const days = [...new Set(rows.map(({ on }) => on))].sort();
    const containers = new Map(rows.map((row) => [JSON.stringify([row.on, row.status]), row.containers]));
    const [unknown = 0] = await queryColumn(
      executor,
      z.number(),
      sql`select count(*)::int as containers from report_containers where zone is null`,
    );
    return {
      columns: known.map(
        (status): ReportColumn => ({ id: status, label: statusLabel(status), unit: "containers" }),
      ),
      rows: days.map((on, index) => ({
        id: on,
        label: on,
        note: index === days.length - 1 ? "so far" : undefined,
        values: known.map((status) => containers.get(JSON.stringify([on, status])) ?? 0),
      })),
      notes: [
        "Based on the data Drayboard had at the end of each day. Days before tracking started are not shown.",
        ...zoneNotes(unknown),
      ],
    };
  },
  containersOf: ({ row, column }) =>
    isDay(row)
      ? sql`exists (select from report_statuses s where s.container_id = b.container_id and s.status = ${column}
          and s.from_on <= ${row}::date and (s.to_on is null or s.to_on > ${row}::date))`
      : null,
};
