import { type SpecialDay, specialDaysSchema } from "@/lib/domain/deadlines/gate-schedule-schemas";
import { addDays, daysBetween, weekday } from "@/lib/domain/time/zoned-time";
import { readDayHours } from "./terminal-hours";

const DAY = String.raw`(\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})`;
const HOURS = String.raw`\d{1,2}(?::?\d{2})?\s*(?:-|–|to)\s*\d{1,2}(?::?\d{2})?`;
const LINE = new RegExp(
  `^${DAY}(?:\\s*(?:to|-|–)\\s*${DAY})?(?:\\s+(closed|${HOURS}(?:\\s*,\\s*${HOURS})*))?(?:\\s+(.*))?$`,
  "i",
);
const MOST_DAYS_A_LINE = 60;

/** "2026-12-25" of "2026-12-25" or "12/25/2026". Null for a day that does not exist. */
function readDay(typed: string): string | null {
  const [month = "", day = "", year = ""] = typed.split("/");
  const date = typed.includes("/") ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : typed;
  return Number.isNaN(Date.parse(`${date}T00:00:00Z`)) || addDays(date, 0) !== date ? null : date;
}

function readLine(line: string): SpecialDay[] | null {
  const [, first = "", last, hours = "closed", name = ""] = LINE.exec(line) ?? [];
  const from = readDay(first);
  const until = last === undefined ? from : readDay(last);
  if (from === null || until === null) return null;
  const days = daysBetween(from, until) + 1;
  if (days < 1 || days > MOST_DAYS_A_LINE) return null;
  const openings = readDayHours(hours, weekday(from));
  const open = openings?.map(({ from: opens, to }) => ({ from: opens, to }));
  return open ? Array.from({ length: days }, (_, index) => ({ on: addDays(from, index), open, name })) : null;
}

/**
 * Parses typed holidays and closures, one per line: "2026-12-25 Christmas", "12/24/2026 07:00-12:00", "2026-12-26 to
 * 2026-12-28 Strike". Returns them by day, or the first line that is invalid, also because its day has an earlier line.
 */
export function readSpecialDayLines(typed: string): SpecialDay[] | { invalid: string } {
  const days: SpecialDay[] = [];
  for (const line of typed.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const read = readLine(line);
    if (!read || read.some(({ on }) => days.some((day) => day.on === on))) return { invalid: line };
    days.push(...read);
    if (!specialDaysSchema.safeParse(days).success) return { invalid: line };
  }
  return days.sort((a, b) => (a.on < b.on ? -1 : 1));
}

/** One line for each day, as it can be parsed again: "2026-12-24 07:00-12:00 Christmas Eve". */
export function specialDayLines(days: readonly SpecialDay[]): string {
  return days
    .map(({ on, open, name }) => {
      const hours = open.length === 0 ? "closed" : open.map(({ from, to }) => `${from}-${to}`).join(", ");
      return `${on} ${hours}${name && ` ${name}`}`;
    })
    .join("\n");
}
