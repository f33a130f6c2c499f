import {
  type GateHours,
  minutesOf,
  overnight,
  rangesOn,
  type SpecialDay,
} from "@/lib/domain/deadlines/gate-schedule";
import {
  gateHoursSchema,
  type Opening,
  type OpenRange,
  openingSchema,
  specialDaysSchema,
} from "@/lib/domain/deadlines/gate-schedule-schemas";
import { dayOf, timeOf } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { formatDay, formatTime, WEEKDAYS } from "@/lib/domain/time/time-format";
import { clockAsTyped, readTypedRange } from "@/lib/domain/time/typed-clock";
import { addDays, knownZone, weekday } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";

const MINUTES_A_DAY = 1_440;

function covers(opening: OpenRange, minutes: number): boolean {
  const end = minutesOf(opening.to) + (overnight(opening) ? MINUTES_A_DAY : 0);
  return minutes >= minutesOf(opening.from) && minutes < end;
}

/** Returns the openings of a weekday, in time order. */
export const openingsOn = (hours: GateHours, day: number): Opening[] =>
  hours.filter((opening) => opening.day === day).sort((a, b) => (a.from < b.from ? -1 : 1));

/** Formats the open times of a day: "7:00 AM–4:30 PM, 6:00 PM–3:00 AM", "07:00–16:30", "closed". */
export function rangesText(locale: Locale, ranges: readonly OpenRange[]): string {
  const text = ({ from, to }: OpenRange) => `${formatTime(locale, from)}–${formatTime(locale, to)}`;
  return ranges.length > 0 ? ranges.map(text).join(", ") : "closed";
}

/** Formats the hours of a weekday as `rangesText`. */
export function dayText(locale: Locale, hours: GateHours, day: number): string {
  return rangesText(locale, openingsOn(hours, day));
}

/** The open times of a day as `readDayHours` reads them: "7am-4:30pm, 6pm-3am", "07:00-16:30". "" for none. */
export const rangesAsTyped = (locale: Locale, ranges: readonly OpenRange[]): string =>
  ranges.map(({ from, to }) => `${clockAsTyped(locale, from)}-${clockAsTyped(locale, to)}`).join(", ");

/** The state of the gates at a moment. `unknown` means that no hours are set or the zone of the place is unknown. */
export type GateState = "open" | "closed" | "unknown";

/**
 * Returns the state of the gates at a moment, by the local time of the terminal. Checks the openings of that day and of
 * the previous night.
 */
export function gateAt(hours: GateHours, moment: Moment, specialDays: SpecialDay[] = []): GateState {
  if (hours.length === 0 || knownZone(moment.zone) === null) return "unknown";
  const [date, minutes] = [dayOf(moment), minutesOf(timeOf(moment))];
  const schedule = { hours, specialDays };
  const today = rangesOn(schedule, date).some((range) => covers(range, minutes));
  const sinceYesterday = rangesOn(schedule, addDays(date, -1)).some((range) =>
    covers(range, minutes + MINUTES_A_DAY),
  );
  return today || sinceYesterday ? "open" : "closed";
}

/**
 * Returns "closed on Sun", "closed on Dec 25 (Christmas)" or "open 7:00 AM–4:30 PM on Fri". Null while the gates are open or
 * their state is unknown.
 */
export function gateProblem(
  locale: Locale,
  hours: GateHours,
  moment: Moment,
  specialDays: SpecialDay[] = [],
): string | null {
  if (gateAt(hours, moment, specialDays) !== "closed") return null;
  const special = specialDays.find(({ on }) => on === dayOf(moment));
  const day = weekday(dayOf(moment));
  const message = special ? rangesText(locale, special.open) : dayText(locale, hours, day);
  const when = special
    ? formatDay(locale, special.on) + (special.name && ` (${special.name})`)
    : WEEKDAYS[day];
  return `${message === "closed" ? "" : "open "}${message} on ${when}`;
}

/** Reads stored hours. Invalid hours count as not set. */
export function readGateHours(stored: unknown): GateHours {
  const read = gateHoursSchema.safeParse(stored);
  return read.success ? read.data : [];
}

/** Reads stored holidays and closures. Invalid ones count as not set. */
export function readSpecialDays(stored: unknown): SpecialDay[] {
  const read = specialDaysSchema.safeParse(stored);
  return read.success ? read.data : [];
}

/**
 * Parses typed hours of a day: "7am-4:30pm, 6pm-3am", "07:00-16:30", "7-16". Empty text or "closed" means closed.
 * Returns null for invalid and unclear times, empty openings and overlaps.
 */
export function readDayHours(typed: string, day: number): Opening[] | null {
  const text = typed.trim().toLowerCase();
  if (text === "" || text === "closed") return [];
  const openings: Opening[] = [];
  for (const part of text.split(/[,;]/)) {
    const range = readTypedRange(part);
    const to = range?.to === "24:00" ? "00:00" : range?.to;
    const read = openingSchema.safeParse({ day, from: range?.from, to });
    if (!read.success || (read.data.from === read.data.to && read.data.from !== "00:00")) return null;
    openings.push(read.data);
  }
  openings.sort((a, b) => (a.from < b.from ? -1 : 1));
  const overlaps = openings.some((opening, index) => {
    const next = openings[index + 1];
    return next !== undefined && covers(opening, minutesOf(next.from));
  });
  return overlaps ? null : openings;
}
