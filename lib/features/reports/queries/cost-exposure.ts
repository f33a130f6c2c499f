import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays } from "@/lib/domain/time/zoned-time";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { type Report, type ReportInput, todayAt } from "./report";
import { yesterdayOf } from "./since-yesterday";

/** A set of containers and the day whose charges are summed. Null: all reported charges. */
type Line = {
  id: string;
  label: string;
  note: string;
  containers: (now: Date) => SQL;
  on: ((requested: ReportInput) => string) | null;
};

const OPEN = sql`not b.picked_up and b.due_on is not null`;
/**
 * Containers with charges added on a day. Charges that existed when Drayboard first saw the container do not count. The
 * containers of the day are looked up individually, because computing the local date of every container is too slow.
 */
const chargedOn = (day: string): SQL => sql`
  ${day}::date > (b.first_seen_at at time zone coalesce(b.zone, 'UTC'))::date
  and b.container_id = any(array(select c.container_id from report_charges c where c.on_day = ${day}::date))`;

const LINES: readonly Line[] = [
  {
    id: "past",
    label: "Past LFD",
    note: "not pulled, last free day ended",
    containers: (now) => sql`${OPEN} and b.due_ends_at <= ${now}`,
    on: null,
  },
  {
    id: "tomorrow",
    label: "LFD today",
    note: "not pulled, today is the last free day",
    containers: (now) =>
      sql`${OPEN} and b.due_ends_at > ${now} and b.due_on = ${todayAt(sql`b.due_zone`, now)}`,
    on: null,
  },
  {
    id: "waiting",
    label: "Charged, not pulled",
    note: "all reported charges on containers not pulled",
    containers: () => sql`not b.picked_up and b.charged`,
    on: null,
  },
  {
    id: "yesterday",
    label: "Added yesterday",
    note: "to reported charges",
    containers: () => sql`true`,
    on: (requested) => yesterdayOf(requested).on,
  },
  {
    id: "today",
    label: "Added today",
    note: "to reported charges, so far",
    containers: () => sql`true`,
    on: (requested) => addDays(yesterdayOf(requested).on, 1),
  },
  {
    id: "per-diem",
    label: "Empties past free time",
    note: "gated out, the line’s free time has ended",
    containers: (now) => sql`b.picked_up and b.empty_at is null and b.return_due_at <= ${now}`,
    on: null,
  },
];

const conditionOf = ({ containers, on }: Line, requested: ReportInput): SQL =>
  on === null ? containers(requested.now) : chargedOn(on(requested));

const countedSchema = z.object({ containers: z.number(), sums: z.record(z.string(), z.number()) });
type Counted = z.infer<typeof countedSchema>;

async function count(executor: Executor, line: Line, requested: ReportInput): Promise<Counted> {
  const condition = conditionOf(line, requested);
  const days = line.on === null ? sql`true` : sql`c.on_day = ${line.on(requested)}::date`;
  const rows = await queryRows(
    executor,
    countedSchema,
    sql`
      with listed as materialized (select b.container_id, b.charged from report_containers b where ${condition})
      select (select count(*)::int from listed) as containers,
        coalesce((select json_object_agg(currency, minor) from (
          select c.currency, sum(c.minor)::float8 as minor from report_charges c join listed using (container_id)
          where charged and ${days} group by 1 having sum(c.minor) <> 0) sums), '{}') as sums`,
  );
  return rows[0] ?? { containers: 0, sums: {} };
}

const largest = (counted: readonly Counted[], currency: string): number =>
  Math.max(...counted.map(({ sums }) => Math.abs(sums[currency] ?? 0)));

/** Charge exposure: reported charges by currency, of containers that cost now, from tomorrow on, and by day. */
export const exposure: Report = {
  async read(executor, requested) {
    const counted: Counted[] = [];
    for (const line of LINES) counted.push(await count(executor, line, requested));
    const currencies = [...new Set(counted.flatMap(({ sums }) => Object.keys(sums)))].sort(
      (a, b) => largest(counted, b) - largest(counted, a) || (a < b ? -1 : 1),
    );
    const columns: ReportColumn[] = [
      { id: "containers", label: "Containers", unit: "containers" },
      ...currencies.map(
        (currency): ReportColumn => ({
          id: currency || "none",
          label: currency || "No currency",
          unit: "money",
          currency: currency || null,
        }),
      ),
    ];
    return {
      columns,
      rows: LINES.map(({ id, label, note }, index) => ({
        id,
        label,
        note,
        values: [
          counted[index]?.containers ?? 0,
          ...currencies.map((currency) => counted[index]?.sums[currency] ?? null),
        ],
      })),
      notes: [
        "Only charges reported by terminals and ramps. Other containers may also incur charges.",
        "Charges that existed on the day tracking started don’t count as added.",
      ],
    };
  },
  containersOf({ row, column }, requested) {
    const line = LINES.find(({ id }) => id === row);
    if (!line) return null;
    const condition = conditionOf(line, requested);
    if (column === "containers") return condition;
    const currency = column === "none" ? "" : column;
    const days = line.on === null ? sql`true` : sql`c.on_day = ${line.on(requested)}::date`;
    return sql`${condition} and exists (select from report_charges c
      where c.container_id = b.container_id and c.currency = ${currency} and ${days})`;
  },
};
