import { HOUR_MS } from "@/tracking-service/clock/instant";
import { distanceNm, type Position } from "@/tracking-service/geo/sphere";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import { seaWay } from "@/tracking-service/sources/simulation/plan/sea-route";
import type { Port } from "@/tracking-service/sources/simulation/world/ports";
import { imoNumber, type Vessel } from "@/tracking-service/sources/simulation/world/vessels";
import type { MeasuredAccount } from "./account";
import { type Figure, none, some } from "./figure";

/** A passage of a ship with containers of the account. Instants in milliseconds UTC. */
export type Passage = {
  ship: Vessel;
  voyage: string;
  from: { port: Port; at: number };
  to: { port: Port; at: number };
};

/** The passages of one container, from the port of lading to the port of discharge. */
export function passagesOf({ voyage }: JourneyPlan): Passage[] {
  const { vessel, voyageNumber, hub, pol, pod, departedAt, arrivedAt } = voyage;
  const to = { port: pod, at: arrivedAt };
  const from = { port: pol, at: departedAt };
  if (!hub) return [{ ship: vessel, voyage: voyageNumber, from, to }];
  return [
    {
      ship: hub.firstVessel,
      voyage: hub.firstVoyage,
      from,
      to: { port: hub.port, at: hub.arriveAt },
    },
    { ship: vessel, voyage: voyageNumber, from: { port: hub.port, at: hub.departAt }, to },
  ];
}

const positionOf = ({ longitude, latitude }: Port): Position => [longitude, latitude];

/** Faster than any container ship by the straight line. */
const MOST_KNOTS = 30;

const overlap = (a: Passage, b: Passage) => a.from.at < b.to.at && b.from.at < a.to.at;

const onTwoVoyages = (passages: readonly Passage[]) =>
  passages.some((a) => passages.some((b) => a.voyage !== b.voyage && overlap(a, b)));

/** True when the ship's arrivals and departures cannot be one rotation: too far apart for the time between them. */
function isInTwoPlaces(passages: readonly Passage[]): boolean {
  const calls = passages.flatMap(({ from, to }) => [from, to]).sort((a, b) => a.at - b.at);
  return calls.some((call, place) => {
    const before = calls[place - 1];
    if (!before) return false;
    const nm = distanceNm(positionOf(before.port), positionOf(call.port));
    return nm > ((call.at - before.at) / HOUR_MS) * MOST_KNOTS;
  });
}

/** The difference of two longitudes by the shorter way, in degrees. */
const turned = (from: Position, to: Position) => ((to[0] - from[0] + 540) % 360) - 180;

function isAgainstItsLetter({ voyage, from, to }: Passage): boolean {
  const way = seaWay(from.port.code, to.port.code) ?? [];
  const east = way.reduce((sum, place, index) => sum + turned(way[index - 1] ?? place, place), 0);
  const north = to.port.latitude - from.port.latitude;
  const right = { E: east > 0, W: east < 0, N: north > 0, S: north < 0 }[voyage.slice(-1)];
  return right !== true;
}

const isInvented = ({ imo }: Vessel) => /^[234]\d{6}$/.test(imo) && imo === imoNumber(imo.slice(0, 6));

/** Ships with containers of the account. A ship is on one voyage at a time, and its voyages are one rotation. */
export function shipFigures({ plans }: MeasuredAccount): Figure[] {
  const ships = new Map<string, Passage[]>();
  for (const passage of plans.flatMap(passagesOf)) {
    ships.set(passage.ship.imo, [...(ships.get(passage.ship.imo) ?? []), passage]);
  }
  const all = [...ships.values()];
  const passages = all.flat();
  const count = <T>(list: readonly T[], condition: (each: T) => boolean) => list.filter(condition).length;
  const several = (list: readonly Passage[]) => new Set(list.map(({ voyage }) => voyage)).size > 1;
  return [
    some("ships with more than one voyage", count(all, several)),
    none("ships on two voyages at once", count(all, onTwoVoyages)),
    none("ships in two places at once", count(all, isInTwoPlaces)),
    none("passages against the letter of their voyage", count(passages, isAgainstItsLetter)),
    none(
      "ships whose IMO number is not an invented ship's or fails its check digit",
      count(all, ([first]) => first !== undefined && !isInvented(first.ship)),
    ),
    none(
      "ships without a valid MMSI",
      count(passages, ({ ship }) => !/^[2-7]\d{8}$/.test(ship.mmsi)),
    ),
  ];
}
