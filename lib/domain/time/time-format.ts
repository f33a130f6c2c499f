import { dayOf, timeOf } from "./local-clock";
import type { Moment } from "./moment";
import { localDate, weekday, zoneKnown } from "./zoned-time";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG_MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
/** Indexed by number, 0 Sunday to 6 Saturday. */
export const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const abbreviators = new Map<string, Intl.DateTimeFormat[]>();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "20 Nov"; with the year if it differs from that of `today` ("24 Oct 2022"). */
export function formatDay(date: string, today?: string): string {
  const [year = "", month, day] = date.split("-");
  const short = `${Number(day)} ${MONTHS[Number(month) - 1]}`;
  return today !== undefined && !today.startsWith(year) ? `${short} ${year}` : short;
}

/** "24 October 2022". */
export function formatLongDay(date: string): string {
  const [year, month, day] = date.split("-");
  return `${Number(day)} ${LONG_MONTHS[Number(month) - 1]} ${year}`;
}

/** "Fri 20 Nov, 14:00" in the place's zone, or unshifted if the zone is unknown; the year as in `formatDay`. */
export function formatMoment(moment: Moment, now?: Date): string {
  const date = dayOf(moment);
  const day = formatDay(date, now && localDate(now, moment.zone));
  return `${WEEKDAYS[weekday(date)]} ${day}, ${timeOf(moment)}`;
}

/** "Fri 20, 14:00": the short format on the board for a moment near the present. */
export function formatNearMoment(moment: Moment): string {
  const date = dayOf(moment);
  return `${WEEKDAYS[weekday(date)]} ${Number(date.slice(8))}, ${timeOf(moment)}`;
}

/** Each English locale has the zone abbreviations of its own region: "CST" the first, "CET" the second. */
const ENGLISHES = ["en-US", "en-GB"];

function zoneNames(zone: string, at: Date): string[] {
  const formats =
    abbreviators.get(zone) ??
    ENGLISHES.map((locale) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" }));
  abbreviators.set(zone, formats);
  return formats.map(
    (format) => format.formatToParts(at).find((part) => part.type === "timeZoneName")?.value ?? zone,
  );
}

/** "CST", "CET", "GMT+5:45" at that instant; "zone unknown" if it is unknown. */
export function zoneAbbreviation(zone: string | null, at: Date): string {
  if (!zoneKnown(zone)) return "zone unknown";
  const names = zoneNames(zone, at);
  return names.find((name) => !name.startsWith("GMT")) ?? names[0] ?? zone;
}

/**
 * The age of an instant: "now" (also for a future instant due to clock differences), "4 min", "3 h", "2 d". From 48 h
 * in days.
 */
export function formatAge(since: Date | string, now: Date): string {
  const ms = now.getTime() - new Date(since).getTime();
  if (ms < MINUTE_MS) return "now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} d`;
}

/** The remaining time, rounded down to the minute: "12 m", "5 h 12 m", "24 h 0 m" at the first instant of a day. */
export function formatHoursLeft(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} m` : `${hours} h ${minutes % 60} m`;
}

/** Like `formatHoursLeft`, from 24 h in days and hours: "1 d 5 h". */
export function formatCountdown(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 24 ? formatHoursLeft(ms) : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
