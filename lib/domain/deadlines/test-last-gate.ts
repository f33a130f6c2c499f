import type { GateSchedule } from "./gate-schedule";

/**
 * A second, slow implementation of the end of a last free day, for the comparison in last-gate.test.ts. It shares no code
 * with the first one: it writes down the clock of the place minute by minute and looks for the minutes in it.
 */
const MINUTE_MS = 60_000;
/** Clocks are changed at full quarters of an hour. */
const QUARTER = 15;

/** The local clock "YYYY-MM-DDTHH:mm" of each minute from `from` (epoch ms). */
export type ClockTable = { from: number; shown: string[] };

/** Writes down the clock in `zone` for the days from `day` on; UTC for a zone that Intl does not know. */
export function writeClock(zone: string | null, day: string, days: number): ClockTable {
  const from = Date.parse(`${day}T00:00:00Z`);
  const shown: string[] = [];
  const clockAt = clockOf(zone);
  for (let minute = 0; minute < days * 1_440; minute += QUARTER) {
    const first = clockAt(from + minute * MINUTE_MS);
    for (let more = 0; more < QUARTER; more += 1)
      shown.push(`${first.slice(0, 14)}${String(Number(first.slice(14)) + more).padStart(2, "0")}`);
  }
  return { from, shown };
}

function clockOf(zone: string | null): (at: number) => string {
  try {
    const format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone ?? "none",
      dateStyle: "short",
      timeStyle: "short",
    });
    return (at) => format.format(at).replace(" ", "T");
  } catch {
    return (at) => new Date(at).toISOString().slice(0, 16);
  }
}

function firstMinute({ from, shown }: ClockTable, clock: string, start = 0): number {
  for (let minute = start; minute < shown.length; minute += 1)
    if ((shown[minute] ?? "") >= clock) return from + minute * MINUTE_MS;
  throw new Error(`The table ends before ${clock}.`);
}

export const shownAt = ({ from, shown }: ClockTable, at: number): string =>
  shown[Math.floor((at - from) / MINUTE_MS)] ?? "";

export function dayAfter(day: string, days = 1): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The end of the last free day `on` in epoch ms, and the local day that the countdown counts to. */
export function slowEnd(
  table: ClockTable,
  zoneKnown: boolean,
  schedule: GateSchedule,
  on: string,
  landed: number | null,
): { end: number; countsTo: string } {
  const midnight = `${dayAfter(on)}T00:00`;
  let last = { clock: "", countsTo: "" };
  for (
    let day = dayAfter(on, -28);
    day <= on && zoneKnown && schedule.hours.length > 0;
    day = dayAfter(day)
  ) {
    const special = schedule.specialDays.filter((each) => each.on === day);
    const week = new Date(`${day}T12:00:00Z`).getUTCDay();
    const open =
      special.length > 0
        ? special.flatMap((each) => each.open)
        : schedule.hours.filter((each) => each.day === week);
    for (const { from, to } of open) {
      const clock = to > from ? `${day}T${to}` : `${dayAfter(day)}T${to}`;
      if (clock <= last.clock) continue;
      last = {
        clock,
        countsTo: clock.endsWith("T00:00") ? dayAfter(clock.slice(0, 10), -1) : clock.slice(0, 10),
      };
    }
  }
  // The table is long; two days before the clock in question it certainly shows less.
  const at = (clock: string) =>
    firstMinute(table, clock, Math.max(0, (Date.parse(`${clock}Z`) - table.from) / MINUTE_MS - 2 * 1_440));
  const gate = last.clock !== "" && last.clock < midnight ? at(last.clock) : null;
  return gate === null || (landed !== null && gate <= landed)
    ? { end: at(midnight), countsTo: on }
    : { end: gate, countsTo: last.countsTo };
}

/** Days from one day to another, counted one by one. */
export function countDays(from: string, to: string): number {
  let days = 0;
  for (let day = from; day < to; day = dayAfter(day)) days += 1;
  for (let day = from; day > to; day = dayAfter(day, -1)) days -= 1;
  return days;
}
