import { sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, isDay } from "@/lib/domain/time/zoned-time";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import { queryRows } from "@/lib/platform/database/rows";
import { firstDay, type Report, type ReportInput, utcToday, zoneNotes } from "./report";

const countedSchema = z.object({
  week: z.string(),
  currency: z.string(),
  minor: z.number(),
  containers: z.number(),
});

/** The Monday of the first week, so that every week shown is complete except the last. */
const FIRST = (requested: ReportInput) => sql`date_trunc('week', ${firstDay(requested)})::date`;

/** The Monday of the current week. Only its days up to today count, so it is summed from the days. */
const THIS_WEEK = ({ now }: ReportInput) => sql`date_trunc('week', ${utcToday(now)})::date`;

/** The row of the charges that were already reported when tracking of their containers started in this period. */
const AT_START = "start";

/** Returns every Monday from the first to the last, including weeks without added charges. */
function mondays(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 7)) days.push(day);
  return days;
}

const chargeRowSchema = z.object({ first: z.string(), last: z.string(), unknown: z.number() });

/** Charges first reported or increased in each week, by currency, and the number of containers they were added to. */
export const charges: Report = {
  async read(executor, requested) {
    const rows = await queryRows(
      executor,
      countedSchema,
      sql`
        select week::text, currency, minor::float8 as minor, containers from report_charge_weeks
        where containers > 0 and not at_start and week >= ${FIRST(requested)} and week < ${THIS_WEEK(requested)}
        union all
        select ${AT_START}, currency, sum(minor)::float8, sum(containers)::int from report_charge_weeks
        where containers > 0 and at_start and week >= ${FIRST(requested)} group by 2
        union all
        select ${THIS_WEEK(requested)}::text, currency, sum(minor)::float8, count(*)::int from (
          select currency, container_id, sum(minor) as minor from report_charges
          where not at_start and on_day between ${THIS_WEEK(requested)} and ${utcToday(requested.now)}
          group by 1, 2) containers
        group by currency
        order by 1`,
    );
    const edges = await queryRows(
      executor,
      chargeRowSchema,
      sql`
        select ${FIRST(requested)}::text as first, ${utcToday(requested.now)}::text as last,
          (select count(*)::int from report_containers where charged and zone is null) as unknown`,
    );
    const [edge] = edges;
    const sums = new Map<string, number>();
    for (const { currency, minor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + Math.abs(minor));
    const currencies = [...sums.keys()].sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0));
    const columns = currencies.flatMap((currency): ReportColumn[] => [
      {
        id: currency || "none",
        label: `Reported, ${currency || "no currency"}`,
        unit: "money",
        currency: currency || null,
      },
      {
        id: `containers-${currency || "none"}`,
        label: `Containers, ${currency || "no currency"}`,
        unit: "containers",
      },
    ]);
    return {
      columns,
      rows: (edge && rows.length ? [AT_START, ...mondays(edge.first, edge.last)] : []).map((week) => ({
        id: week,
        label: week === AT_START ? "When tracking started" : week,
        note: week === AT_START ? "already reported, day unknown" : "",
        values: currencies.flatMap((currency) => {
          const found = rows.find((row) => row.week === week && row.currency === currency);
          return [found?.minor ?? null, found?.containers ?? 0];
        }),
      })),
      notes: [
        "A total is not added to the charges it includes. The last week is incomplete.",
        "Each amount counts in the week in which it was first reported or increased. Amounts that were already reported when tracking of their container started are in no week.",
        ...zoneNotes(edge?.unknown ?? 0),
      ],
    };
  },
  containersOf({ row, column }, requested) {
    const named = column.replace(/^containers-/, "");
    const currency = named === "none" ? "" : named;
    if (row === AT_START)
      return sql`exists (select from report_charges c where c.container_id = b.container_id and c.at_start
        and c.currency = ${currency} and date_trunc('week', c.on_day) >= ${FIRST(requested)})`;
    return isDay(row)
      ? sql`exists (select from report_charges c where c.container_id = b.container_id and c.currency = ${currency}
          and not c.at_start and date_trunc('week', c.on_day) = ${row}::date and c.on_day <= ${utcToday(requested.now)})`
      : null;
  },
};
