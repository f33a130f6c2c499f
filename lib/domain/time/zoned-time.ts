/**
 * Instants and calendar days at a place. Days are "YYYY-MM-DD", instants are UTC, zones are IANA names. If a zone is
 * null or unknown to Intl, the stored digits are used unshifted (supplement.md, Dates).
 */
const formatters = new Map<string, Intl.DateTimeFormat | null>();
/** There are fewer zones. Names come from documents and requests, and one zone has many names by letter case. */
const ZONES_KEPT = 1000;
const dayStarts = new Map<string, number>();
const DAY_STARTS_KEPT = 4000;
const DAY_MS = 86_400_000;

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  let formatter: Intl.DateTimeFormat | null = null;
  try {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  } catch {
    formatter = null;
  }
  if (formatters.size >= ZONES_KEPT) formatters.clear();
  formatters.set(zone, formatter);
  return formatter;
}

/** How many zones are remembered, for tests. */
export const zonesRemembered = (): number => formatters.size;

/** Whether `zone` is a known zone, so that its local time can be computed. */
export function zoneKnown(zone: string | null | undefined): zone is string {
  return typeof zone === "string" && zone !== "" && formatterOf(zone) !== null;
}

/** `zone` if it is known, otherwise null. */
export function knownZone(zone: string | null | undefined): string | null {
  return zoneKnown(zone) ? zone : null;
}

/** Parses an instant from the service's text, which is UTC even without an offset. */
export function parseInstant(text: string): Date {
  return new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
}

/** Local clock time as if it were UTC, in whole seconds. */
function localMs(epochMs: number, zone: string | null): number {
  const formatter = zone ? formatterOf(zone) : null;
  if (!formatter) return epochMs;
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
    formatter.format(epochMs).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Whether a text is a calendar day, "2026-11-20", of the years 1000 to 2999. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

/** The calendar day of an instant in `zone`. A date-only text is returned as that day. */
export function localDate(instant: Date | string, zone: string | null): string {
  if (typeof instant === "string" && /^\d{4}-\d{2}-\d{2}$/.test(instant)) return instant;
  const date = typeof instant === "string" ? parseInstant(instant) : instant;
  return dayOf(localMs(date.getTime(), zone));
}

/** The local time "HH:mm" of an instant in `zone`. */
export function localTime(instant: Date | string, zone: string | null): string {
  const date = typeof instant === "string" ? parseInstant(instant) : instant;
  return new Date(localMs(date.getTime(), zone)).toISOString().slice(11, 16);
}

/** The first instant at which the local clock shows `date` and `msOfDay`, or a later time if that time is skipped. */
function firstInstantAt(date: string, msOfDay: number, zone: string | null): number {
  const target = Date.parse(`${date}T00:00:00Z`) + msOfDay;
  if (!zoneKnown(zone)) return target;
  const reached = (epochMs: number) => localMs(epochMs, zone) >= target;
  for (const from of [target - DAY_MS, target + DAY_MS]) {
    const guess = target - (localMs(from, zone) - from);
    if (reached(guess) && !reached(guess - 1000)) return guess;
  }
  let before = target - 16 * 3_600_000;
  let after = target + 16 * 3_600_000;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (reached(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/** The instant at which `date` begins in `zone`, also for a day without midnight or a skipped day. */
export function startOfLocalDay(date: string, zone: string | null): Date {
  const key = `${date} ${zone}`;
  let start = dayStarts.get(key);
  if (start === undefined) {
    start = firstInstantAt(date, 0, zone);
    if (dayStarts.size >= DAY_STARTS_KEPT) dayStarts.clear();
    dayStarts.set(key, start);
  }
  return new Date(start);
}

/**
 * The instant at which the clock in `zone` shows `time` ("HH:mm") on `date`; if that time is skipped, the next existing
 * one.
 */
export function instantAtLocalTime(date: string, time: string, zone: string | null): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return new Date(firstInstantAt(date, (hours * 60 + minutes) * 60_000, zone));
}

export function addDays(date: string, days: number): string {
  return dayOf(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}

/** Calendar days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** 0 Sunday to 6 Saturday. */
export function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Monday to Friday. */
export function isBusinessDay(date: string): boolean {
  const day = weekday(date);
  return day !== 0 && day !== 6;
}

/** The `count`th business day after `date`. `date` may be on a weekend. */
export function addBusinessDays(date: string, count: number): string {
  let day = date;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

/**
 * A cache of the number of days by which a range of business days begins earlier. It depends only on weekday and count,
 * and is used for each row.
 */
const reaches = new Map<string, number>();

/** The first day from which `date` is at most `count` business days away: the inverse of `addBusinessDays`. */
export function firstDayWithinBusinessDays(date: string, count: number): string {
  const key = `${weekday(date)} ${count}`;
  let reach = reaches.get(key);
  if (reach === undefined) {
    reach = 0;
    while (addBusinessDays(addDays(date, -reach - 1), count) >= date) reach += 1;
    reaches.set(key, reach);
  }
  return addDays(date, -reach);
}
