import type { Locale } from "@/lib/platform/text/locale";
import { dayOf, timeOf } from "./local-clock";
import type { Moment } from "./moment";
import { daysBetween, localDate, weekday, zoneKnown } from "./zoned-time";

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
/** There are fewer zones, but one has many names by letter case. */
const ABBREVIATORS_KEPT = 1000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Within this many days a day of the year before or after is clear without its year. */
const NEAR_DAYS = 180;

/** Whether a day is shown with its year on `today`: it is of another year and not near. "" always adds it to a day. */
export function needsYear(date: string, today: string): boolean {
  if (today.startsWith(date.slice(0, 4))) return false;
  return today === "" || Math.abs(daysBetween(today, date)) > NEAR_DAYS;
}

/**
 * "Nov 20", "20 Nov"; with the year ("Oct 24, 2022", "24 Oct 2022") if it is not that of `today` and the day is more than
 * 180 days away. A `today` of "" always adds the year.
 */
export function formatDay(locale: Locale, date: string, today?: string): string {
  return dayText(locale, date, MONTHS, today !== undefined && needsYear(date, today));
}

/** "Fri, Nov 20", "Fri 20 Nov"; the year as in `formatDay`. */
export function formatWeekday(locale: Locale, date: string, today?: string): string {
  const separator = locale === "en-US" ? ", " : " ";
  return `${WEEKDAYS[weekday(date)]}${separator}${formatDay(locale, date, today)}`;
}

/** "October 24, 2022", "24 October 2022". */
export function formatLongDay(locale: Locale, date: string): string {
  return dayText(locale, date, LONG_MONTHS, true);
}

function dayText(locale: Locale, date: string, months: readonly string[], withYear: boolean): string {
  const [year, month, day] = date.split("-");
  const name = months[Number(month) - 1];
  if (locale === "en-US") return `${name} ${Number(day)}${withYear ? `, ${year}` : ""}`;
  return `${Number(day)} ${name}${withYear ? ` ${year}` : ""}`;
}

/** A clock time "14:00" as "2:00 PM" or "14:00"; the end of a day, "24:00", is "11:59 PM" or "24:00". */
export function formatTime(locale: Locale, time: string): string {
  if (locale !== "en-US") return time;
  const hour = Number(time.slice(0, 2));
  if (hour === 24) return "11:59 PM";
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? "AM" : "PM"}`;
}

/** "Fri, Nov 20, 2:00 PM" in the place's zone, or unshifted if the zone is unknown; the year as in `formatDay`. */
export function formatMoment(locale: Locale, moment: Moment, now?: Date): string {
  const day = formatWeekday(locale, dayOf(moment), now && localDate(now, moment.zone));
  return `${day}, ${formatTime(locale, timeOf(moment))}`;
}

/** "Fri 20, 2:00 PM", "Fri 20, 14:00": the short format on the board for a moment near the present. */
export function formatNearMoment(locale: Locale, moment: Moment): string {
  const date = dayOf(moment);
  return `${WEEKDAYS[weekday(date)]} ${Number(date.slice(8))}, ${formatTime(locale, timeOf(moment))}`;
}

/** Each English locale has the zone abbreviations of its own region: "CST" the first, "CET" the second. */
const ENGLISHES = ["en-US", "en-GB"];

function zoneNames(zone: string, at: Date): string[] {
  const formats =
    abbreviators.get(zone) ??
    ENGLISHES.map((locale) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" }));
  if (abbreviators.size >= ABBREVIATORS_KEPT) abbreviators.clear();
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
 * The age of an instant: "now" (also for a future instant due to clock differences), "4m", "3h", "2d". From 48 h
 * in days.
 */
export function formatAge(since: Date | string, now: Date): string {
  const ms = now.getTime() - new Date(since).getTime();
  if (ms < MINUTE_MS) return "now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
  return `${Math.floor(ms / DAY_MS)}d`;
}

/** The remaining time, rounded down to the minute: "12m", "5h 12m", "24h 0m" at the first instant of a day. */
export function formatHoursLeft(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}m` : `${hours}h ${minutes % 60}m`;
}

/** Like `formatHoursLeft`, from 24 h in days and hours: "1d 5h". */
export function formatCountdown(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 24 ? formatHoursLeft(ms) : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
