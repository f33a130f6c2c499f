import { DAY_MS, HOUR_MS, localDay, localTime } from "@/tracking-service/clock/instant";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import { scriptOf } from "@/tracking-service/sources/simulation/scripts";
import { type Rng, rng } from "@/tracking-service/sources/simulation/seeded-random";
import {
  type Arrival,
  type Change,
  changesTo,
  findArrival,
  type Window,
} from "@/tracking-service/sources/simulation/ships/find-sailing";
import {
  dueToLeaveAt,
  leavesAt,
  type Sailing,
  shipOf,
  terminalsOf,
  voyageNumberOf,
} from "@/tracking-service/sources/simulation/ships/sailings";
import type { Call } from "@/tracking-service/sources/simulation/ships/services";
import { findLine, type Line } from "@/tracking-service/sources/simulation/world/lines";
import { listInlandPlaces } from "@/tracking-service/sources/simulation/world/ramps";
import { findOffDockYard } from "@/tracking-service/sources/simulation/world/terminals";
import { exactVoyagePlan } from "./exact-voyage";
import { misreportOf } from "./misreports";
import type { JourneyInput, VoyagePlan } from "./plan";
import type { Stage } from "./stages";
import {
  arrivalEstimates,
  chooseInland,
  chooseStage,
  goesByRail,
  namesPort,
  numbersOf,
  tradeDetails,
} from "./voyage-details";
import { bookingTurns, departureEstimates, minute } from "./voyage-timing";

/** The least and the most hours from a vessel's arrival to its first discharge. */
const DISCHARGE_AFTER = { least: 9, most: 26 };

function fits(stage: Stage, { port }: Call): boolean {
  if (goesByRail(stage)) return listInlandPlaces(port.code).length > 0;
  return stage.at !== "terminal" || !stage.offDock || findOffDockYard(port.code) !== null;
}

const daysAround = (start: number, from: number, to: number): Window => ({
  from: start + from * DAY_MS,
  to: start + to * DAY_MS,
});

/** When the vessel should arrive and when its first container should be discharged, for a call at the plan's start. */
type Wish = { window: (call: Call) => Window; discharge: (call: Call) => number | null };

const arriving = (window: Window): Wish => ({ window: () => window, discharge: () => null });

/** At a terminal the free days from the discharge end at the stage's deadline, unless that is too far ahead. */
function dischargeBefore(deadlineIn: number, start: number, draw: Rng): Wish {
  const latest = start - draw.between(4, 22) * HOUR_MS;
  const hours = draw.between(-4, 6) * HOUR_MS;
  const discharge = ({ port, terminal }: Call) => {
    const day = localDay(port.zone, start) + deadlineIn - (terminal?.freeDays ?? 0);
    return Math.min(localTime(port.zone, day, 10) + hours, latest);
  };
  const window = (call: Call) => ({
    from: discharge(call) - DISCHARGE_AFTER.most * HOUR_MS,
    to: discharge(call) - DISCHARGE_AFTER.least * HOUR_MS,
  });
  return { discharge, window };
}

/** Chosen so that the stage applies at the plan's start. */
function wishFor(stage: Stage, start: number, draw: Rng): Wish {
  switch (stage.at) {
    case "new":
      return arriving(daysAround(start, 24, 36));
    case "ship":
      return arriving(daysAround(start, stage.arrivesInDays - 0.3, stage.arrivesInDays + 0.3));
    case "terminal":
      return dischargeBefore(stage.deadlineIn, start, draw);
    case "waiting-for-rail":
      return arriving(daysAround(start, -3.2, -2));
    case "on-rail":
      return arriving(daysAround(start, -6.5, -5.5));
    case "ramp":
      return arriving(daysAround(start, -12.5, -11));
    case "out":
      return arriving(daysAround(start, -stage.daysAgo - 6, -stage.daysAgo - 4.2));
    case "returned":
      return arriving(daysAround(start, -stage.daysAgo - 13, -stage.daysAgo - 10));
    case "scattered":
      return arriving(daysAround(start, -10, -9));
  }
}

/** A vessel at sea arrives after the plan's start; any other has discharged before it. */
function possibleArrivals({ at }: Stage, start: number): Window {
  const atSea = at === "new" || at === "ship";
  return atSea
    ? { from: start + 3 * HOUR_MS, to: Number.POSITIVE_INFINITY }
    : { from: Number.NEGATIVE_INFINITY, to: start - (DISCHARGE_AFTER.least + 4) * HOUR_MS };
}

/** The first discharge: as wanted, if the vessel has arrived long enough before. */
function dischargeOf({ call, at }: Arrival, wish: Wish, stage: Stage, start: number, draw: Rng): number {
  const usual = at + draw.between(DISCHARGE_AFTER.least, DISCHARGE_AFTER.most) * HOUR_MS;
  const least = at + DISCHARGE_AFTER.least * HOUR_MS;
  const wanted = wish.discharge(call) ?? usual;
  const latest = stage.at === "terminal" ? start - 4 * HOUR_MS : Number.POSITIVE_INFINITY;
  return minute(
    Math.max(least, Math.min(wanted, at + DISCHARGE_AFTER.most * HOUR_MS, Math.max(latest, least))),
  );
}

