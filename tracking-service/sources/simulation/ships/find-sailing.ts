import { DAY_MS, HOUR_MS } from "@/tracking-service/clock/instant";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import { arrivesAt, leavesAt, type Sailing, sailingsBetween } from "./sailings";
import { type Call, FEEDER_SERVICES, LINE_SERVICES, type LineService, partnersOf } from "./services";

export type Window = { from: number; to: number };

/** A ship's arrival at a port of discharge. `at` in milliseconds UTC. */
export type Arrival = { sailing: Sailing; scac: string; call: Call; at: number };

type Wanted = {
  /** The line of the containers, whose own ships or its partners' carry them. Null for any. */
  scac: string | null;
  fits: (call: Call) => boolean;
  /** When the ship should arrive. */
  window: (call: Call) => Window;
  /** When it may arrive at all. */
  possible: Window;
};

/** More than a week together, so that every call has an arrival in reach. */
const REACH_BEFORE_MS = 7 * DAY_MS;
const REACH_AFTER_MS = 3 * DAY_MS;

const discharging = (service: LineService) => service.calls.filter(({ loads }) => !loads);

function arrivalsAround({ scac, fits, window, possible }: Wanted): (Arrival & { off: number })[] {
  const lines = scac === null ? null : partnersOf(scac);
  return LINE_SERVICES.filter((service) => lines?.includes(service.scac) ?? true).flatMap((service) =>
    discharging(service)
      .filter(fits)
      .flatMap((call) => {
        const { from, to } = window(call);
        return sailingsBetween(service, call, from - REACH_BEFORE_MS, to + REACH_AFTER_MS)
          .map((sailing) => {
            const at = arrivesAt(sailing, call);
            return { sailing, scac: service.scac, call, at, off: Math.max(0, from - at, at - to) };
          })
          .filter(({ at }) => possible.from <= at && at <= possible.to);
      }),
  );
}

/** How many of 38 shipments each port of discharge gets, however many services call there. */
const SHIPMENTS: Readonly<Record<string, number>> = {
  USLAX: 5,
  USLGB: 5,
  USNYC: 4,
  USSAV: 4,
  USHOU: 3,
  USOAK: 3,
  USORF: 2,
  USCHS: 2,
  USSEA: 2,
  USTIW: 1,
  USMIA: 1,
  CAVAN: 3,
  CAPRR: 1,
  CAHAL: 2,
};

const shares = new Map(
  Object.entries(SHIPMENTS).map(([code, shipments]) => {
    const calls = LINE_SERVICES.flatMap(discharging).filter(({ port }) => port.code === code);
    return [code, shipments / calls.length];
  }),
);

function pickByShare(arrivals: readonly Arrival[], draw: Rng): Arrival {
  const weights = arrivals.map(({ call }) => shares.get(call.port.code) ?? 0);
  let left = draw.between(
    0,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
  const place = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  const chosen = arrivals.at(place);
  if (!chosen) throw new Error("no ship arrives at a port that fits");
  return chosen;
}

/** An arrival in its window, or the nearest one. Throws when no port fits. */
export function findArrival(wanted: Wanted, draw: Rng): Arrival {
  const all = arrivalsAround(wanted);
  const within = all.filter(({ off }) => off === 0);
  const nearest = Math.min(...all.map(({ off }) => off));
  return pickByShare(within.length > 0 ? within : all.filter(({ off }) => off === nearest), draw);
}

/** The time that a container needs from one ship to the other. */
const CHANGE_MS = 18 * HOUR_MS;

/** The last feeder of a service that reaches a port long enough before a ship leaves it. */
function connection(call: Call, leaves: number, feeder: Sailing["service"]): Sailing | null {
  const hub = feeder.calls[1];
  if (!hub) return null;
  const latest = leaves - CHANGE_MS;
  const inTime = (sailing: Sailing) => arrivesAt(sailing, hub) <= latest;
  return hub.port.code === call.port.code
    ? (sailingsBetween(feeder, hub, latest - 10 * DAY_MS, latest).findLast(inTime) ?? null)
    : null;
}

/** A way from another port of lading: a first ship, and the call at which the containers change to the second. */
export type Change = { first: Sailing; lading: Call; hub: Call; arriveAt: number; departAt: number };

/** The ways to a sailing with a change of ship, from ports that it does not call at itself. */
export function changesTo(sailing: Sailing): Change[] {
  const { calls } = sailing.service;
  const own = new Set(calls.map(({ port }) => port.code));
  return calls
    .filter(({ loads }) => loads)
    .flatMap((hub) =>
      FEEDER_SERVICES.flatMap((feeder) => {
        const departAt = leavesAt(sailing, hub);
        const first = connection(hub, departAt, feeder);
        const [lading, end] = feeder.calls;
        if (!first || !lading || !end || own.has(lading.port.code)) return [];
        return [{ first, lading, hub, arriveAt: arrivesAt(first, end), departAt }];
      }),
    );
}
