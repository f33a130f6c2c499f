import { normalizeNumber } from "@/lib/contract/container-number";
import { DAY_MS, HOUR_MS } from "@/tracking-service/clock/instant";
import { scriptedStage, scriptOf } from "@/tracking-service/sources/simulation/scripts";
import { type Rng, rng } from "@/tracking-service/sources/simulation/seeded-random";
import type { Line } from "@/tracking-service/sources/simulation/world/lines";
import type { Port } from "@/tracking-service/sources/simulation/world/ports";
import { listInlandPlaces } from "@/tracking-service/sources/simulation/world/ramps";
import type { Estimate, JourneyInput, VoyagePlan } from "./plan";
import { type Stage, seededStage } from "./stages";
import { minute } from "./voyage-timing";

const TAGS = ["priority", "retail", "spring season", "hazmat", "promo"];
export const CUSTOMERS = [
  "Brightwater Imports",
  "Cedar Row Furnishings",
  "Lakeshore Home Goods",
  "Northgate Retail",
];

/** Share of newly tracked shipments that are bookings before departure. */
const BOOKED_SHARE = 0.05;

export function chooseStage(input: JourneyInput, shipment: number, draw: Rng): Stage {
  const script = scriptOf(input);
  if (script) return scriptedStage(script);
  if (input.entry === "seeded") return seededStage(shipment);
  if (input.entry === "fresh") {
    if (draw.hit(BOOKED_SHARE)) return { at: "ship", arrivesInDays: draw.between(45, 60) };
    return draw.hit(0.04) ? { at: "new" } : { at: "ship", arrivesInDays: draw.between(2.5, 7) };
  }
  return draw.hit(0.25)
    ? { at: "terminal", deadlineIn: draw.whole(1, 5) }
    : { at: "ship", arrivesInDays: draw.between(2, 12) };
}

export const goesByRail = (stage: Stage) =>
  stage.at === "waiting-for-rail" || stage.at === "on-rail" || stage.at === "ramp";

/** Where the containers go by rail. Null when they are picked up at the port. */
export function chooseInland(input: JourneyInput, stage: Stage, pod: Port, draw: Rng): VoyagePlan["inland"] {
  const script = scriptOf(input);
  const places = listInlandPlaces(pod.code, input.former);
  if (script && script !== "rail") return null;
  const wanted =
    script === "rail" || goesByRail(stage) || ((stage.at === "ship" || stage.at === "new") && draw.hit(0.15));
  return places.length > 0 && wanted ? draw.pick(places) : null;
}

/** Share of shipments for the port itself whose line says so. The other lines leave the destination open. */
const NAMED_PORT_SHARE = 0.3;

export const namesPort = (input: JourneyInput, shipment: number, inland: VoyagePlan["inland"]): boolean =>
  inland === null &&
  !input.former &&
  rng(input.seed, "destination", shipment, input.asked?.requestId ?? "").hit(NAMED_PORT_SHARE);

/** First an estimate that is days off, then smaller corrections every few hours as the vessel approaches. */
export function arrivalEstimates(departedAt: number, arrivedAt: number, draw: Rng) {
  const originalEta = minute(arrivedAt + draw.between(-3.2, 1) * DAY_MS);
  const estimates: Estimate[] = [];
  let error = originalEta - arrivedAt;
  let at = departedAt + draw.between(1, 3) * DAY_MS;
  while (at < arrivedAt - 3 * HOUR_MS) {
    error = error * draw.between(0.45, 0.95) + draw.between(-2, 2) * HOUR_MS;
    estimates.push({ at: minute(at), eta: minute(Math.max(arrivedAt + error, at + 2 * HOUR_MS)) });
    const near = arrivedAt - at < 5 * DAY_MS;
    at += (near ? draw.between(5, 9) : draw.between(30, 70)) * HOUR_MS;
  }
  return { originalEta, estimates };
}

export function numbersOf(input: JourneyInput, line: Line, draw: Rng) {
  const digits = `${draw.whole(20, 29)}${String(draw.whole(0, 9_999_999)).padStart(7, "0")}`;
  const requested = input.asked;
  if (!requested || requested.requestType === "container") {
    return { billOfLading: `${line.scac}${digits}`, normalizedNumber: digits };
  }
  const number = normalizeNumber(requested.number);
  const bare = number.startsWith(line.scac) ? number.slice(4) : number;
  return { billOfLading: number, normalizedNumber: bare };
}

export function tradeDetails(input: JourneyInput, draw: Rng) {
  if (input.entry === "requested") return { refNumbers: [], tags: [], customer: null };
  const refNumbers = draw.hit(0.75) ? [`PO-${draw.whole(40_000, 89_999)}`] : [];
  if (draw.hit(0.15)) refNumbers.push(`SO-${draw.whole(1_000, 9_999)}`);
  const tags = draw.hit(0.3) ? [draw.pick(TAGS)] : [];
  return { refNumbers, tags, customer: draw.hit(0.7) ? draw.pick(CUSTOMERS) : null };
}
