import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { AGING_AFTER_MS, STALE_AFTER_MS } from "@/lib/domain/container/staleness";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import { queryRows } from "@/lib/platform/database/rows";
import { named, type Report } from "./report";

/**
 * The data sources of containers, the containers that wait for data from each source, and when each source was last
 * checked.
 */
const SOURCES: readonly { id: string; text: string; name: SQL; label: SQL; waits: SQL; at: SQL }[] = [
  {
    id: "terminal",
    text: "terminal, containers on site",
    name: named(sql`b.terminal`),
    label: named(sql`b.terminal`),
    waits: sql`b.on_ground`,
    at: sql`b.checked_at`,
  },
  {
    id: "line",
    text: "line, containers not picked up",
    name: named(sql`b.line`),
    label: named(sql`b.line_name`),
    waits: sql`not b.picked_up`,
    at: sql`b.line_checked_at`,
  },
  {
    id: "rail",
    text: "rail carrier, inland moves after discharge",
    name: named(sql`b.rail_carrier`),
    label: named(sql`b.rail_carrier`),
    waits: sql`b.inland and b.discharged_at is not null and not b.picked_up and b.rail_carrier is not null`,
    at: sql`b.rail_checked_at`,
  },
];

const COLUMNS: readonly ReportColumn[] = [
  { id: "fresh", label: "Under 6h", unit: "containers" },
  { id: "aging", label: "6 to 24h", unit: "containers" },
  { id: "stale", label: "Over 24h", unit: "containers" },
  { id: "never", label: "Never", unit: "containers" },
  { id: "all", label: "Containers", unit: "containers" },
];

/** The age bands of a check, with the limits that the board uses for stale data. */
function band(id: string, at: SQL, now: Date): SQL | null {
  const aging = new Date(now.getTime() - AGING_AFTER_MS);
  const stale = new Date(now.getTime() - STALE_AFTER_MS);
  switch (id) {
    case "fresh":
      return sql`${at} > ${aging}`;
    case "aging":
      return sql`(${at} <= ${aging} and ${at} > ${stale})`;
    case "stale":
      return sql`${at} <= ${stale}`;
    case "never":
      return sql`${at} is null`;
    case "all":
      return sql`true`;
    default:
      return null;
  }
}

const countedSchema = z.object({
  name: z.string(),
  label: z.string().nullable(),
  counts: z.array(z.number()),
});

/** How long ago each terminal, line and rail carrier was checked, by the containers that wait for its data. */
export const freshness: Report = {
  async read(executor, { now }) {
    const rows = [];
    for (const { id, text, name, label, waits, at } of SOURCES) {
      const counts = COLUMNS.map(
        (column) => sql`(count(*) filter (where ${band(column.id, at, now) ?? sql`false`}))::int`,
      );
      const found = await queryRows(
        executor,
        countedSchema,
        sql`
          select ${name} as name, max(${label}) as label, array[${sql.join(counts, sql`, `)}] as counts
          from report_containers b where ${waits} group by 1 order by count(*) desc, 1`,
      );
      rows.push(
        ...found.map((each) => ({
          id: `${id}:${each.name}`,
          label: each.label ?? each.name,
          note: text,
          values: each.counts,
        })),
      );
    }
    return { columns: COLUMNS, rows, notes: [] };
  },
  containersOf({ row, column }, { now }) {
    const [, id, name] = /^(\w+):(.+)$/s.exec(row) ?? [];
    const source = SOURCES.find((each) => each.id === id);
    const checked = source && band(column, source.at, now);
    return source && checked ? sql`${source.waits} and ${source.name} = ${name} and ${checked}` : null;
  },
};
