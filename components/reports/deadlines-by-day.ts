import type { BoardRow } from "@/lib/dispatch/board-row";
import { isExpired } from "@/lib/dispatch/deadline";
import { addDays, daysBetween, localDate } from "@/lib/dispatch/zone-time";

/** Days the report looks ahead, today among them. */
export const DAYS_AHEAD = 14;

/** Boxes whose last free day is `day` ("YYYY-MM-DD"), or "expired": ready, held, or neither. */
export type DeadlineDay = { day: string | "expired"; ready: number; held: number; other: number };

type Facts = Pick<BoardRow, "deadline" | "readiness">;

function emptyDay(day: string): DeadlineDay {
  return { day, ready: 0, held: 0, other: 0 };
}

/** Which day a box falls on: by days left at its own place, counted from the viewer's `today`; null beyond. */
function dayOf({ deadline }: Facts, now: Date, today: string): string | null {
  if (deadline.state !== "applies" || !deadline.governing) return null;
  if (isExpired(deadline, now)) return "expired";
  const left = daysBetween(localDate(now, deadline.governing.zone), deadline.governing.on);
  return left < DAYS_AHEAD ? addDays(today, Math.max(0, left)) : null;
}

/**
 * Boxes to be pulled by governing deadline: the expired first, then today and the days after it, also those
 * nothing falls on.
 *
 * @param today the day it is for the reader, "YYYY-MM-DD"
 */
export function deadlinesByDay(rows: readonly Facts[], now: Date, today: string): DeadlineDay[] {
  const days = ["expired", ...Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index))];
  const byDay = new Map(days.map((day) => [day, emptyDay(day)]));
  for (const row of rows) {
    const day = dayOf(row, now, today);
    const counted = day === null ? undefined : byDay.get(day);
    if (!counted) continue;
    const { state } = row.readiness;
    counted[state === "ready" || state === "held" ? state : "other"] += 1;
  }
  return [...byDay.values()];
}
