import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import type { Report, ReportInput } from "./report";
import { historyGap, type WeekPart, weeksOf } from "./week";

/** What happened to containers in a part of a week, as a condition on `report_containers b`. */
type Line = { id: string; label: string; containers: (part: WeekPart) => SQL };

const within = (column: SQL, { from, until }: WeekPart): SQL =>
  sql`${column} >= ${from} and ${column} < ${until}`;
const column = (id: string, label: string, name: SQL): Line => ({
  id,
  label,
  containers: (part) => within(name, part),
});
const hold = (id: string, label: string, condition: (part: WeekPart) => SQL): Line => ({
  id,
  label,
  containers: (part) =>
    sql`b.container_id in (select h.container_id from report_holds h where ${condition(part)})`,
});

/** The end of the last free day of a container that was picked up. Report rows have it only until then. */
const FORMER_END = sql`(r.row #>> '{deadline,governing,endsAt}')::timestamptz`;

const LINES: readonly Line[] = [
  column("out", "Picked up", sql`b.out_at`),
  {
    id: "missed",
    label: "Last free days missed",
    containers: (part) => sql`b.container_id in (
      select o.container_id from report_containers o where not o.picked_up and ${within(sql`o.due_ends_at`, part)}
      union all select o.container_id from report_containers o join board_rows r using (container_id)
        where o.out_at >= ${part.from} and ${within(FORMER_END, part)} and o.out_at >= ${FORMER_END})`,
  },
  hold("placed", "Holds placed", (part) => sql`h.placed and ${within(sql`h.from_at`, part)}`),
  hold("released", "Holds released", (part) => within(sql`h.to_at`, part)),
  column("empty", "Empties returned", sql`b.empty_at`),
  column("new", "Newly tracked", sql`b.first_seen_at`),
];

/** The rows of the table, with their parts of a week. */
const WEEKS = [
  { id: "this", label: "This week so far", part: "thisWeek" },
  { id: "last", label: "Same part of last week", part: "lastWeek" },
] as const;

const addedIn = ({ firstDay, lastDay }: WeekPart): SQL =>
  sql`(not c.at_start and c.on_day between ${firstDay}::date and ${lastDay}::date)`;

const addedSchema = z.object({ currency: z.string(), this: z.number(), last: z.number() });

async function readAdded(executor: Executor, requested: ReportInput) {
  const { thisWeek, lastWeek } = weeksOf(requested);
  const sum = (part: WeekPart) => sql`coalesce(sum(c.minor) filter (where ${addedIn(part)}), 0)::float8`;
  return queryRows(
    executor,
    addedSchema,
    sql`
      select * from (
        select c.currency, ${sum(thisWeek)} as this, ${sum(lastWeek)} as last from report_charges c
        where c.on_day >= ${lastWeek.firstDay}::date group by 1) added
      where this <> 0 or last <> 0 order by greatest(abs(this), abs(last)) desc, currency`,
  );
}

async function countWeek(executor: Executor, part: WeekPart): Promise<number[]> {
  const counts = LINES.map(
    ({ containers }) => sql`(select count(*)::int from report_containers b where ${containers(part)})`,
  );
  const [values = []] = await queryColumn(
    executor,
    z.array(z.number()),
    sql`select array[${sql.join(counts, sql`, `)}] as counts`,
  );
  return values;
}

/** What happened this week so far and in the same part of last week, by container, and the charges added. */
export const trends: Report = {
  async read(executor, requested) {
    const weeks = weeksOf(requested);
    const [gap, added] = await Promise.all([
      historyGap(executor, "report_containers", requested),
      readAdded(executor, requested),
    ]);
    const columns = [
      ...LINES.map(({ id, label }): ReportColumn => ({ id, label, unit: "containers" })),
      ...added.map(
        ({ currency }): ReportColumn => ({
          id: currency || "none",
          label: `Charges added, ${currency || "no currency"}`,
          unit: "money",
          currency: currency || null,
        }),
      ),
    ];
    const rows = [];
    for (const { id, label, part } of WEEKS) {
      const isKnown = id === "this" || gap === null;
      const values = isKnown
        ? [...(await countWeek(executor, weeks[part])), ...added.map((sums) => sums[id] || null)]
        : columns.map(() => null);
      rows.push({ id, label, values });
    }
    return {
      columns,
      rows,
      notes: [
        ...(gap === null
          ? []
          : [`Last week can’t be compared: the history of this account starts on ${gap}.`]),
        "Charges count by day: today so far, and the whole of the same day last week.",
      ],
    };
  },
  containersOf({ row, column: requestedColumn }, requested) {
    const week = WEEKS.find(({ id }) => id === row);
    if (!week) return null;
    const part = weeksOf(requested)[week.part];
    const line = LINES.find(({ id }) => id === requestedColumn);
    if (line) return line.containers(part);
    const currency = requestedColumn === "none" ? "" : requestedColumn;
    return sql`b.container_id in (select c.container_id from report_charges c
      where ${addedIn(part)} and c.currency = ${currency})`;
  },
};
