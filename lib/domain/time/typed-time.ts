import type { Locale } from "@/lib/platform/text/locale";
import { asTyped } from "./local-time-input";
import { WEEKDAYS } from "./time-format";
import { CLOCK, readTypedClock } from "./typed-clock";
import { addDays, daysBetween, knownZone, localDate, localTime, weekday } from "./zoned-time";

/** A typed time as the value of a date and time field, "2026-11-27T14:00", or a message with the problem. */
export type TypedTime = { typed: string } | { problem: string };

/** The instant and the place of the person who types: the zone is that of the place, null when unknown. */
export type TypedTimeContext = { now: Date; zone: string | null; locale: Locale };

/** Examples of what `readTypedTime` accepts, for hints and messages. */
export const TYPED_TIME_EXAMPLES: Record<Locale, string> = {
  "en-US": "fri 2pm, tomorrow 9am, +1d or 11/27 2pm",
  "en-GB": "fri 14:00, tomorrow 9:00, +1d or 27/11 14:00",
};

const MAX_LENGTH = 60;
const MINUTE_MS = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: 1, h: 60 };
const MAX_DAYS_AHEAD = 3_660;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const CLOCK_AT_END = new RegExp(`(?:^|\\s|(?<=\\d)t)(${CLOCK})$`);
const CLOCK_AT_START = new RegExp(`^(${CLOCK})(?:\\s|$)`);

/** "YYYY-MM-DD" if the day exists. */
function dateOf(year: number, month: number, day: number): string | null {
  const digits = (value: number, length: number) => String(value).padStart(length, "0");
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
  return Number.isNaN(Date.parse(`${date}T00:00:00Z`)) || addDays(date, 0) !== date ? null : date;
}

/** The day of a month in the year in which it is nearest to `today`. */
function nearestDate(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const dates = [year - 1, year, year + 1].flatMap((each) => dateOf(each, month, day) ?? []);
  const apart = (date: string) => Math.abs(daysBetween(today, date));
  return dates.sort((a, b) => apart(a) - apart(b))[0] ?? null;
}

function yearOf(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** "nov 27", "27 november". */
function namedMonth(text: string, today: string): string | null {
  const [, before, name = "", after, year] =
    /^(?:(\d{1,2}) )?([a-z]{3,9})(?: (\d{1,2}))?(?: (\d{4}))?$/.exec(text) ?? [];
  const month = MONTHS.findIndex((each) => name.startsWith(each)) + 1;
  const day = before ?? after;
  if (month === 0 || day === undefined || (before !== undefined && after !== undefined)) return null;
  return year === undefined
    ? nearestDate(month, Number(day), today)
    : dateOf(Number(year), month, Number(day));
}

/** A day that is meant relative to `today`, or a date. A weekday is the next one, which may be today. */
function readDay(text: string, today: string, locale: Locale): string | null {
  if (text === "today" || text === "tod") return today;
  if (text === "tomorrow" || text === "tom" || text === "tmrw") return addDays(today, 1);
  const [, count, unit] = /^\+\s?(\d{1,4})\s?(d|w)(?:ays?|eeks?)?$/.exec(text) ?? [];
  if (count !== undefined) {
    const days = Number(count) * (unit === "w" ? 7 : 1);
    return days > MAX_DAYS_AHEAD ? null : addDays(today, days);
  }
  const named = WEEKDAYS.findIndex((day) => new RegExp(`^${day}[a-z]{0,6}$`, "i").test(text));
  if (named >= 0) return addDays(today, (named - weekday(today) + 7) % 7);
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return dateOf(Number(year), Number(month), Number(day));
  const [, first, second, slashYear] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text) ?? [];
  if (first === undefined) return namedMonth(text, today);
  const [slashMonth, slashDay] = (locale === "en-US" ? [first, second] : [second, first]).map(Number);
  if (slashMonth === undefined || slashDay === undefined) return null;
  if (slashYear === undefined) return nearestDate(slashMonth, slashDay, today);
  return dateOf(yearOf(slashYear), slashMonth, slashDay);
}

/** "+2h", "+90m", "+1h 30m": the time from now in minutes. Null for another text. */
function minutesAhead(text: string): number | null {
  if (!/^\+\s?\d{1,5}\s?(h|m)[a-z]*(?:\s?\d{1,5}\s?m[a-z]*)?$/.test(text)) return null;
  const parts = [...text.matchAll(/(\d+)\s?([hm])/g)];
  const minutes = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  return minutes > MAX_DAYS_AHEAD * 1_440 ? null : minutes;
}

/** A weekday or "today" whose time has passed is not moved to the next day or week if the day was named as a date. */
const isWeekday = (text: string): boolean =>
  WEEKDAYS.some((day) => new RegExp(`^${day}[a-z]{0,6}$`, "i").test(text));

function unknown(text: string, locale: Locale): TypedTime {
  return { problem: `Can’t read “${text}”. Enter a time such as ${TYPED_TIME_EXAMPLES[locale]}.` };
}

/**
 * Parses a time that a person types for a place: "fri 2pm", "tomorrow 9", "+1d", "+2h", "11/27 2p", "2pm",
 * "2026-11-27 14:00". Days and clock times are those of the place. A weekday or a time without a day is the next one
 * after `now`; a date without a year is the one nearest to `now`. Nothing else is guessed: a day without a time, and a
 * time that may be in the morning or the afternoon, give a message.
 */
export function readTypedTime(input: string, { now, zone, locale }: TypedTimeContext): TypedTime {
  const shown = input.trim();
  const text = shown
    .toLowerCase()
    .replace(/[,\s]+/g, " ")
    .replace(/ at /g, " ")
    .trim();
  if (text === "" || shown.length > MAX_LENGTH) return unknown(shown.slice(0, MAX_LENGTH), locale);
  const placeZone = knownZone(zone);
  const ahead = minutesAhead(text);
  if (ahead !== null)
    return { typed: asTyped(new Date(now.getTime() + ahead * MINUTE_MS).toISOString(), placeZone) };
  const [today, present] = [localDate(now, placeZone), localTime(now, placeZone)];

  const whole = readDay(text, today, locale);
  if (whole !== null) {
    if (text.startsWith("+")) return { typed: `${whole}T${present}` };
    const example = locale === "en-US" ? "2pm" : "14:00";
    return { problem: `Add a time of day, for example ${shown} ${example}.` };
  }
  const clockText = CLOCK_AT_END.exec(text) ?? CLOCK_AT_START.exec(text);
  const clock = clockText ? readTypedClock(locale, clockText[1] ?? "") : null;
  if (!clockText || clock === null) return unknown(shown, locale);
  const dayText =
    `${text.slice(0, clockText.index)} ${text.slice(clockText.index + clockText[0].length)}`.trim();
  const day = dayText === "" ? today : readDay(dayText, today, locale);
  if (day === null) return unknown(shown, locale);
  if (clock === "unclear") {
    const hour = clockText[1]?.trim() ?? "";
    return { problem: `Morning or afternoon? Enter ${hour}am or ${hour}pm.` };
  }
  const passed = day === today && clock <= present;
  if (passed && dayText === "") return { typed: `${addDays(today, 1)}T${clock}` };
  if (passed && isWeekday(dayText)) return { typed: `${addDays(today, 7)}T${clock}` };
  return { typed: `${day}T${clock}` };
}
