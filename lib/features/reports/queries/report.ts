import { type SQL, sql } from "drizzle-orm";
import type { CellName, ReportTable, Weeks } from "@/lib/features/reports/rules/report-table";
import type { Executor } from "@/lib/platform/database/client";

/** What a report is asked for: the present instant, how far back, and the zone of whoever asks (IANA or null). */
export type Asked = { now: Date; weeks: Weeks; zone: string | null };

/** A report: its figures, and which containers each figure counts. */
export type Report = {
  read(executor: Executor, asked: Asked): Promise<ReportTable>;
  /** A condition over `report_containers b`; null where the report has no such figure. */
  containersOf(cell: CellName, asked: Asked): SQL | null;
  /** What the report says of a container `b`, in minutes: the list is ordered by it, largest first, and shows it. */
  measure?: SQL;
};

/** Today's calendar day at UTC, and at the place of a zone column. */
export const utcToday = (now: Date): SQL => sql`(${now}::timestamptz at time zone 'UTC')::date`;
export const todayAt = (zone: SQL, now: Date): SQL =>
  sql`(${now}::timestamptz at time zone coalesce(${zone}, 'UTC'))::date`;

/** The first day of the weeks that a report looks back over, today's being the last of them. */
export const firstDay = ({ now, weeks }: Asked): SQL => sql`(${utcToday(now)} - ${weeks * 7 - 1}::int)`;

/** Whether a text is a day of the calendar, "2026-11-20". */
export const isDay = (text: string): boolean => /^[12]\d{3}-[01]\d-[0-3]\d$/.test(text) && isInCalendar(text);

const isInCalendar = (text: string): boolean => {
  const epochMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text);
};

/** What rows that name no terminal, line or place stand under. */
export const UNNAMED = "—";
export const named = (column: SQL): SQL => sql`coalesce(nullif(${column}, ''), ${UNNAMED})`;

/** What is said of containers whose days are UTC's, since their place's zone is not known; nothing where there are none. */
export function zoneNotes(unknown: number): string[] {
  if (!unknown) return [];
  const containers = `${unknown.toLocaleString("en-US")} ${unknown === 1 ? "container" : "containers"}`;
  return [`The zone of the place is not known for ${containers}: days are counted by UTC there.`];
}
