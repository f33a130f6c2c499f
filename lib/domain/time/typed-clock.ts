import type { Locale } from "@/lib/platform/text/locale";

/**
 * The pattern of one clock time as people type it: "2pm", "2 PM", "2:30p", "14:00", "1400", "noon", "midnight". It has
 * no groups.
 */
export const CLOCK = String.raw`(?:\d{1,2}(?::?\d{2})?(?:[ap]m?|\s(?:am|pm))?\b|noon\b|midnight\b)`;

const PARTS = /^(\d{1,2})(?::?(\d{2}))?\s?([ap])?m?$/;
const HALF_DAY = 12 * 60;
/** The 24-hour clock: "10:00", but not "9:00". */
const DAY_CLOCK = /^\d{2}:\d{2}$/;

/**
 * A typed clock time in minutes of the day, 0 to 1440. `open`: the hour is from 1 to 12 and may be in the morning or the
 * afternoon, because neither am or pm nor a leading zero was typed.
 */
type Clock = { minutes: number; open: boolean };

function readClock(typed: string): Clock | null {
  if (typed === "noon") return { minutes: HALF_DAY, open: false };
  if (typed === "midnight") return { minutes: 0, open: false };
  const [, digits = "", minute = "00", half] = PARTS.exec(typed) ?? [];
  const hour = Number(digits);
  if (digits === "" || Number(minute) > 59) return null;
  if (half) {
    if (hour < 1 || hour > 12) return null;
    return { minutes: (hour % 12) * 60 + Number(minute) + (half === "p" ? HALF_DAY : 0), open: false };
  }
  const minutes = hour * 60 + Number(minute);
  return minutes > 24 * 60 ? null : { minutes, open: hour >= 1 && hour <= 12 && !digits.startsWith("0") };
}

const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Hours from this one on are taken as morning hours, the earlier ones could be either: "9" is 9 AM, "2" is unclear. */
const FIRST_MORNING_HOUR = 7;

/**
 * Parses one typed clock time to "HH:mm". Returns `unclear` for a US time from 1 to 6 without am or pm, and null for
 * anything else than a time. "14:00" and "02:00" are read as the 24-hour clock.
 */
export function readTypedClock(locale: Locale, typed: string): string | "unclear" | null {
  const clock = readClock(typed.trim().toLowerCase());
  if (clock === null || clock.minutes === 24 * 60) return null;
  const unclear = locale === "en-US" && clock.open && clock.minutes < FIRST_MORNING_HOUR * 60;
  return unclear ? "unclear" : timeText(clock.minutes);
}

/**
 * Parses a typed range of clock times: "7am-5pm", "7-5pm", "07:00-17:00", "6pm to 3". The end may be "24:00". A side
 * without am or pm follows the other side: "7-5pm" begins at 7 AM, "1-5pm" at 1 PM, "7am-5" ends at 5 PM. Returns null
 * for anything else, and for a range such as "7-5" that may be meant in two ways.
 */
export function readTypedRange(typed: string): { from: string; to: string } | null {
  const [, first = "", last = ""] =
    new RegExp(`^(${CLOCK})\\s*(?:-|–|to)\\s*(${CLOCK})$`).exec(typed.trim().toLowerCase()) ?? [];
  const [from, to] = [readClock(first), readClock(last)];
  if (from === null || to === null || from.minutes === 24 * 60) return null;
  const [fromHasHalf, toHasHalf] = [/[a-z]/.test(first), /[a-z]/.test(last)];
  let [start, end] = [from.minutes, to.minutes];
  if (from.open && to.open && end <= start && !(DAY_CLOCK.test(first) && DAY_CLOCK.test(last))) return null;
  if (from.open && toHasHalf) {
    const [morning, afternoon] = [start % HALF_DAY, (start % HALF_DAY) + HALF_DAY];
    start = afternoon < end ? afternoon : morning;
  }
  if (to.open && fromHasHalf) {
    const [morning, afternoon] = [end % HALF_DAY, (end % HALF_DAY) + HALF_DAY];
    end = morning > start ? morning : afternoon > start ? afternoon : morning;
  }
  return { from: timeText(start), to: timeText(end) };
}

/** A clock time "HH:mm" as people type it in the locale: "7am", "4:30pm", "07:00". `readTypedRange` reads it again. */
export function clockAsTyped(locale: Locale, time: string): string {
  if (locale !== "en-US") return time;
  const [hour, minute] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  return `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`}${hour % 24 < 12 ? "am" : "pm"}`;
}
