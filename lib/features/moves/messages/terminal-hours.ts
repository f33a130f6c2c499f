import type { GateHours, SpecialDay } from "@/lib/domain/deadlines/gate-schedule";
import { formatDay, WEEKDAYS } from "@/lib/domain/time/time-format";
import { dayText, rangesText } from "@/lib/features/moves/rules/terminal-hours";
import type { Locale } from "@/lib/platform/text/locale";

/** The order of weekdays in a terminal's week, Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** Formats a week: "Mon–Fri 7:00 AM–4:30 PM; Sat–Sun closed". Consecutive days with equal hours are combined. */
export function weekText(locale: Locale, hours: GateHours): string {
  const runs: { from: number; to: number; text: string }[] = [];
  for (const day of WEEK) {
    const text = dayText(locale, hours, day);
    const last = runs.at(-1);
    if (last?.text === text) last.to = day;
    else runs.push({ from: day, to: day, text });
  }
  return runs
    .map(({ from, to, text }) => `${WEEKDAYS[from]}${from === to ? "" : `–${WEEKDAYS[to]}`} ${text}`)
    .join("; ");
}

/** Formats holidays and closures: "Dec 25 closed (Christmas); Dec 31 7:00 AM–12:00 PM". */
export const specialDaysText = (locale: Locale, days: readonly SpecialDay[], today: string): string =>
  days
    .map(
      ({ on, open, name }) =>
        `${formatDay(locale, on, today)} ${rangesText(locale, open)}${name && ` (${name})`}`,
    )
    .join("; ");
