import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { queryRows } from "@/lib/platform/database/rows";
import { firstDay, named, type Report, type ReportInput, utcToday, zoneNotes } from "./report";

const TERMINAL = named(sql`b.terminal`);
const OUT = (requested: ReportInput): SQL =>
  sql`b.dwell_minutes is not null and b.out_on between ${firstDay(requested)} and ${utcToday(requested.now)}`;
/** Discharged, not gated out, and not continuing by rail. */
const WAITING = sql`not b.picked_up and not b.inland and b.discharged_at is not null`;
const MINUTES_A_DAY = 1_440;
const LONG_DAYS = 7;
const LONG = sql`b.dwell_minutes > ${LONG_DAYS * MINUTES_A_DAY}::int`;

const countedSchema = z.object({
  terminal: z.string(),
  containers: z.number(),
  median: z.number().nullable(),
  late: z.number().nullable(),
  long: z.number(),
  waiting: z.number(),
  unknown: z.number(),
});

/** Dwell time of containers at each terminal, from discharge to gate out, for containers gated out in the period. */
export const dwell: Report = {
  measure: sql`coalesce(b.dwell_minutes, (extract(epoch from now() - b.discharged_at) / 60)::int)`,
  async read(executor, requested) {
    const rows = await queryRows(
      executor,
      countedSchema,
      sql`
        select ${TERMINAL} as terminal, (count(*) filter (where gone))::int as containers,
          round(percentile_cont(0.5) within group (order by dwell_minutes) filter (where gone))::int as median,
          round(percentile_cont(0.9) within group (order by dwell_minutes) filter (where gone))::int as late,
          (count(*) filter (where gone and ${LONG}))::int as long,
          (count(*) filter (where ${WAITING}))::int as waiting,
          (count(*) filter (where gone and zone is null))::int as unknown
        from (select *, ${OUT(requested)} as gone from report_containers b) b where gone or ${WAITING}
        group by 1 order by containers desc, 1`,
    );
    return {
      columns: [
        { id: "out", label: "Gated out", unit: "containers" },
        { id: "median", label: "Median", unit: "minutes" },
        { id: "late", label: "90th percentile", unit: "minutes" },
        { id: "long", label: `Over ${LONG_DAYS} days`, unit: "containers" },
        { id: "waiting", label: "At terminal now", unit: "containers" },
      ],
      rows: rows.map(({ terminal, containers, median, late, long, waiting }) => ({
        id: terminal,
        label: terminal,
        values: [containers, median, late, long, waiting],
      })),
      notes: zoneNotes(rows.reduce((sum, { unknown }) => sum + unknown, 0)),
    };
  },
  containersOf({ row, column }, requested) {
    const terminal = sql`${TERMINAL} = ${row}`;
    if (column === "waiting") return sql`${terminal} and ${WAITING}`;
    if (column === "long") return sql`${terminal} and ${OUT(requested)} and ${LONG}`;
    return ["out", "median", "late"].includes(column) ? sql`${terminal} and ${OUT(requested)}` : null;
  },
};
