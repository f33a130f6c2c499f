import { HOUR_MS, localDay } from "@/tracking-service/clock/instant";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import type { Reporting } from "@/tracking-service/sources/simulation/world/terminals";
import type { Stay } from "./plan";

/** A ramp reports little more than whether a container is there. */
export const RAMP_REPORTING: Reporting = {
  availability: true,
  lastFreeDay: true,
  fees: "items",
  appointments: false,
  yardSpot: false,
};

/** Seeded containers whose terminal has not responded for a long time, by index within each hundred or two. */
const SILENT_FOR_A_DAY = { every: 200, at: [20] };
const SILENT_FOR_HOURS = { every: 100, at: [46, 53] };

/** A terminal's site is sometimes unreadable for hours, and rarely for more than a day. */
export function gapInChecks(
  { seededAt, index, from, to }: { seededAt: number | null; index: number; from: number; to: number },
  rng: Rng,
): Stay["gap"] {
  const [longHours, shortHours] = [rng.between(26, 40), rng.between(7, 20)];
  const roll = rng.between(0, 1);
  if (seededAt === null) {
    const middle = from + (to - from) / 2;
    return roll < 0.03 ? { from: middle, to: middle + shortHours * HOUR_MS } : null;
  }
  if (SILENT_FOR_A_DAY.at.includes(index % SILENT_FOR_A_DAY.every)) {
    return { from: seededAt - longHours * HOUR_MS, to: seededAt + shortHours * HOUR_MS };
  }
  if (SILENT_FOR_HOURS.at.includes(index % SILENT_FOR_HOURS.every)) {
    return { from: seededAt - shortHours * HOUR_MS, to: seededAt + (2 + roll * 7) * HOUR_MS };
  }
  return null;
}

export type Deadlines = Pick<Stay, "lastFreeDay" | "lineDay" | "extendedAt" | "endOfDay">;

/**
 * Deadlines at the port. `day` is the earliest of them. The line's own may be the same day, later, or the earliest.
 * When the terminal reports none, only the line's applies.
 */
export function portDeadlines(
  day: number,
  reporting: Reporting,
  from: number,
  to: number,
  rng: Rng,
): Deadlines {
  const extendedAt = rng.hit(0.12) ? from + (to - from) * rng.between(0.5, 0.9) : null;
  const endOfDay = rng.hit(0.18);
  const lineKnown = rng.hit(reporting.lastFreeDay ? 0.55 : 0.8);
  const lineFirst = (lineKnown && rng.hit(0.3)) || !reporting.lastFreeDay;
  const apart = rng.pick([0, 1, 1, 2, 3]);
  return {
    lastFreeDay: reporting.lastFreeDay ? day + (lineFirst ? apart : 0) : null,
    lineDay: lineKnown ? day + (lineFirst ? 0 : apart) : null,
    extendedAt: reporting.lastFreeDay ? extendedAt : null,
    endOfDay,
  };
}

/** Free time at a ramp is short: one or two days after arrival there, unless the stage requires another day. */
export function rampDeadlines(unloadedAt: number, zone: string, wanted: number | null, rng: Rng): Deadlines {
  const day = wanted ?? localDay(zone, unloadedAt) + rng.whole(1, 2);
  return { lastFreeDay: day, lineDay: null, extendedAt: null, endOfDay: rng.hit(0.3) };
}

/** When the container is reported available for pickup, apart from holds. */
export function availableFrom(dischargedAt: number, rng: Rng): number {
  return dischargedAt + rng.between(4, 14) * HOUR_MS;
}
