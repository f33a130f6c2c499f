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
import { formatDay, WEEKDAYS } from "@/lib/domain/time/time-format";
import { addDays, knownZone, weekday } from "@/lib/domain/time/zoned-time";

const MINUTES_A_DAY = 1_440;

function covers(opening: OpenRange, minutes: number): boolean {
  const end = minutesOf(opening.to) + (overnight(opening) ? MINUTES_A_DAY : 0);
  return minutes >= minutesOf(opening.from) && minutes < end;
}

/** Returns the openings of a weekday, in time order. */
export const openingsOn = (hours: GateHours, day: number): Opening[] =>
  hours.filter((opening) => opening.day === day).sort((a, b) => (a.from < b.from ? -1 : 1));

/** Formats the open times of a day: "07:00–16:30, 18:00–03:00", "closed". */
export const rangesText = (ranges: readonly OpenRange[]): string =>
  ranges.length > 0 ? ranges.map(({ from, to }) => `${from}–${to}`).join(", ") : "closed";

/** Formats the hours of a weekday: "07:00–16:30, 18:00–03:00", "closed". */
export function dayText(hours: GateHours, day: number): string {
  return rangesText(openingsOn(hours, day));
}

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
 * Returns "closed on Sun", "closed on 25 Dec (Christmas)" or "open 07:00–16:30 on Fri". Null while the gates are open or
 * their state is unknown.
 */
export function gateProblem(hours: GateHours, moment: Moment, specialDays: SpecialDay[] = []): string | null {
  if (gateAt(hours, moment, specialDays) !== "closed") return null;
  const special = specialDays.find(({ on }) => on === dayOf(moment));
  const day = weekday(dayOf(moment));
  const message = special ? rangesText(special.open) : dayText(hours, day);
  const when = special ? formatDay(special.on) + (special.name && ` (${special.name})`) : WEEKDAYS[day];
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

const TYPED = /^\s*(\d{1,2})(?::?(\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?::?(\d{2}))?\s*$/;

/**
 * Parses typed hours of a day: "07:00-16:30, 18:00-03:00", "7-16". Empty text or "closed" means closed. Returns null
 * for invalid times, empty openings and overlaps.
 */
export function readDayHours(typed: string, day: number): Opening[] | null {
  const text = typed.trim().toLowerCase();
  if (text === "" || text === "closed") return [];
  const openings: Opening[] = [];
  for (const part of text.split(/[,;]/)) {
    const [, fromHour, fromMinute = "00", toHour, toMinute = "00"] = TYPED.exec(part) ?? [];
    const to = `${toHour}:${toMinute}` === "24:00" ? "00:00" : `${toHour?.padStart(2, "0")}:${toMinute}`;
    const read = openingSchema.safeParse({ day, from: `${fromHour?.padStart(2, "0")}:${fromMinute}`, to });
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
