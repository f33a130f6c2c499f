import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { queryRows } from "@/lib/platform/database/rows";
import { firstDay, named, type Report, type ReportInput, utcToday, zoneNotes } from "./report";

const LINE = named(sql`b.line`);
const MINUTES_A_DAY = 1_440;
const KNOWN = sql`b.drift_minutes is not null`;
const ARRIVED = (requested: ReportInput): SQL =>
  sql`${KNOWN} and b.arrived and b.drift_on between ${firstDay(requested)} and ${utcToday(requested.now)}`;
const LATE = sql`b.drift_minutes > ${MINUTES_A_DAY}::int`;
const EARLY = sql`b.drift_minutes < ${-MINUTES_A_DAY}::int`;
const COMING = sql`${KNOWN} and not b.arrived and not b.picked_up and ${LATE}`;

const countedSchema = z.object({
  line: z.string(),
  name: z.string().nullable(),
  containers: z.number(),
  median: z.number().nullable(),
  tail: z.number().nullable(),
  late: z.number(),
  early: z.number(),
  moves: z.number().nullable(),
  coming: z.number(),
  unknown: z.number(),
});

/** Deviation of the arrival from the first ETA, by line, for containers that arrived in the period. */
export const drift: Report = {
  measure: sql`b.drift_minutes`,
  async read(executor, requested) {
    const rows = await queryRows(
      executor,
      countedSchema,
      sql`
        select ${LINE} as line, max(b.line_name) as name, (count(*) filter (where seen))::int as containers,
          round(percentile_cont(0.5) within group (order by drift_minutes) filter (where seen))::int as median,
          round(percentile_cont(0.9) within group (order by drift_minutes) filter (where seen))::int as tail,
          (count(*) filter (where seen and ${LATE}))::int as late,
          (count(*) filter (where seen and ${EARLY}))::int as early,
          (avg(eta_moves) filter (where seen))::float8 as moves,
          (count(*) filter (where ${COMING}))::int as coming,
          (count(*) filter (where seen and zone is null))::int as unknown
        from (select *, (${ARRIVED(requested)}) as seen from report_containers b) b where seen or (${COMING})
        group by 1 order by containers desc, 1`,
    );
    return {
      columns: [
        { id: "arrived", label: "Containers arrived", unit: "containers" },
        { id: "median", label: "Median", unit: "minutes" },
        { id: "tail", label: "90th percentile", unit: "minutes" },
        { id: "late", label: "Over a day late", unit: "containers" },
        { id: "early", label: "Over a day early", unit: "containers" },
        { id: "moves", label: "ETA changes per container", unit: "moves" },
        { id: "coming", label: "Arriving late", unit: "containers" },
      ],
      rows: rows.map(({ line, name, containers, median, tail, late, early, moves, coming }) => ({
        id: line,
        label: name ?? line,
        note: name && name !== line ? line : undefined,
        values: [containers, median, tail, late, early, moves, coming],
      })),
      notes: [
        "Above 0 is late, below 0 is early. Arriving late: on the way and now over a day behind the first ETA.",
        ...zoneNotes(rows.reduce((sum, { unknown }) => sum + unknown, 0)),
      ],
    };
  },
  containersOf({ row, column }, requested) {
    const line = sql`${LINE} = ${row}`;
    if (column === "coming") return sql`${line} and ${COMING}`;
    if (column === "late") return sql`${line} and ${ARRIVED(requested)} and ${LATE}`;
    if (column === "early") return sql`${line} and ${ARRIVED(requested)} and ${EARLY}`;
    return ["arrived", "median", "tail", "moves"].includes(column)
      ? sql`${line} and ${ARRIVED(requested)}`
      : null;
  },
};
