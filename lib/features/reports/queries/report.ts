import { type SQL, sql } from "drizzle-orm";
import type { CellName, ReportTable, Weeks } from "@/lib/features/reports/rules/report-table";
import type { Executor } from "@/lib/platform/database/client";
import { counted } from "@/lib/platform/text/counted";

/** The input of a report: the present time, the number of weeks, and the time zone of the user (IANA or null). */
export type ReportInput = { now: Date; weeks: Weeks; zone: string | null };

/** A report: its figures and the containers that each figure counts. */
export type Report = {
  read(executor: Executor, requested: ReportInput): Promise<ReportTable>;
  /** A condition on `report_containers b`. Null when the report has no such figure. */
  containersOf(cell: CellName, requested: ReportInput): SQL | null;
  /** The measure of a container `b` in minutes. The container list shows it and is sorted by it, largest first. */
  measure?: SQL;
};

/** Today's date in UTC. `todayAt` returns today's date in the zone of a column. */
export const utcToday = (now: Date): SQL => sql`(${now}::timestamptz at time zone 'UTC')::date`;
export const todayAt = (zone: SQL, now: Date): SQL =>
  sql`(${now}::timestamptz at time zone coalesce(${zone}, 'UTC'))::date`;

/** The first day of the report period, whose last day is today. */
export const firstDay = ({ now, weeks }: ReportInput): SQL => sql`(${utcToday(now)} - ${weeks * 7 - 1}::int)`;

/** Label of rows without a terminal, line or place. */
export const UNNAMED = "—";
export const named = (column: SQL): SQL => sql`coalesce(nullif(${column}, ''), ${UNNAMED})`;

/**
 * Note about containers whose days are counted in UTC because the zone of their place is unknown. Empty when there are
 * none.
 */
export function zoneNotes(unknown: number): string[] {
  if (!unknown) return [];
  return [`Time zone unknown for ${counted(unknown, "container")}: days are counted in UTC.`];
}
