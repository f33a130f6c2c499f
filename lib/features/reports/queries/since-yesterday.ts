import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, knownZone, localDate, startOfLocalDay } from "@/lib/domain/time/zoned-time";
import { queryColumn } from "@/lib/platform/database/rows";
import type { Report, ReportInput } from "./report";

/** Yesterday's date and its start in the time zone of the user, or in UTC when the zone is unknown. */
export function yesterdayOf({ now, zone }: Pick<ReportInput, "now" | "zone">): {
  on: string;
  startsAt: Date;
} {
  const known = knownZone(zone);
  const on = addDays(localDate(now, known), -1);
  return { on, startsAt: startOfLocalDay(on, known) };
}

type Line = { id: string; label: string; containers: (since: Date, now: Date) => SQL };

const between = (column: SQL, since: Date, now: Date): SQL => sql`${column} between ${since} and ${now}`;
const column = (id: string, label: string, name: SQL): Line => ({
  id,
  label,
  containers: (since, now) => between(name, since, now),
});
const hold = (id: string, label: string, condition: (since: Date, now: Date) => SQL): Line => ({
  id,
  label,
  containers: (since, now) =>
    sql`b.container_id in (select h.container_id from report_holds h where ${condition(since, now)})`,
});

const LINES: readonly Line[] = [
  column("new", "Newly tracked", sql`b.first_seen_at`),
  column("eta", "ETA changed", sql`b.eta_moved_at`),
  column("discharged", "Discharged", sql`b.discharged_at`),
  hold("placed", "Hold placed", (since, now) => sql`h.placed and ${between(sql`h.from_at`, since, now)}`),
  hold("released", "Hold released", (since, now) => between(sql`h.to_at`, since, now)),
  column("deadline", "Last free day changed", sql`b.deadline_moved_at`),
  column("out", "Picked up", sql`b.out_at`),
  column("empty", "Empty returned", sql`b.empty_at`),
];

/** Changes since the start of yesterday in the time zone of the user, by container. */
export const since: Report = {
  async read(executor, requested) {
    const { startsAt } = yesterdayOf(requested);
    // Each query uses its own index, because only a small part of the containers changes per day.
    const counts = LINES.map(
      ({ containers }) =>
        sql`(select count(*)::int from report_containers b where ${containers(startsAt, requested.now)})`,
    );
    const [values = []] = await queryColumn(
      executor,
      z.array(z.number()),
      sql`select array[${sql.join(counts, sql`, `)}] as counts`,
    );
    return {
      columns: [{ id: "containers", label: "Containers", unit: "containers" }],
      rows: LINES.map(({ id, label }, index) => ({ id, label, values: [values[index] ?? 0] })),
      notes: [],
    };
  },
  containersOf({ row, column: requested }, { now, zone }) {
    const line = LINES.find(({ id }) => id === row);
    return line && requested === "containers"
      ? line.containers(yesterdayOf({ now, zone }).startsAt, now)
      : null;
  },
};
