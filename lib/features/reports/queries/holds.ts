import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { holdOwner } from "@/lib/domain/readiness/holds";
import type { ReportColumn } from "@/lib/features/reports/rules/report-table";
import { queryRows } from "@/lib/platform/database/rows";
import { type Report, todayAt, zoneNotes } from "./report";

const AGE = (now: Date): SQL => sql`(${todayAt(sql`h.zone`, now)} - h.from_on)`;

/** Age bands in days since a hold was placed, from and to. */
const AGES: readonly { id: string; label: string; from: number; to: number | null }[] = [
  { id: "today", label: "Today", from: -9_999, to: 0 },
  { id: "1-2", label: "1–2d", from: 1, to: 2 },
  { id: "3-7", label: "3–7d", from: 3, to: 7 },
  { id: "8-14", label: "8–14d", from: 8, to: 14 },
  { id: "15", label: "Over 14d", from: 15, to: null },
];
const COLUMNS: readonly ReportColumn[] = [
  ...AGES.map(({ id, label }): ReportColumn => ({ id, label, unit: "containers" })),
  { id: "all", label: "Containers", unit: "containers" },
];

const NAME = sql`lower(h.name)`;

const countedSchema = z.object({
  key: z.string(),
  name: z.string(),
  pending: z.boolean(),
  counts: z.array(z.number()),
  all: z.number(),
  older: z.number(),
  unknown: z.number(),
});

const within = ({ from, to }: (typeof AGES)[number], now: Date): SQL =>
  to === null ? sql`${AGE(now)} >= ${from}::int` : sql`${AGE(now)} between ${from}::int and ${to}::int`;

/** Containers by current hold and by days since it was placed. A pending hold has its own row. */
export const holds: Report = {
  async read(executor, { now }) {
    const counts = AGES.map(
      (age) => sql`(count(distinct container_id) filter (where ${within(age, now)}))::int`,
    );
    const rows = await queryRows(
      executor,
      countedSchema,
      sql`
        select ${NAME} as key, min(h.name) as name, h.status <> 'hold' as pending, array[${sql.join(counts, sql`, `)}] as counts,
          count(distinct container_id)::int as all, (count(distinct container_id) filter (where not h.placed))::int as older,
          (count(distinct container_id) filter (where h.zone is null))::int as unknown
        from report_holds h where to_at is null group by 1, 3 order by pending, "all" desc, key`,
    );
    const older = rows.reduce((sum, row) => sum + row.older, 0);
    return {
      columns: COLUMNS,
      rows: rows.map(({ key, name, pending, counts: values, all }) => ({
        id: `${pending ? "pending" : "hold"}:${key}`,
        label: pending ? `${name}, pending` : name,
        note: pending ? "doesn’t block pickup yet" : holdOwner(name),
        values: [...values, all],
      })),
      notes: [
        "A container with several holds counts in each row.",
        ...(older
          ? [`${older.toLocaleString("en-US")} were present when tracking started and may be older.`]
          : []),
        ...zoneNotes(rows.reduce((sum, { unknown }) => sum + unknown, 0)),
      ],
    };
  },
  containersOf({ row, column }, { now }) {
    const [, state, name] = /^(hold|pending):(.+)$/s.exec(row) ?? [];
    const age = AGES.find(({ id }) => id === column);
    if (!name || (!age && column !== "all")) return null;
    const isValid = state === "hold" ? sql`h.status = 'hold'` : sql`h.status <> 'hold'`;
    return sql`exists (select from report_holds h where h.container_id = b.container_id and h.to_at is null
      and ${NAME} = ${name} and ${isValid} and ${age ? within(age, now) : sql`true`})`;
  },
};
