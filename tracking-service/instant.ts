import { tzOffset } from "@date-fns/tz";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC to the second, as the documents write it: 2026-11-21T09:00:00Z. */
export function iso(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds of an ISO 8601 date-time. */
export function millis(instant: string): number {
  return Date.parse(instant);
}

/** A zone's offset on days in UTC, in milliseconds; null on a day on which its clocks are changed. */
const offsetsOfDays = new Map<string, Map<number, number | null>>();
const DAYS_REMEMBERED = 2_000;

const readOffsetMs = (zone: string, ms: number) => tzOffset(zone, new Date(ms)) * MINUTE_MS;

function daysOf(zone: string): Map<number, number | null> {
  let days = offsetsOfDays.get(zone);
  if (!days || days.size > DAYS_REMEMBERED) {
    days = new Map();
    offsetsOfDays.set(zone, days);
  }
  return days;
}

/** Asking for an offset is dear, and clocks are changed at most once a day: both ends of a day tell. */
function offsetMs(zone: string, ms: number): number {
  const days = daysOf(zone);
  const day = Math.floor(ms / DAY_MS);
  let offset = days.get(day);
  if (offset === undefined) {
    const first = readOffsetMs(zone, day * DAY_MS);
    offset = first === readOffsetMs(zone, (day + 1) * DAY_MS) ? first : null;
    days.set(day, offset);
  }
  return offset ?? readOffsetMs(zone, ms);
}

/** The calendar day an instant falls on in a zone, as days since 1970-01-01. */
export function localDay(zone: string, ms: number): number {
  return Math.floor((ms + offsetMs(zone, ms)) / DAY_MS);
}

/** The instant at which a zone's clock shows this time of this day; `day` as localDay gives it. */
export function localTime(zone: string, day: number, hours: number, minutes = 0): number {
  const wall = day * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
  const guess = wall - offsetMs(zone, wall);
  return wall - offsetMs(zone, guess);
}

/** The date of a day as YYYY-MM-DD. */
export function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
