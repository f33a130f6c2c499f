import { geoDistance, geoInterpolate } from "d3-geo";
import atlas from "world-atlas/land-50m.json";
import { landTest, readLand } from "@/lib/domain/voyage/land";
import type { Position, Voyage } from "@/lib/domain/voyage/voyage";
import { SEA_LANES } from "./sea-lanes";

const EARTH_RADIUS_KM = 6_371;
/** How many of the nearest nodes a port is connected to. */
const CONNECTED = 16;
/** Ports are at rivers and bays that the coast does not have at this resolution. */
const NEAR_PORT_KM = 60;
/** 1 km over land counts as this many km at sea. */
const LAND_PENALTY = 300;
const SAMPLE_KM = 5;
/** A direct way at sea is only looked for between ports this near to each other. */
const DIRECT_KM = 1_500;
const MAX_CACHED = 1_000;

/** Whether a position is on land at 1:50 million. Narrow straits and canals count as land. */
const isOnLand = landTest(readLand(atlas));

const drawn = ([longitude, latitude]: Position): [number, number] => [longitude, latitude];
const distanceKm = (from: Position, to: Position): number =>
  geoDistance(drawn(from), drawn(to)) * EARTH_RADIUS_KM;

/** The length of a leg in km, with a penalty for its parts over land. Land near a port does not count. */
function legCost(from: Position, to: Position, ports: readonly Position[]): number {
  const km = distanceKm(from, to);
  const at = geoInterpolate(drawn(from), drawn(to));
  const parts = Math.ceil(km / SAMPLE_KM);
  let overLand = 0;
  for (let part = 1; part < parts; part += 1) {
    const [longitude = 0, latitude = 0] = at(part / parts);
    const position: Position = [longitude, latitude];
    if (isOnLand(position) && ports.every((port) => distanceKm(port, position) > NEAR_PORT_KM)) overLand += 1;
  }
  return km + (km / Math.max(1, parts)) * overLand * LAND_PENALTY;
}

const connections = new Map<string, ReadonlyMap<string, number>>();
const keyOf = ([longitude, latitude]: Position): string => `${longitude} ${latitude}`;

/** Stores a result. The oldest one is dropped when there are many. */
function stored<Value>(cache: Map<string, Value>, key: string, value: Value): Value {
  const [oldest] = cache.keys();
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(key, value);
  return value;
}

/** The nodes to which a port is connected, with the cost of the way there. */
function connect(port: Position): ReadonlyMap<string, number> {
  const known = connections.get(keyOf(port));
  if (known) return known;
  const nearest = [...SEA_LANES]
    .map(([name, { position }]) => ({ name, position, km: distanceKm(port, position) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, CONNECTED);
  const costs = nearest.map(({ name, position }) => [name, legCost(port, position, [port])] as const);
  return stored(connections, keyOf(port), new Map(costs));
}

type Reached = { cost: number; before: string | null };

/** The names of the nodes on the cheapest way, by Dijkstra's algorithm. Empty for the direct way. */
function cheapest(from: Position, to: Position): string[] {
  const ends = connect(to);
  const reached = new Map<string, Reached>();
  for (const [name, cost] of connect(from)) reached.set(name, { cost, before: null });
  const direct = distanceKm(from, to) <= DIRECT_KM ? legCost(from, to, [from, to]) : Number.POSITIVE_INFINITY;
  let best = { cost: direct, last: null as string | null };
  const open = new Set(reached.keys());
  while (open.size > 0) {
    let name = "";
    let cost = Number.POSITIVE_INFINITY;
    for (const each of open) {
      const known = reached.get(each)?.cost ?? Number.POSITIVE_INFINITY;
      if (known < cost) [name, cost] = [each, known];
    }
    open.delete(name);
    if (cost >= best.cost) break;
    const end = ends.get(name);
    if (end !== undefined && cost + end < best.cost) best = { cost: cost + end, last: name };
    const node = SEA_LANES.get(name);
    for (const next of node?.next ?? []) {
      const position = SEA_LANES.get(next)?.position;
      if (!node || !position) continue;
      const total = cost + distanceKm(node.position, position);
      if (total >= (reached.get(next)?.cost ?? Number.POSITIVE_INFINITY)) continue;
      reached.set(next, { cost: total, before: name });
      open.add(next);
    }
  }
  const names: string[] = [];
  for (let name = best.last; name !== null; name = reached.get(name)?.before ?? null) names.unshift(name);
  return names;
}

const routes = new Map<string, readonly Position[]>();

/**
 * The approximate route of a ship between two ports: along sea lanes, through canals and straits. Both ends included.
 * Consecutive positions are connected by great circles. Pure apart from a cache.
 */
export function seaRoute(from: Position, to: Position): readonly Position[] {
  const key = `${keyOf(from)}/${keyOf(to)}`;
  const known = routes.get(key);
  if (known) return known;
  const through = cheapest(from, to).flatMap((name): Position[] => {
    const node = SEA_LANES.get(name);
    return node ? [node.position] : [];
  });
  return stored(routes, key, [from, ...through, to]);
}

const alongLanes = (line: readonly Position[]): Position[] =>
  line.flatMap((position, at) => {
    const before = line[at - 1];
    return before ? seaRoute(before, position).slice(1) : [position];
  });

/** A voyage with straight lines from port to port, drawn along sea lanes. */
export const voyageAlongLanes = (voyage: Voyage): Voyage => ({
  ...voyage,
  past: voyage.past.map(alongLanes),
  ahead: voyage.ahead.map(alongLanes),
});
