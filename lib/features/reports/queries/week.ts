import { sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, knownZone, localDate, startOfLocalDay } from "@/lib/domain/time/zoned-time";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import type { ReportInput } from "./report";

/** A part of a week: its instants without `until`, and its local days with `lastDay`. */
export type WeekPart = { from: Date; until: Date; firstDay: string; lastDay: string };

/**
 * The current week so far, from Monday in the time zone of the user (UTC when it is unknown), and the same part of the
 * week before.
 */
export function weeksOf({ now, zone }: Pick<ReportInput, "now" | "zone">): {
  thisWeek: WeekPart;
  lastWeek: WeekPart;
} {
  const known = knownZone(zone);
  const today = localDate(now, known);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -sinceMonday);
  const from = startOfLocalDay(monday, known);
  const formerMonday = addDays(monday, -7);
  const formerFrom = startOfLocalDay(formerMonday, known);
  // A clock change makes one of the weeks an hour longer.
  const formerUntil = new Date(
    Math.min(formerFrom.getTime() + (now.getTime() - from.getTime()), from.getTime()),
  );
  return {
    thisWeek: { from, until: now, firstDay: monday, lastDay: today },
    lastWeek: {
      from: formerFrom,
      until: formerUntil,
      firstDay: formerMonday,
      lastDay: addDays(formerMonday, sinceMonday),
    },
  };
}

/**
 * The local day on which the history of a table starts, if that is after the start of last week: then last week cannot be
 * compared. Null if the history covers last week.
 */
export async function historyGap(
  executor: Executor,
  table: "report_containers" | "audit_entries",
  requested: Pick<ReportInput, "now" | "zone">,
): Promise<string | null> {
  const [start = null] = await queryColumn(
    executor,
    z.string().nullable(),
    table === "report_containers"
      ? sql`select to_iso(min(first_seen_at)) from report_containers`
      : sql`select to_iso(min(at)) from audit_entries`,
  );
  if (start !== null && Date.parse(start) <= weeksOf(requested).lastWeek.from.getTime()) return null;
  return localDate(start ?? requested.now, knownZone(requested.zone));
}
