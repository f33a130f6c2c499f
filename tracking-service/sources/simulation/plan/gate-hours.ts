import { HOUR_MS, localDay, localTime } from "@/tracking-service/clock/instant";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import { gateHoursOn, gateWeekOf } from "@/tracking-service/sources/simulation/world/gates";
import { requirePort } from "@/tracking-service/sources/simulation/world/ports";
import type { InlandPlace } from "@/tracking-service/sources/simulation/world/ramps";
import type { Terminal } from "@/tracking-service/sources/simulation/world/terminals";
import { minute } from "./voyage-timing";

/** The gate of a terminal, off-dock yard or ramp. */
export type Gate = {
  nickname: string;
  zone: string;
  country: string;
  /** True for journeys stored before gates had hours: they leave on any day from 7 to 16. */
  former: boolean;
};

export function gateOf({ nickname, port }: Terminal, former = false): Gate {
  const { zone, country } = requirePort(port);
  return { nickname, zone, country, former };
}

export const rampGate = ({ metro, ramp }: InlandPlace, former = false): Gate => ({
  nickname: ramp.nickname,
  zone: metro.zone,
  country: metro.country,
  former,
});

/** The first and the last instant of a day on which the gate is open. Null when it is closed. */
export function openOn({ nickname, zone, country }: Gate, day: number): { from: number; to: number } | null {
  const hours = gateHoursOn(gateWeekOf(nickname), country, day);
  if (!hours) return null;
  return { from: localTime(zone, day, hours[0]), to: localTime(zone, day, hours[1]) };
}

/** More than any gate is closed at a time: a long weekend. */
const DAYS_AHEAD = 7;

/** The first day from this one on with open gates. */
export function nextOpenDay(gate: Gate, from: number): number {
  let day = from;
  while (!openOn(gate, day) && day < from + DAYS_AHEAD) day += 1;
  return day;
}

/** Time between two trucks that could pass the gate. */
const AT_LEAST_MS = HOUR_MS / 4;

function formerTime(zone: string, notBefore: number, rng: Rng): number {
  const day = localDay(zone, notBefore);
  const opens = localTime(zone, day, 7);
  const closes = localTime(zone, day, 16);
  if (notBefore < opens) return minute(opens + rng.between(0, 4) * HOUR_MS);
  if (notBefore < closes) return minute(notBefore + rng.between(0, 0.9) * HOUR_MS);
  return minute(localTime(zone, day + 1, 7) + rng.between(0, 6) * HOUR_MS);
}

/** A time at which a container passes the gate: soon after an instant, or in the hours after the next opening. */
export function gateTimeAfter(gate: Gate, notBefore: number, rng: Rng): number {
  if (gate.former) return formerTime(gate.zone, notBefore, rng);
  const share = rng.between(0, 1);
  const today = localDay(gate.zone, notBefore);
  for (let day = today; day <= today + DAYS_AHEAD; day += 1) {
    const open = openOn(gate, day);
    if (!open || notBefore > open.to - AT_LEAST_MS) continue;
    const from = Math.max(open.from, notBefore);
    const within = notBefore > open.from ? 0.9 : 5;
    return Math.floor(minute(from + share * Math.min(within * HOUR_MS, open.to - from - AT_LEAST_MS / 2)));
  }
  return minute(notBefore);
}

/**
 * A time at which a container has passed the gate: on the day of an instant or the last open one before, otherwise
 * the next one. Null when the gate was never open between `from` and `to`.
 */
export function gateTimeWithin(
  gate: Gate,
  { near, from, to }: { near: number; from: number; to: number },
  rng: Rng,
): number | null {
  const share = rng.between(0.05, 0.95);
  const day = localDay(gate.zone, near);
  const days = [0, -1, -2, -3, -4, 1, 2, 3, 4].map((apart) => day + apart);
  for (const each of days) {
    const open = openOn(gate, each);
    if (!open) continue;
    const [first, last] = [Math.max(open.from, from), Math.min(open.to, to)];
    if (last - first > AT_LEAST_MS) return minute(first + share * (last - first));
  }
  return null;
}