type Lading = Pick<VoyagePlan, "pol" | "hub" | "departedAt" | "plannedDepartureAt"> & {
  /** The sailing that takes the containers from the port of lading, and its call there. */
  first: Sailing;
  call: Call;
};

/** Share of shipments that change the vessel on the way, where there is a way to. */
const CHANGING_SHARE = 0.3;

function changing({ first, lading, hub, arriveAt, departAt }: Change, seeded: boolean, draw: Rng): Lading {
  const feeder = draw.hit(0.35);
  return {
    first,
    call: lading,
    pol: lading.port,
    hub: {
      port: hub.port,
      firstVessel: shipOf(first),
      firstVoyage: voyageNumberOf(first),
      feeder,
      feederReported: feeder && !seeded,
      arriveAt,
      departAt,
    },
    departedAt: leavesAt(first, lading),
    plannedDepartureAt: dueToLeaveAt(first, lading),
  };
}

/** Where and when the containers are loaded: in a port of the rotation, or on a feeder to one. */
function ladingOf(sailing: Sailing, seeded: boolean, draw: Rng): Lading {
  const changes = draw.hit(CHANGING_SHARE) ? changesTo(sailing) : [];
  if (changes.length > 0) return changing(draw.pick(changes), seeded, draw);
  const call = draw.pick(sailing.service.calls.filter(({ loads }) => loads));
  return {
    first: sailing,
    call,
    pol: call.port,
    hub: null,
    departedAt: leavesAt(sailing, call),
    plannedDepartureAt: dueToLeaveAt(sailing, call),
  };
}

/** The expected times of a sailing, the same for all that sail with it. */
function estimatesOf({ sailing, call, at }: Arrival, lading: Lading) {
  const { service, week } = sailing;
  const lastLading = service.calls.findLast(({ loads }) => loads) ?? call;
  const { first, departedAt, plannedDepartureAt } = lading;
  return {
    ...arrivalEstimates(leavesAt(sailing, lastLading), at, rng("eta", service.key, week, call.day)),
    departureEstimates: departureEstimates(
      { from: plannedDepartureAt - 14 * DAY_MS, plannedDepartureAt, departedAt },
      rng("etd", first.service.key, first.week, lading.call.day),
    ),
  };
}

function lineOf(input: JourneyInput, arrival: Arrival): Line {
  // Test numbers are requested under a code that is no line's.
  const line = findLine(input.asked?.scac ?? "") ?? findLine(arrival.scac);
  if (!line) throw new Error(`no line ${arrival.scac}`);
  return line;
}

function sailedVoyagePlan(input: JourneyInput, shipment: number, size: number): VoyagePlan {
  const { start, entry, asked } = input;
  const key = asked?.requestId ?? "";
  const draw = rng(input.seed, "voyage", shipment, key);
  const stage = chooseStage(input, shipment, draw);
  const wish = wishFor(stage, start, draw);
  const arrival = findArrival(
    {
      scac: (asked && findLine(asked.scac)?.scac) ?? null,
      fits: (call) => fits(stage, call),
      window: wish.window,
      possible: possibleArrivals(stage, start),
    },
    draw,
  );
  const { sailing, call, at: arrivedAt } = arrival;
  const line = lineOf(input, arrival);
  const lading = ladingOf(sailing, entry === "seeded", draw);
  const { pol, hub, departedAt, plannedDepartureAt } = lading;
  const { named, change } = terminalsOf(sailing, call);
  const changed = change !== null && change.at <= start ? change.terminal : named;
  const trackedAt =
    entry === "seeded"
      ? Math.min(departedAt + draw.between(-4, 3) * DAY_MS, start - draw.between(2, 60) * HOUR_MS)
      : start;
  const inland = chooseInland(input, stage, call.port, draw);
  const turns = rng(input.seed, "turns", shipment, key);
  const misreportable: Record<string, number> = { vessel_arrived: arrivedAt };
  if (!hub?.feederReported) misreportable.vessel_departed = departedAt;
  return {
    shipmentId: stableId(input.seed, "shipment", shipment, key),
    size,
    stage,
    ...numbersOf(input, line, draw),
    ...tradeDetails(input, draw),
    line,
    pol,
    pod: call.port,
    terminal: changed,
    terminalChange: change !== null && change.at > start ? change : null,
    inland,
    endsAtPort: namesPort(input, shipment, inland),
    vessel: shipOf(sailing),
    voyageNumber: voyageNumberOf(sailing),
    hub,
    trackedAt: minute(trackedAt),
    manifestedAt: stage.at === "new" ? minute(start + draw.between(8, 40) * HOUR_MS) : 0,
    ...bookingTurns(input, null, departedAt, turns),
    silentSince: null,
    misreport: misreportOf(input, null, misreportable, turns),
    plannedDepartureAt,
    departedAt,
    ...estimatesOf(arrival, lading),
    arrivedAt,
    dischargeFrom: dischargeOf(arrival, wish, stage, start, draw),
  };
}

/** The voyage shared by all containers of one shipment. Pure function. */
export function voyagePlan(input: JourneyInput, shipment: number, size: number): VoyagePlan {
  const exact = input.former === true || scriptOf(input) !== null;
  return exact ? exactVoyagePlan(input, shipment, size) : sailedVoyagePlan(input, shipment, size);
}
