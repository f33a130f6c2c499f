import type { GateHours, SpecialDay } from "@/lib/domain/deadlines/gate-schedule";
import { formatDay, WEEKDAYS } from "@/lib/domain/time/time-format";
import { dayText, rangesText } from "@/lib/features/moves/rules/terminal-hours";

/** The order of weekdays in a terminal's week, Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** Formats a week: "Mon–Fri 07:00–16:30, Sat closed, Sun closed". Consecutive days with equal hours are combined. */
export function weekText(hours: GateHours): string {
  const runs: { from: number; to: number; text: string }[] = [];
  for (const day of WEEK) {
    const text = dayText(hours, day);
    const last = runs.at(-1);
    if (last?.text === text) last.to = day;
    else runs.push({ from: day, to: day, text });
  }
  return runs
    .map(({ from, to, text }) => `${WEEKDAYS[from]}${from === to ? "" : `–${WEEKDAYS[to]}`} ${text}`)
    .join("; ");
}

/** Formats holidays and closures: "25 Dec closed (Christmas); 31 Dec 07:00–12:00". */
export const specialDaysText = (days: readonly SpecialDay[]): string =>
  days.map(({ on, open, name }) => `${formatDay(on)} ${rangesText(open)}${name && ` (${name})`}`).join("; ");
