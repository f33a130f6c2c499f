import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays } from "@/lib/domain/time/zoned-time";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { type Report, type ReportInput, todayAt } from "./report";
import { yesterdayOf } from "./since-yesterday";

/** The sums of a currency: all that is reported so far, and what was added on a day. */
const SUMS = ["sofar", "yesterday", "today"] as const;
type Sum = (typeof SUMS)[number];
const SUM_LABELS: Record<Sum, string> = {
  sofar: "Reported so far",
  yesterday: "Added yesterday",
  today: "Added today",
};

/** A set of containers, and which sums of their charges are shown. */
type Line = {
  id: string;
  label: string;
  note: string;
  containers: (requested: ReportInput) => SQL;
  sums: readonly Sum[];
};

const OPEN = sql`not b.picked_up and b.due_on is not null`;
const yesterday = (requested: ReportInput): string => yesterdayOf(requested).on;
const today = (requested: ReportInput): string => addDays(yesterday(requested), 1);

/** What was added on a day by the change history. What was already reported when tracking started was not. */
const addedOn = (day: string): SQL => sql`not c.at_start and c.on_day = ${day}::date`;
const chargesOf = (sum: Sum, requested: ReportInput): SQL => {
  if (sum === "sofar") return sql`true`;
  return addedOn(sum === "today" ? today(requested) : yesterday(requested));
};

const LINES: readonly Line[] = [
  {
    id: "past",
    label: "Past LFD",
    note: "not pulled, last free day ended",
    containers: ({ now }) => sql`${OPEN} and b.due_ends_at <= ${now}`,
    sums: SUMS,
  },
  {
    id: "lfd-today",
    label: "LFD today",
    note: "not pulled, today is the last free day",
    containers: ({ now }) =>
      sql`${OPEN} and b.due_ends_at > ${now} and b.due_on = ${todayAt(sql`b.due_zone`, now)}`,
    sums: SUMS,
  },
  {
    id: "waiting",
    label: "Not pulled, charges reported",
    note: "whatever the last free day",
    containers: () => sql`not b.picked_up and b.charged`,
    sums: SUMS,
  },
  {
    id: "added",
    label: "All containers",
    note: "charges added yesterday or today, also after pickup",
    // The containers of the days are looked up individually, because reading the charges of all is too slow.
    containers: (requested) => sql`
      b.container_id = any(array(select c.container_id from report_charges c
        where ${addedOn(yesterday(requested))} or ${addedOn(today(requested))}))`,
    sums: ["yesterday", "today"],
  },
  {
    id: "per-diem",
    label: "Empties past free time",
    note: "the line’s per diem is not reported",
    containers: ({ now }) => sql`b.picked_up and b.empty_at is null and b.return_due_at <= ${now}`,
    sums: [],
  },
];

const countedSchema = z.object({
  containers: z.number(),
  sums: z.record(z.string(), z.object({ sofar: z.number(), yesterday: z.number(), today: z.number() })),
});
type Counted = z.infer<typeof countedSchema>;

async function count(executor: Executor, line: Line, requested: ReportInput): Promise<Counted> {
  const of = (sum: Sum) => sql`coalesce(sum(c.minor) filter (where ${chargesOf(sum, requested)}), 0)::float8`;
  const rows = await queryRows(
    executor,
    countedSchema,
    sql`
      with listed as materialized (
        select b.container_id, b.charged from report_containers b where ${line.containers(requested)})
      select (select count(*)::int from listed) as containers,
        coalesce((select json_object_agg(currency, json_build_object(
            'sofar', sofar, 'yesterday', yesterday, 'today', today)) from (
          select c.currency, ${of("sofar")} as sofar, ${of("yesterday")} as yesterday, ${of("today")} as today
          from report_charges c join listed using (container_id) where charged group by 1) sums), '{}') as sums`,
  );
  return rows[0] ?? { containers: 0, sums: {} };
}

/** Null for a sum that is not shown or has no charges. */
function shownSum({ sums }: Line, counted: Counted | undefined, currency: string, sum: Sum): number | null {
  return sums.includes(sum) ? counted?.sums[currency]?.[sum] || null : null;
}

const columnId = (currency: string, sum: Sum): string =>
  sum === "sofar" ? currency || "none" : `${currency || "none"}-${sum}`;

/**
 * The charges that terminals and ramps reported, by currency: so far, and what they added yesterday and today. Only
 * reported amounts: no amount of per diem is reported, and none is computed.
 */
export const exposure: Report = {
  async read(executor, requested) {
    const counted: Counted[] = [];
    for (const line of LINES) counted.push(await count(executor, line, requested));
    const largest = (currency: string): number =>
      Math.max(...SUMS.flatMap((sum) => counted.map(({ sums }) => Math.abs(sums[currency]?.[sum] ?? 0))));
    const currencies = [...new Set(counted.flatMap(({ sums }) => Object.keys(sums)))]
      .filter((currency) => largest(currency) > 0)
      .sort((a, b) => largest(b) - largest(a) || (a < b ? -1 : 1));
    const columns: ReportColumn[] = [
      { id: "containers", label: "Containers", unit: "containers" },
      ...currencies.flatMap((currency) =>
        SUMS.map(
          (sum): ReportColumn => ({
            id: columnId(currency, sum),
            label: `${SUM_LABELS[sum]}, ${currency || "no currency"}`,
            unit: "money",
            currency: currency || null,
          }),
        ),
      ),
    ];
    return {
      columns,
      rows: LINES.map((line, index) => ({
        id: line.id,
        label: line.label,
        note: line.note,
        values: [
          counted[index]?.containers ?? 0,
          ...currencies.flatMap((currency) =>
            SUMS.map((sum) => shownSum(line, counted[index], currency, sum)),
          ),
        ],
      })),
      notes: [
        "Only charges that terminals and ramps reported, also for days before tracking started. What is not reported is in no amount.",
        "Added: first reported or increased on that day, in the container’s local time. Charges that existed when tracking started don’t count as added.",
      ],
    };
  },
  containersOf({ row, column }, requested) {
    const line = LINES.find(({ id }) => id === row);
    if (!line) return null;
    const condition = line.containers(requested);
    if (column === "containers") return condition;
    const sum = SUMS.find((each) => column.endsWith(`-${each}`)) ?? "sofar";
    if (!line.sums.includes(sum)) return null;
    const named = column.replace(/-(yesterday|today)$/, "");
    const currency = named === "none" ? "" : named;
    return sql`${condition} and exists (select from report_charges c
      where c.container_id = b.container_id and c.currency = ${currency} and ${chargesOf(sum, requested)})`;
  },
};
