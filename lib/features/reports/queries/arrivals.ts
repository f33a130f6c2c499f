import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, isDay } from "@/lib/domain/time/zoned-time";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import { DAYS_AHEAD } from "@/lib/features/reports/rules/upcoming-deadlines";
import { queryRows } from "@/lib/platform/database/rows";
import { named, type Report, todayAt, zoneNotes } from "./report";

const EXPECTED = sql`b.arrives_on is not null`;
const PLACE = named(sql`b.arrives_place`);
const overdue = (now: Date): SQL => sql`b.arrives_on < ${todayAt(sql`b.arrives_zone`, now)}`;

/** The earliest local date today among the places where containers are expected. */
const first = (now: Date): SQL =>
  sql`(select coalesce(min(${todayAt(sql`z.arrives_zone`, now)}), ${todayAt(sql`null::text`, now)})
    from (select distinct arrives_zone from report_containers where arrives_on is not null) z)`;

const countedSchema = z.object({
  place: z.string(),
  name: z.string().nullable(),
  bucket: z.string(),
  containers: z.number(),
  unknown: z.number(),
  first: z.string(),
});

const COLUMN = (id: string, label: string): ReportColumn => ({ id, label, unit: "containers" });

/** Containers not yet arrived, by place and day: overdue, the next 14 days, later. */
export const arrivals: Report = {
  async read(executor, { now }) {
    const rows = await queryRows(
      executor,
      countedSchema,
      sql`
        select ${PLACE} as place, max(b.arrives_name) as name, first.on_day::text as first,
          case when ${overdue(now)} then 'overdue' when b.arrives_on > first.on_day + ${DAYS_AHEAD - 1}::int then 'later'
            else b.arrives_on::text end as bucket,
          count(*)::int as containers, (count(*) filter (where b.arrives_zone is null))::int as unknown
        from report_containers b, (select ${first(now)} as on_day) first where ${EXPECTED} group by 1, 3, 4`,
    );
    const start = rows[0]?.first;
    const days = start ? Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(start, ahead)) : [];
    const columns = [
      COLUMN("all", "Containers"),
      COLUMN("overdue", "Overdue"),
      ...days.map((day) => COLUMN(day, day)),
      COLUMN("later", "Later"),
    ];
    const places = [...new Set(rows.map(({ place }) => place))];
    const table = places.map((place) => {
      const found = rows.filter((row) => row.place === place);
      const all = found.reduce((sum, { containers }) => sum + containers, 0);
      const values = columns.map(({ id }) =>
        id === "all" ? all : (found.find(({ bucket }) => bucket === id)?.containers ?? 0),
      );
      const name = found[0]?.name ?? place;
      return { id: place, label: name, note: name === place ? undefined : place, values, all };
    });
    return {
      columns,
      rows: table
        .sort((a, b) => b.all - a.all || (a.label < b.label ? -1 : 1))
        .map(({ all: _, ...row }) => row),
      notes: [
        "Overdue: the ETA date has passed there and no arrival is reported.",
        ...zoneNotes(rows.reduce((sum, { unknown }) => sum + unknown, 0)),
      ],
    };
  },
  containersOf({ row, column }, { now }) {
    const place = sql`${EXPECTED} and ${PLACE} = ${row}`;
    if (column === "all") return place;
    if (column === "overdue") return sql`${place} and ${overdue(now)}`;
    if (column === "later")
      return sql`${place} and not ${overdue(now)} and b.arrives_on > ${first(now)} + ${DAYS_AHEAD - 1}::int`;
    return isDay(column) ? sql`${place} and not ${overdue(now)} and b.arrives_on = ${column}::date` : null;
  },
};
