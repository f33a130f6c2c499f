import type { Moment } from "@/lib/domain/time/moment";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { type GateSchedule, rangesOn } from "./gate-schedule";
import type { OpenRange } from "./gate-schedule-schemas";

/** When a terminal's gates are open on one day at the terminal. No range: closed. `name` is that of a holiday, or "". */
export type GateDay = { on: string; open: OpenRange[]; name: string };

/** The gate hours of the first of these moments that is today or later at the terminal, otherwise of today. */
export function gateDay(
  gates: GateSchedule | null,
  zone: string | null,
  planned: readonly (Moment | null)[],
  now: Date,
): GateDay | null {
  if (!gates || gates.hours.length === 0 || knownZone(zone) === null) return null;
  const today = localDate(now, zone);
  const days = planned.flatMap((moment) => (moment ? localDate(moment.at, zone) : []));
  const on = days.find((day) => day >= today) ?? today;
  return {
    on,
    open: rangesOn(gates, on)
      .map(({ from, to }) => ({ from, to }))
      .sort((a, b) => (a.from < b.from ? -1 : 1)),
    name: gates.specialDays.find((day) => day.on === on)?.name ?? "",
  };
}
