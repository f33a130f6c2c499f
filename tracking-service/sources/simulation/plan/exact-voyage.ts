import { DAY_MS, HOUR_MS, localDay, localTime } from "@/tracking-service/clock/instant";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import { type Script, scriptOf } from "@/tracking-service/sources/simulation/scripts";
import { type Rng, rng } from "@/tracking-service/sources/simulation/seeded-random";
import { letterOf } from "@/tracking-service/sources/simulation/ships/services";
import {
  DISCHARGE_CALLS,
  listHubs,
  listOrigins,
  transitDays,
} from "@/tracking-service/sources/simulation/world/lanes";
import { findLine, LINES, type Line } from "@/tracking-service/sources/simulation/world/lines";
import { type Port, requirePort } from "@/tracking-service/sources/simulation/world/ports";
import { listInlandPlaces } from "@/tracking-service/sources/simulation/world/ramps";
import {
  findOffDockYard,
  listTerminals,
  type Terminal,
} from "@/tracking-service/sources/simulation/world/terminals";
import {
  listFormerFeeders,
  listFormerFleet,
  listReserve,
} from "@/tracking-service/sources/simulation/world/vessels";
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
import { bookingTurns, departureEstimates, minute, SILENT_FOR, terminalChange } from "./voyage-timing";

const tellsAvailability = ({ reporting }: Terminal) => reporting.availability;

function choosePod(stage: Stage, script: Script | null, draw: Rng): Port {
  const fits = DISCHARGE_CALLS.filter((code) => {
    if (script === "flapping-hold") return listTerminals(code).some(tellsAvailability);
    if (script === "terminal-change") return listTerminals(code).length > 1;
    if (goesByRail(stage) || script === "rail") return listInlandPlaces(code).length > 0;
    return stage.at !== "terminal" || !stage.offDock || findOffDockYard(code) !== null;
  });
  return requirePort(draw.pick(fits));
}

/**
 * When the vessel arrives and its first container is discharged, chosen so that the stage applies at the plan's start.
 */
function arrival(stage: Stage, start: number, zone: string, freeDays: number, draw: Rng) {
  const after = (arrivedAt: number) => ({
    arrivedAt,
    dischargeFrom: arrivedAt + draw.between(9, 26) * HOUR_MS,
  });
  switch (stage.at) {
    case "new":
      return after(start + draw.between(24, 36) * DAY_MS);
    case "ship":
      return after(start + (stage.arrivesInDays + draw.between(-0.3, 0.3)) * DAY_MS);
    case "terminal": {
      const day = localDay(zone, start) + stage.deadlineIn - freeDays;
      const latest = start - draw.between(4, 22) * HOUR_MS;
      const dischargeFrom = Math.min(localTime(zone, day, 10) + draw.between(-4, 6) * HOUR_MS, latest);
      return { dischargeFrom, arrivedAt: dischargeFrom - draw.between(9, 26) * HOUR_MS };
    }
    case "waiting-for-rail":
      return after(start - draw.between(2, 3.2) * DAY_MS);
    case "on-rail":
      return after(start - draw.between(5.5, 6.5) * DAY_MS);
    case "ramp":
      return after(start - draw.between(11, 12.5) * DAY_MS);
    case "out":
      return after(start - (stage.daysAgo + draw.between(4.2, 6)) * DAY_MS);
    case "returned":
      return after(start - (stage.daysAgo + draw.between(10, 13)) * DAY_MS);
    case "scattered":
      return after(start - draw.between(9, 10) * DAY_MS);
  }
}

const fleetFor = ({ former }: JourneyInput, { scac }: Line) =>
  former ? listFormerFleet(scac) : listReserve();

const feedersFor = ({ former }: JourneyInput) => (former ? listFormerFeeders() : listReserve());

function changeOfVessel(
  pol: Port,
  departedAt: number,
  arrivedAt: number,
  line: Line,
  input: JourneyInput,
  draw: Rng,
): VoyagePlan["hub"] {
  const script = scriptOf(input);
  const scripted = script === "feeder" || script === "transshipped";
  const hubs = listHubs(pol);
  if (hubs.length === 0 || !(draw.hit(0.28) || scripted)) return null;
  if (script && !scripted) return null;
  const feeder = scripted ? script === "feeder" : draw.hit(0.35);
  const arriveAt = departedAt + (arrivedAt - departedAt) * draw.between(0.2, 0.35);
  return {
    port: requirePort(draw.pick(hubs)),
    firstVessel: draw.pick(feeder ? feedersFor(input) : fleetFor(input, line)),
    firstVoyage: `${draw.whole(100, 999)}N`,
    feeder,
    feederReported: feeder && input.entry !== "seeded",
    arriveAt: minute(arriveAt),
    departAt: minute(arriveAt + draw.between(1.5, 4) * DAY_MS),
  };
}

