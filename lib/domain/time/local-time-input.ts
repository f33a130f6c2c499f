import type { Locale } from "@/lib/platform/text/locale";
import { formatDay, formatTime, zoneAbbreviation } from "./time-format";
import { instantAtLocalTime, knownZone, localDate, localTime, parseInstant } from "./zoned-time";

/**
 * The meaning of a local time entered for a place: one instant (UTC text); `skipped` if the clock change omits it, with
 * the first time after it; `twice` if it occurs twice, with both instants. `zone` null: unknown, the digits are used
 * unshifted (supplement.md, Dates).
 */
export type WallTime =
  | { state: "once"; at: string; zone: string | null }
  | { state: "skipped"; next: string; zone: string }
  | { state: "twice"; first: string; second: string; zone: string }
  | { state: "unreadable" };

/** Years 1900 to 2999: dates far away have no local time, or need more than four digits next to a day of theirs. */
const TYPED = /^((?:19|2\d)\d{2}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:00(\.0+)?)?$/;
const DAY_MS = 86_400_000;

function shows(at: number, zone: string, date: string, time: string): boolean {
  const instant = new Date(at);
  return localDate(instant, zone) === date && localTime(instant, zone) === time;
}

/** The offset of `zone` from UTC at an instant, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const instant = new Date(at);
  const shown = Date.parse(`${localDate(instant, zone)}T${localTime(instant, zone)}:00Z`);
  return Math.round((shown - at) / 60_000) * 60_000;
}

/** Parses an entered time, "2026-11-20T14:15", as the local time of a place. */
export function readWallTime(typed: string, placeZone: string | null): WallTime {
  const [, date = "", time = ""] = TYPED.exec(typed.trim()) ?? [];
  const target = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(target) || new Date(target).toISOString().slice(0, 10) !== date)
    return { state: "unreadable" };
  const zone = knownZone(placeZone);
  if (zone === null) return { state: "once", at: new Date(target).toISOString(), zone };
  const offsets = new Set([target - DAY_MS, target + DAY_MS].map((near) => offsetAt(near, zone)));
  const found = [...offsets].map((offset) => target - offset).filter((at) => shows(at, zone, date, time));
  const [first, second] = found.sort((a, b) => a - b).map((at) => new Date(at).toISOString());
  if (first === undefined)
    return { state: "skipped", next: instantAtLocalTime(date, time, zone).toISOString(), zone };
  return second === undefined ? { state: "once", at: first, zone } : { state: "twice", first, second, zone };
}

/** Selects one of the two instants of a time that occurs twice. */
export const TWICE_CHOICES = ["first", "second"] as const;
export type TwiceChoice = (typeof TWICE_CHOICES)[number];

/** An entered time resolved to an instant, or a message with the problem. */
export type ResolvedTime = { at: string; zone: string | null } | { problem: string };

/**
 * Resolves an entered time to its instant; `twice` selects one if the time occurs twice. Nothing is guessed: a time
 * that does not exist, or occurs twice without a selection, is rejected with a message.
 */
export function resolveWallTime(
  typed: string,
  placeZone: string | null,
  twice: TwiceChoice | null,
  locale: Locale,
): ResolvedTime {
  const read = readWallTime(typed, placeZone);
  switch (read.state) {
    case "once":
      return { at: read.at, zone: read.zone };
    case "unreadable":
      return { problem: "Enter a date and time, for example 2026-11-20 14:15." };
    case "skipped":
      return {
        problem: `${formatTime(locale, typed.slice(11, 16))} does not exist on ${formatDay(locale, typed.slice(0, 10))} there (clock change). The next valid time is ${formatTime(locale, localTime(read.next, read.zone))}.`,
      };
    case "twice":
      if (twice) return { at: read[twice], zone: read.zone };
      return { problem: twiceText(locale, typed, read) };
  }
}

/** "1:30 AM occurs twice on Nov 1 there (clock change), first as PDT, then as PST. Select one." */
export function twiceText(
  locale: Locale,
  typed: string,
  { first, second, zone }: { first: string; second: string; zone: string },
): string {
  const [one, other] = [first, second].map((at) => zoneAbbreviation(zone, parseInstant(at)));
  return `${formatTime(locale, typed.slice(11, 16))} occurs twice on ${formatDay(locale, typed.slice(0, 10))} there (clock change), first as ${one}, then as ${other}. Select one.`;
}

/** An instant as the value of a date and time field: the local time in the zone, "2026-11-20T14:15". */
export const asTyped = (at: string, zone: string | null): string =>
  `${localDate(at, knownZone(zone))}T${localTime(at, knownZone(zone))}`;

/** Which of the two instants this is if its local time occurs twice; null if it occurs once. */
export function twiceChoiceOf(at: string, zone: string | null): TwiceChoice | null {
  const read = readWallTime(asTyped(at, zone), zone);
  if (read.state !== "twice") return null;
  return Date.parse(at) < Date.parse(read.second) ? "first" : "second";
}
