import { formatDay, zoneAbbreviation } from "./time-format";
import { instantAtLocalTime, knownZone, localDate, localTime, parseInstant } from "./zoned-time";

/**
 * What a clock time typed for a place means: one instant (UTC text); `skipped` where the clocks jump over it, with the
 * first time there is after it; `twice` where they are set back, with both instants. `zone` null: unknown, the digits
 * stand unshifted (supplement.md, Dates).
 */
export type WallTime =
  | { state: "once"; at: string; zone: string | null }
  | { state: "skipped"; next: string; zone: string }
  | { state: "twice"; first: string; second: string; zone: string }
  | { state: "unreadable" };

const TYPED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:00(\.0+)?)?$/;
const DAY_MS = 86_400_000;

function shows(at: number, zone: string, date: string, time: string): boolean {
  const instant = new Date(at);
  return localDate(instant, zone) === date && localTime(instant, zone) === time;
}

/** How far the clock in `zone` is ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const instant = new Date(at);
  const shown = Date.parse(`${localDate(instant, zone)}T${localTime(instant, zone)}:00Z`);
  return Math.round((shown - at) / 60_000) * 60_000;
}

/** Reads a time as typed, "2026-11-20T14:15", by the clock of a place. */
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

/** Which of the two instants a time that comes twice means. */
export const TWICE_CHOICES = ["first", "second"] as const;
export type TwiceChoice = (typeof TWICE_CHOICES)[number];

/** A typed time settled into an instant, or why it cannot be, in words for who typed it. */
export type SettledTime = { at: string; zone: string | null } | { problem: string };

/**
 * The instant a typed time means, `twice` saying which where the clocks show it two times. Nothing is guessed: a time
 * that does not exist, or exists twice without a choice, is refused in words.
 */
export function settleWallTime(
  typed: string,
  placeZone: string | null,
  twice: TwiceChoice | null,
): SettledTime {
  const read = readWallTime(typed, placeZone);
  switch (read.state) {
    case "once":
      return { at: read.at, zone: read.zone };
    case "unreadable":
      return { problem: "Give a day and a time, for example 2026-11-20 14:15." };
    case "skipped":
      return {
        problem: `${typed.slice(11, 16)} does not exist on ${formatDay(typed.slice(0, 10))} there: the clocks go forward over it. The next time is ${localTime(read.next, read.zone)}.`,
      };
    case "twice":
      if (twice) return { at: read[twice], zone: read.zone };
      return { problem: twiceWords(typed, read) };
  }
}

/** "01:30 comes twice on 1 Nov there, first as PDT, then as PST: choose which is meant." */
export function twiceWords(
  typed: string,
  { first, second, zone }: { first: string; second: string; zone: string },
): string {
  const [one, other] = [first, second].map((at) => zoneAbbreviation(zone, parseInstant(at)));
  return `${typed.slice(11, 16)} comes twice on ${formatDay(typed.slice(0, 10))} there, first as ${one}, then as ${other}: choose which is meant.`;
}

/** An instant as a field for day and time holds it: what a clock in the zone shows, "2026-11-20T14:15". */
export const asTyped = (at: string, zone: string | null): string =>
  `${localDate(at, knownZone(zone))}T${localTime(at, knownZone(zone))}`;

/** Which of the two an instant is that a clock shows twice; null where it shows it once. */
export function twiceChoiceOf(at: string, zone: string | null): TwiceChoice | null {
  const read = readWallTime(asTyped(at, zone), zone);
  if (read.state !== "twice") return null;
  return Date.parse(at) < Date.parse(read.second) ? "first" : "second";
}
