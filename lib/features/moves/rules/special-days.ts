import { type SpecialDay, specialDaysSchema } from "@/lib/domain/deadlines/gate-schedule-schemas";
import { CLOCK } from "@/lib/domain/time/typed-clock";
import { addDays, daysBetween, weekday } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";
import { rangesAsTyped, readDayHours } from "./terminal-hours";

const DAY = String.raw`(\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})`;
const HOURS = String.raw`${CLOCK}\s*(?:-|–|to)\s*${CLOCK}`;
const LINE = new RegExp(
  `^${DAY}(?:\\s*(?:to|-|–)\\s*${DAY})?(?:\\s+(closed|${HOURS}(?:\\s*,\\s*${HOURS})*))?(?:\\s+(.*))?$`,
  "i",
);
const MOST_DAYS_A_LINE = 60;

/** "2026-12-25" of "2026-12-25", "12/25/2026" or the British "25/12/2026". Null for a day that does not exist. */
function readDay(locale: Locale, typed: string): string | null {
  const [first = "", second = "", year = ""] = typed.split("/");
  const [month, day] = locale === "en-US" ? [first, second] : [second, first];
  const date = typed.includes("/") ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : typed;
  return Number.isNaN(Date.parse(`${date}T00:00:00Z`)) || addDays(date, 0) !== date ? null : date;
}

function readLine(locale: Locale, line: string): SpecialDay[] | null {
  const [, first = "", last, hours = "closed", name = ""] = LINE.exec(line) ?? [];
  const from = readDay(locale, first);
  const until = last === undefined ? from : readDay(locale, last);
  if (from === null || until === null) return null;
  const days = daysBetween(from, until) + 1;
  if (days < 1 || days > MOST_DAYS_A_LINE) return null;
  const openings = readDayHours(hours, weekday(from));
  const open = openings?.map(({ from: opens, to }) => ({ from: opens, to }));
  return open ? Array.from({ length: days }, (_, index) => ({ on: addDays(from, index), open, name })) : null;
}

/**
 * Parses typed holidays and closures, one per line: "2026-12-25 Christmas", "12/24/2026 7am-12pm", "2026-12-26 to
 * 2026-12-28 Strike". Returns them by day, or the first line that is invalid, also because its day has an earlier line.
 */
export function readSpecialDayLines(locale: Locale, typed: string): SpecialDay[] | { invalid: string } {
  const days: SpecialDay[] = [];
  for (const line of typed.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const read = readLine(locale, line);
    if (!read || read.some(({ on }) => days.some((day) => day.on === on))) return { invalid: line };
    days.push(...read);
    if (!specialDaysSchema.safeParse(days).success) return { invalid: line };
  }
  return days.sort((a, b) => (a.on < b.on ? -1 : 1));
}

/** One line for each day, as it can be parsed again: "2026-12-24 7am-12pm Christmas Eve". */
export function specialDayLines(locale: Locale, days: readonly SpecialDay[]): string {
  return days
    .map(({ on, open, name }) => {
      const hours = open.length === 0 ? "closed" : rangesAsTyped(locale, open);
      return `${on} ${hours}${name && ` ${name}`}`;
    })
    .join("\n");
}
