import { DAY_MS, HOUR_MS } from "@/tracking-service/clock/instant";
import { minute } from "@/tracking-service/sources/simulation/plan/voyage-timing";
import { rng } from "@/tracking-service/sources/simulation/seeded-random";
import { listTerminals, type Terminal } from "@/tracking-service/sources/simulation/world/terminals";
import type { Vessel } from "@/tracking-service/sources/simulation/world/vessels";
import type { Call, Service } from "./services";

/** One voyage of a service: the rotation that begins in a week, counted since 1970. */
export type Sailing = { service: Service; week: number };

const WEEK_MS = 7 * DAY_MS;

export function shipOf({ service, week }: Sailing): Vessel {
  const ship = service.ships[week % service.ships.length];
  if (!ship) throw new Error(`${service.key} has no ships`);
  return ship;
}

/** The voyage number: how often the ship has begun its rotation, and the direction. */
export const voyageNumberOf = ({ service, week }: Sailing): string =>
  `${String(Math.floor(week / service.ships.length) % 1_000).padStart(3, "0")}${service.letter}`;

/** When the ship is due at a call by the schedule. Milliseconds UTC. */
const dueAt = ({ service, week }: Sailing, { day }: Call): number =>
  week * WEEK_MS + service.beginsAtHour * HOUR_MS + day * DAY_MS;

/** The earliest and the latest a ship arrives, in hours after it is due. */
const EARLIEST_HOURS = -4;
const LATEST_HOURS = 30;

/** When the ship arrives at a call: a sailing has one delay, and each call a further one. Milliseconds UTC. */
export function arrivesAt(sailing: Sailing, call: Call): number {
  const { service, week } = sailing;
  const late = rng("sailing", service.key, week).between(EARLIEST_HOURS, LATEST_HOURS - 12);
  const here = rng("call", service.key, week, call.day).between(0, 12);
  return minute(dueAt(sailing, call) + (late + here) * HOUR_MS);
}

/** When the ship leaves a call. Milliseconds UTC. */
export const leavesAt = (sailing: Sailing, call: Call): number =>
  arrivesAt(sailing, call) + call.hours * HOUR_MS;

/** When the ship is due to leave a call by the schedule. Milliseconds UTC. */
export const dueToLeaveAt = (sailing: Sailing, call: Call): number =>
  minute(dueAt(sailing, call) + call.hours * HOUR_MS);

/** The sailings of a service that may arrive at a call between two instants. */
export function sailingsBetween(service: Service, call: Call, from: number, to: number): Sailing[] {
  const offset = service.beginsAtHour * HOUR_MS + call.day * DAY_MS;
  const first = Math.ceil((from - LATEST_HOURS * HOUR_MS - offset) / WEEK_MS);
  const last = Math.floor((to - EARLIEST_HOURS * HOUR_MS - offset) / WEEK_MS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => ({
    service,
    week: first + place,
  }));
}

/** Share of arrivals at a terminal of the port other than the one the line named. */
const MOVED_SHARE = 0.08;

/** The terminal that the line names for a call, and from when on it names another one. */
export function terminalsOf(
  sailing: Sailing,
  call: Call,
): { named: Terminal; change: { at: number; terminal: Terminal } | null } {
  const { terminal: named, port } = call;
  if (!named) throw new Error(`no terminal at ${port.code}`);
  const draw = rng("terminal", sailing.service.key, sailing.week, call.day);
  const others = listTerminals(port.code).filter(({ key }) => key !== named.key);
  const at = minute(arrivesAt(sailing, call) - draw.between(8, 40) * HOUR_MS);
  if (!draw.hit(MOVED_SHARE) || others.length === 0) return { named, change: null };
  return { named, change: { at, terminal: draw.pick(others) } };
}
