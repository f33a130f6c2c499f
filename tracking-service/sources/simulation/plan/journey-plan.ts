import { DAY_MS, HOUR_MS, localDay, localTime, MINUTE_MS } from "@/tracking-service/clock/instant";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import { isMarkedDelivered, scriptedSize, scriptOf } from "@/tracking-service/sources/simulation/scripts";
import { hash32, type Rng, rng } from "@/tracking-service/sources/simulation/seeded-random";
import { findOffDockYard } from "@/tracking-service/sources/simulation/world/terminals";
import { containerNumber, containerReferences, equipment } from "./container-numbers";
import { type Gate, gateOf, gateTimeAfter, gateTimeWithin, rampGate } from "./gate-hours";
import { holdSpells, type Temper } from "./hold-plan";
import { misreportOf } from "./misreports";
import {
  type ContainerPlan,
  dischargeTerminal,
  type JourneyInput,
  type JourneyPlan,
  type Stay,
  type VoyagePlan,
} from "./plan";
import { railPlan } from "./rail-plan";
import { firstContainerOf, slotOf } from "./stages";
import { appointments, demurrageHeldUntil, serviceFee, yardSpots } from "./stay-turns";
import { availableFrom, type Deadlines, gapInChecks, portDeadlines } from "./terminal-stay-plan";
import { voyagePlan } from "./voyage-plan";
import { minute } from "./voyage-timing";

function chooseTemper(seededAtTerminal: boolean, draw: Rng): Temper {
  const roll = draw.between(0, 1);
  if (seededAtTerminal) return roll < 0.42 ? "ready" : roll < 0.8 ? "held" : "pending";
  return roll < 0.5 ? "ready" : roll < 0.85 ? "held" : "pending";
}

type Timing = { dischargedAt: number; releasedAt: number; leavesAt: number; atStart: boolean };

/**
 * The times of discharge, release and gate out of a container, chosen so that its stage applies at the plan's start.
 */
function portTiming(
  input: JourneyInput,
  voyage: VoyagePlan,
  position: number,
  gate: Gate,
  temper: Temper,
  draw: Rng,
): Timing {
  const { stage, pod } = voyage;
  const { start } = input;
  const dischargedAt = minute(voyage.dischargeFrom + position * draw.between(0.3, 0.9) * HOUR_MS);
  const scatteredHere = stage.at === "scattered" && position < 2;
  if (stage.at === "terminal" || scatteredHere) {
    const releasedAt =
      temper === "held" ? start + draw.between(5, 60) * HOUR_MS : dischargedAt + draw.between(2, 9) * HOUR_MS;
    const ready = Math.max(start + draw.between(2, 90) * HOUR_MS, releasedAt + 3 * HOUR_MS);
    return { dischargedAt, releasedAt, leavesAt: gateTimeAfter(gate, ready, draw), atStart: true };
  }
  if (stage.at === "out" || stage.at === "returned" || stage.at === "scattered") {
    const leftAt =
      stage.at === "out"
        ? start - Math.max(0.15, stage.daysAgo + draw.between(-0.5, 0.5)) * DAY_MS
        : dischargedAt + draw.between(2.5, 4.5) * DAY_MS;
    const day = localDay(pod.zone, leftAt);
    const usual = minute(
      Math.min(localTime(pod.zone, day, draw.whole(8, 15), draw.whole(0, 59)), start - HOUR_MS),
    );
    const within = { near: leftAt, from: dischargedAt + 4 * HOUR_MS, to: start - HOUR_MS };
    const leavesAt = gate.former ? usual : (gateTimeWithin(gate, within, draw) ?? usual);
    return {
      dischargedAt,
      releasedAt: dischargedAt + (leavesAt - dischargedAt) * 0.6,
      leavesAt,
      atStart: false,
    };
  }
  const releasedAt = dischargedAt + (temper === "held" ? draw.between(14, 60) : 3) * HOUR_MS;
  const ready = Math.max(releasedAt, dischargedAt + 12 * HOUR_MS) + draw.between(0.8, 4.5) * DAY_MS;
  return { dischargedAt, releasedAt, leavesAt: gateTimeAfter(gate, ready, draw), atStart: false };
}

/** The check interval for the test number whose hold is set and released repeatedly. */
const FLAPPING_CHECK_MS = 10_000;

const NO_DEADLINES: Deadlines = { lastFreeDay: null, lineDay: null, extendedAt: null, endOfDay: false };

