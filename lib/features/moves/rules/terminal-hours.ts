import { z } from "zod";
import { dayOf, timeOf } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { WEEKDAYS } from "@/lib/domain/time/time-format";
import { addDays, knownZone, weekday } from "@/lib/domain/time/zoned-time";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "expected a time such as 07:00" });

/**
 * One opening of a terminal's gates. Days are from 0 (Sunday) to 6 (Saturday). An opening that ends before it begins
 * ends the next day.
 */
export const openingSchema = z.object({ day: z.number().int().min(0).max(6), from: clock, to: clock });
export const gateHoursSchema = z.array(openingSchema).max(21);
export type Opening = z.infer<typeof openingSchema>;
/** The weekly gate hours of a terminal in its local time. Empty means not set. */
export type GateHours = Opening[];

const MINUTES_A_DAY = 1_440;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether an opening continues past midnight. "00:00" as an end is the following midnight. */
const overnight = ({ from, to }: Opening): boolean => minutesOf(to) <= minutesOf(from);

function covers(opening: Opening, minutes: number): boolean {
  const end = minutesOf(opening.to) + (overnight(opening) ? MINUTES_A_DAY : 0);
  return minutes >= minutesOf(opening.from) && minutes < end;
}

/** Returns the openings of a weekday, in time order. */
export const openingsOn = (hours: GateHours, day: number): Opening[] =>
  hours.filter((opening) => opening.day === day).sort((a, b) => (a.from < b.from ? -1 : 1));

/** Formats the hours of a day: "07:00–16:30, 18:00–03:00", "closed". */
export function dayText(hours: GateHours, day: number): string {
  const openings = openingsOn(hours, day);
  return openings.length > 0 ? openings.map(({ from, to }) => `${from}–${to}`).join(", ") : "closed";
}

/** The state of the gates at a moment. `unknown` means that no hours are set or the zone of the place is unknown. */
export type GateState = "open" | "closed" | "unknown";

/**
 * Returns the state of the gates at a moment, by the local time of the terminal. Checks the openings of that day and of
 * the previous night.
 */
export function gateAt(hours: GateHours, moment: Moment): GateState {
  if (hours.length === 0 || knownZone(moment.zone) === null) return "unknown";
  const [date, minutes] = [dayOf(moment), minutesOf(timeOf(moment))];
  const today = openingsOn(hours, weekday(date)).some((opening) => covers(opening, minutes));
  const sinceYesterday = openingsOn(hours, weekday(addDays(date, -1))).some((opening) =>
    covers(opening, minutes + MINUTES_A_DAY),
  );
  return today || sinceYesterday ? "open" : "closed";
}

/**
 * Returns "closed on Sun" or "open 07:00–16:30 on Fri". Null while the gates are open or
 * their state is unknown.
 */
export function gateProblem(hours: GateHours, moment: Moment): string | null {
  if (gateAt(hours, moment) !== "closed") return null;
  const day = weekday(dayOf(moment));
  const message = dayText(hours, day);
  return message === "closed" ? `closed on ${WEEKDAYS[day]}` : `open ${message} on ${WEEKDAYS[day]}`;
}

/** Reads stored hours. Invalid hours count as not set. */
export function readGateHours(stored: unknown): GateHours {
  const read = gateHoursSchema.safeParse(stored);
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
