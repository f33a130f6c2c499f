import { tzOffset } from "@date-fns/tz";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** Formats as ISO 8601 in UTC to the second, as in the interface documents: 2026-11-21T09:00:00Z. */
export function iso(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const second = Math.floor((ms - day * DAY_MS) / 1_000);
  const [hours, minutes] = [Math.floor(second / 3_600), Math.floor(second / 60) % 60];
  return `${dateText(day)}T${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes]}:${TWO_DIGITS[second % 60]}Z`;
}

/** Milliseconds since 1970 of an ISO 8601 date-time. */
export function millis(instant: string): number {
  return Date.parse(instant);
}

/** Offset of a zone on each UTC day, in milliseconds. Null on a day with a clock change. */
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

/** Computing an offset is expensive. Clocks change at most once a day, so comparing both ends of a day is enough. */
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

/** The calendar day of an instant in a zone, as days since 1970-01-01. */
export function localDay(zone: string, ms: number): number {
  return Math.floor((ms + offsetMs(zone, ms)) / DAY_MS);
}

/** The instant of a local time on a day in a zone. `day` is a result of localDay. */
export function localTime(zone: string, day: number, hours: number, minutes = 0): number {
  const wall = day * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
  const guess = wall - offsetMs(zone, wall);
  return wall - offsetMs(zone, guess);
}

/** Cached because the same days recur and formatting is expensive. */
const datesOfDays = new Map<number, string>();

/** The date of a day as YYYY-MM-DD. */
export function dateText(day: number): string {
  const known = datesOfDays.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (datesOfDays.size > DAYS_REMEMBERED) datesOfDays.clear();
  datesOfDays.set(day, text);
  return text;
}