function portStay(
  input: JourneyInput,
  voyage: VoyagePlan,
  timing: Timing,
  to: number,
  gate: Gate,
  temper: Temper,
  draw: Rng,
): Stay {
  const { pod, stage, inland } = voyage;
  const terminal = dischargeTerminal(voyage);
  const { dischargedAt, releasedAt } = timing;
  const turns = rng(input.seed, "stay", input.index, input.asked?.requestId ?? "");
  const scripted = scriptOf(input) === "flapping-hold";
  const span = { from: dischargedAt, to, zone: pod.zone };
  const wanted = timing.atStart
    ? localDay(pod.zone, input.start) + (stage.at === "terminal" ? stage.deadlineIn : -1)
    : null;
  const day = wanted ?? localDay(pod.zone, dischargedAt) + terminal.freeDays;
  const open = temper === "ready" ? Math.min(releasedAt, dischargedAt + 9 * HOUR_MS) : releasedAt;
  const portAvailableFrom = () => {
    if (inland) return null;
    return timing.atStart && temper !== "held" ? open : availableFrom(dischargedAt, draw);
  };
  const deadlines = () => {
    const planned = portDeadlines(day, terminal.reporting, dischargedAt, to, draw);
    // The stage's deadline is the one at the start, so it is extended only afterwards.
    const early = timing.atStart && !input.former && (planned.extendedAt ?? 0) <= input.start;
    return early ? { ...planned, extendedAt: null } : planned;
  };
  return {
    place: "port",
    from: dischargedAt,
    to,
    zone: pod.zone,
    reporting: terminal.reporting,
    currency: pod.country === "CA" ? "CAD" : "USD",
    checkEveryMs: scripted ? FLAPPING_CHECK_MS : input.checkEveryMs,
    gap: gapInChecks(
      { seededAt: timing.atStart ? input.start : null, index: input.index, from: dischargedAt, to },
      draw,
    ),
    holds: holdSpells(
      {
        temper,
        from: dischargedAt,
        to,
        releasedAt: open,
        index: input.index,
        where: { country: pod.country, port: pod.code },
      },
      draw,
    ),
    flappingFrom: scripted ? input.start : null,
    pendingStops: temper === "pending" && turns.hit(0.4),
    yardSpots: terminal.reporting.yardSpot ? yardSpots(span, turns) : [],
    service: serviceFee(span, turns),
    appointments: to === timing.leavesAt ? appointments(span, gate, terminal.reporting, turns) : [],
    demurrageHeldUntil: demurrageHeldUntil(span, terminal.reporting, turns),
    availableFrom: portAvailableFrom(),
    ...(inland ? NO_DEADLINES : deadlines()),
    dailyRate: draw.pick([125, 185, 210, 250]),
  };
}

function returnTime(
  input: JourneyInput,
  voyage: VoyagePlan,
  position: number,
  outAt: number,
  draw: Rng,
): { at: number; past: boolean } {
  const { stage } = voyage;
  const { start } = input;
  const usual = outAt + draw.between(2, 6) * DAY_MS;
  if (stage.at === "returned") {
    const at = start - Math.max(0.05, stage.daysAgo + draw.between(-0.5, 0.5)) * DAY_MS;
    return { at: Math.max(at, outAt + 6 * HOUR_MS), past: true };
  }
  if (stage.at === "scattered" && position >= 4) {
    return { at: Math.max(outAt + 6 * HOUR_MS, start - draw.between(2, 20) * HOUR_MS), past: true };
  }
  const stillOut = stage.at === "out" || stage.at === "scattered";
  return { at: stillOut ? Math.max(usual, start + draw.between(6, 96) * HOUR_MS) : usual, past: false };
}

/** An empty container is returned in gate hours too. */
function gateInTime(
  gate: Gate,
  { at, past }: ReturnType<typeof returnTime>,
  outAt: number,
  start: number,
  draw: Rng,
): number {
  if (gate.former) return minute(at);
  if (!past) return gateTimeAfter(gate, at, draw);
  const within = { near: at, from: outAt + 6 * HOUR_MS, to: start - HOUR_MS };
  return gateTimeWithin(gate, within, draw) ?? minute(at);
}