/** The places and vessels of a voyage. */
function route(input: JourneyInput, stage: Stage, draw: Rng) {
  const script = scriptOf(input);
  const line = (input.asked && findLine(input.asked.scac)) ?? draw.pick(LINES);
  const pod = choosePod(stage, script, draw);
  const origins = listOrigins(pod);
  const changing = script === "feeder" || script === "transshipped";
  const pol = draw.pick(changing ? origins.filter((port) => listHubs(port).length > 0) : origins);
  const terminals = listTerminals(pod.code);
  const terminal = draw.pick(script === "flapping-hold" ? terminals.filter(tellsAvailability) : terminals);
  return { line, pod, pol, terminal, inland: chooseInland(input, stage, pod, draw) };
}

/**
 * A voyage at any time, without a rotation: of a test number, whose script needs exact times, and of a journey that was
 * stored before ships had rotations. The latter draws as it did then, so that its facts stay. Pure function.
 */
export function exactVoyagePlan(input: JourneyInput, shipment: number, size: number): VoyagePlan {
  const key = input.asked?.requestId ?? "";
  const script = scriptOf(input);
  const draw = rng(input.seed, "voyage", shipment, key);
  const stage = chooseStage(input, shipment, draw);
  const { line, pod, pol, terminal, inland } = route(input, stage, draw);
  const { arrivedAt, dischargeFrom } = arrival(stage, input.start, pod.zone, terminal.freeDays, draw);
  const departedAt = minute(arrivedAt - ((transitDays(pol, pod) ?? 20) + draw.between(-1, 2)) * DAY_MS);
  const seeded = input.entry === "seeded";
  const trackedAt = seeded
    ? Math.min(departedAt + draw.between(-4, 3) * DAY_MS, input.start - draw.between(2, 60) * HOUR_MS)
    : input.start;
  const numbers = numbersOf(input, line, draw);
  const details = tradeDetails(input, draw);
  const vessel = draw.pick(fleetFor(input, line));
  const count = `${draw.whole(10, 89)}${draw.whole(0, 9)}`;
  const formerLetter = draw.pick(["E", "W", "N"]);
  const voyageNumber = `${count}${input.former ? formerLetter : letterOf(pol, pod, true)}`;
  const hub = changeOfVessel(pol, departedAt, arrivedAt, line, input, draw);
  const manifestedAt = stage.at === "new" ? minute(input.start + draw.between(8, 40) * HOUR_MS) : 0;
  const plannedDepartureAt = minute(departedAt - draw.between(-8, 40) * HOUR_MS);
  const { originalEta, estimates } = arrivalEstimates(departedAt, arrivedAt, draw);
  const turns = rng(input.seed, "turns", shipment, key);
  const misreportable: Record<string, number> = { vessel_arrived: minute(arrivedAt) };
  if (!hub?.feederReported) misreportable.vessel_departed = departedAt;
  return {
    shipmentId: stableId(input.seed, "shipment", shipment, key),
    size,
    stage,
    ...numbers,
    ...details,
    line,
    pol,
    pod,
    terminal,
    terminalChange: terminalChange({ input, stage, script, terminal, arrivedAt }, turns),
    inland,
    endsAtPort: namesPort(input, shipment, inland),
    vessel,
    voyageNumber,
    hub,
    trackedAt: minute(trackedAt),
    manifestedAt,
    ...bookingTurns(input, script, departedAt, turns),
    silentSince: script === "silent-line" ? input.start - SILENT_FOR : null,
    misreport: misreportOf(input, script, misreportable, turns),
    plannedDepartureAt,
    departureEstimates: departureEstimates(
      { from: Math.max(input.start, trackedAt, manifestedAt), plannedDepartureAt, departedAt },
      turns,
    ),
    departedAt,
    originalEta,
    estimates,
    arrivedAt: minute(arrivedAt),
    dischargeFrom: minute(dischargeFrom),
  };
}
