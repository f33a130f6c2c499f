import {
  addDays,
  instantAtLocalTime,
  knownZone,
  startOfLocalDay,
  weekday,
} from "@/lib/domain/time/zoned-time";
import type { Opening, OpenRange, SpecialDay } from "./gate-schedule-schemas";

export type { SpecialDay };

/** The weekly gate hours of a terminal in its local time. Empty means not set. */
export type GateHours = Opening[];
/** When the gates of one terminal or rail ramp are open. */
export type GateSchedule = { facilityId: string; hours: GateHours; specialDays: SpecialDay[] };

/** When the gates close for the last time: the local day, and the local time up to "24:00". */
export type LastGate = { on: string; time: string };

const MINUTES_A_DAY = 1_440;

/** Minutes from the beginning of the day to a local time "HH:mm". */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a range continues past midnight. "00:00" as an end is the following midnight. */
export const overnight = ({ from, to }: OpenRange): boolean => minutesOf(to) <= minutesOf(from);

/** The ranges that begin on a day "YYYY-MM-DD". */
export function rangesOn(
  { hours, specialDays }: Omit<GateSchedule, "facilityId">,
  date: string,
): OpenRange[] {
  const special = specialDays.find(({ on }) => on === date);
  return special ? special.open : hours.filter(({ day }) => day === weekday(date));
}

/**
 * The last gate in which a container can be pulled by the end of `on`: on that day, or on the last open one before it.
 * Null if no hours are set, the zone is unknown, or the gates are open until the end of the day.
 */
export function lastGateBy(schedule: GateSchedule | null, on: string, zone: string | null): LastGate | null {
  if (!schedule || schedule.hours.length === 0 || knownZone(zone) === null) return null;
  // Each day with its own hours takes at most one week.
  for (let back = 0; back <= 7 * (schedule.specialDays.length + 1); back += 1) {
    if (rangesOn(schedule, addDays(on, -back)).length === 0) continue;
    // A night gate of the day before may close after those of the day.
    const ends = [back, back + 1].flatMap((days) =>
      rangesOn(schedule, addDays(on, -days)).map(
        (range) => minutesOf(range.to) + (overnight(range) ? MINUTES_A_DAY : 0) - days * MINUTES_A_DAY,
      ),
    );
    return atMinute(on, Math.max(...ends));
  }
  return null;
}

/** `minute` counts from the beginning of `on`. Null at its end or later. */
function atMinute(on: string, minute: number): LastGate | null {
  if (minute >= MINUTES_A_DAY) return null;
  const days = Math.ceil(minute / MINUTES_A_DAY) - 1;
  const ofDay = minute - days * MINUTES_A_DAY;
  const digits = (value: number) => String(value).padStart(2, "0");
  return { on: addDays(on, days), time: `${digits(Math.floor(ofDay / 60))}:${digits(ofDay % 60)}` };
}

/** The instant at which a last free day ends at the place: with the last gate, otherwise with the local day. */
export function endOfFreeDay(on: string, zone: string | null, lastGate: LastGate | null | undefined): Date {
  return lastGate
    ? instantAtLocalTime(lastGate.on, lastGate.time, zone)
    : startOfLocalDay(addDays(on, 1), zone);
}