function containerPlan(input: JourneyInput, voyage: VoyagePlan, position: number, draw: Rng): ContainerPlan {
  const { stage } = voyage;
  const seededHere = stage.at === "terminal" || stage.at === "scattered";
  const temper = scriptOf(input) === "flapping-hold" ? "ready" : chooseTemper(seededHere, draw);
  const yard = stage.at === "terminal" && stage.offDock ? findOffDockYard(voyage.pod.code) : null;
  const gate = gateOf(yard ?? dischargeTerminal(voyage), input.former);
  const timing = portTiming(input, voyage, position, gate, temper, draw);
  const rail = railPlan(input, voyage, timing.dischargedAt, draw);
  const offDockAt = Math.max(timing.dischargedAt + 2 * HOUR_MS, input.start - draw.between(2, 20) * HOUR_MS);
  const outAt = rail ? rail.stay.to : timing.leavesAt;
  const portLeftAt = rail ? rail.loadedAt : yard ? minute(offDockAt) : outAt;
  const loadedAt = voyage.departedAt - draw.between(6, 30) * HOUR_MS;
  const fullInAt = loadedAt - draw.between(1, 4) * DAY_MS;
  const returnGate = voyage.inland ? rampGate(voyage.inland, input.former) : gate;
  const planned = returnTime(input, voyage, position, outAt, draw);
  const returnedAt = gateInTime(returnGate, planned, outAt, input.start, draw);
  const turns = rng(input.seed, "box-turns", input.index, input.asked?.requestId ?? "");
  const marked = (stage.at === "out" && stage.delivered === true) || isMarkedDelivered(input);
  return {
    number: containerNumber(input, voyage, draw),
    refNumbers: containerReferences(input),
    ...equipment(input, draw),
    weightLbs: draw.hit(0.85) ? draw.whole(9_000, 46_000) : null,
    seal: draw.hit(0.6) ? `${voyage.pol.country}${draw.whole(100_000, 999_999)}` : null,
    chassis: draw.hit(0.3) ? `DCLZ${draw.whole(100_000, 999_999)}` : null,
    emptyOutAt: minute(fullInAt - draw.between(1, 5) * DAY_MS),
    fullInAt: minute(fullInAt),
    loadedAt: minute(loadedAt),
    berthedAt: draw.hit(0.6) ? minute(voyage.arrivedAt + draw.between(0.5, 5) * HOUR_MS) : null,
    dischargedAt: timing.dischargedAt,
    stay: portStay(input, voyage, timing, portLeftAt, gate, temper, draw),
    rail,
    offDock: yard ? { at: portLeftAt, yard } : null,
    outAt,
    deliveredAt:
      marked || draw.hit(0.05) ? minute(outAt + (returnedAt - outAt) * 0.15 + 20 * MINUTE_MS) : null,
    returnedAt,
    misreport: misreportOf(
      input,
      scriptOf(input),
      { vessel_discharged: timing.dischargedAt, full_out: outAt },
      turns,
    ),
  };
}

function planAt(input: JourneyInput, voyage: VoyagePlan, shipment: number, position: number): ContainerPlan {
  const key = input.asked?.requestId ?? "";
  return containerPlan(input, voyage, position, rng(input.seed, "box", shipment, position, key));
}

/** When a shipment is replaced by another: some hours after its last empty return or its cancellation. */
function successionTime(input: JourneyInput, voyage: VoyagePlan, shipment: number): number {
  const first = input.index;
  const rest = rng(input.seed, "rest", shipment).between(4, 24) * HOUR_MS;
  if (voyage.cancelledAt !== null) return voyage.cancelledAt + rest;
  const returns = Array.from({ length: voyage.size }, (_, position) =>
    planAt({ ...input, index: first + position }, voyage, shipment, position),
  ).map((container) => container.returnedAt);
  return Math.max(...returns, input.start) + rest;
}

/**
 * Plans the whole journey of one container, from empty out to empty return. It covers lane, line, vessels, milestones,
 * and the terminals' reports with their times. Pure function; instants in milliseconds UTC.
 */
export function journeyPlan(input: JourneyInput): JourneyPlan {
  const requested = input.asked;
  const slot = requested
    ? { shipment: 0, position: input.index, size: requestedSize(input) }
    : slotOf(input.index);
  const voyage = voyagePlan(input, slot.shipment, slot.size);
  const key = requested?.requestId ?? "";
  const first = !requested && firstContainerOf(input.index) === input.index;
  return {
    input,
    containerId: stableId(input.seed, "container", slot.shipment, slot.position, key),
    position: slot.position,
    noiseSeed: hash32(`${input.seed}/${slot.shipment}/${slot.position}/${key}`),
    voyage,
    container: planAt(input, voyage, slot.shipment, slot.position),
    succeededAt: first ? minute(successionTime(input, voyage, slot.shipment)) : null,
  };
}

/** The number of containers for a requested number. */
export function requestedSize(input: JourneyInput): number {
  if (!input.asked || input.asked.requestType === "container") return 1;
  const script = scriptOf(input);
  if (script) return scriptedSize(script);
  return rng(input.seed, "size", input.asked.requestId).pick([1, 1, 2, 2, 3, 4]);
}
