import { SEA_NODES, SEA_WAYS } from "@/lib/platform/sea-lanes";
import { between, distanceNm, type Position } from "@/tracking-service/geo/sphere";
import { PORT_APPROACHES } from "@/tracking-service/sources/simulation/world/port-approaches";
import { PORTS } from "@/tracking-service/sources/simulation/world/ports";

/** Maximum distance between positions on a line, so that it follows the globe on any map. */
const SPACING_NM = 40;

type Way = { to: string; nm: number; through: Position[] };

const ports = new Map(PORTS.map((port): [string, Position] => [port.code, [port.longitude, port.latitude]]));
const places = new Map<string, Position>([...Object.entries(SEA_NODES), ...ports]);

function requirePlace(name: string): Position {
  const place = places.get(name);
  if (!place) throw new Error(`no place ${name} at sea`);
  return place;
}

/** The length of a line in nautical miles. */
export function lengthNm(line: readonly Position[]): number {
  return line.reduce((sum, place, index) => sum + distanceNm(line[index - 1] ?? place, place), 0);
}

function buildWays(): Map<string, Way[]> {
  const ways = new Map<string, Way[]>();
  const join = (from: string, to: string, through: Position[]) => {
    const nm = lengthNm([requirePlace(from), ...through, requirePlace(to)]);
    ways.set(from, [...(ways.get(from) ?? []), { to, nm, through }]);
  };
  const joinBoth = (from: string, to: string, through: Position[]) => {
    join(from, to, through);
    join(to, from, [...through].reverse());
  };
  for (const row of SEA_WAYS) {
    for (const [place, node] of row.entries()) {
      const next = row[place + 1];
      if (next) joinBoth(node, next, []);
    }
  }
  for (const [code, { channel, to }] of Object.entries(PORT_APPROACHES)) {
    for (const node of to) joinBoth(code, node, [...channel]);
  }
  return ways;
}

const WAYS = buildWays();

type Reached = { nm: number; line: Position[] };

/** The shortest route by Dijkstra's algorithm. It passes through no other port. Null when there is none. */
function shortest(from: string, to: string): Position[] | null {
  const done = new Set<string>();
  const reached = new Map<string, Reached>([[from, { nm: 0, line: [requirePlace(from)] }]]);
  for (;;) {
    const open = [...reached].filter(([name]) => !done.has(name));
    const [nearest] = open.sort(([, a], [, b]) => a.nm - b.nm);
    if (!nearest) return null;
    const [name, { nm, line }] = nearest;
    if (name === to) return line;
    done.add(name);
    for (const way of WAYS.get(name) ?? []) {
      if (ports.has(way.to) && way.to !== to) continue;
      const known = reached.get(way.to);
      if (known && known.nm <= nm + way.nm) continue;
      reached.set(way.to, { nm: nm + way.nm, line: [...line, ...way.through, requirePlace(way.to)] });
    }
  }
}

/** Returns the line with additional positions where its own are far apart. */
function dense(line: readonly Position[]): Position[] {
  return line.flatMap((place, index) => {
    const before = line[index - 1];
    if (!before) return [place];
    const parts = Math.max(1, Math.ceil(distanceNm(before, place) / SPACING_NM));
    return Array.from({ length: parts }, (_, part) =>
      part + 1 === parts ? place : between(before, place, (part + 1) / parts),
    );
  });
}

/** Cache of computed routes, at most one per pair of ports. */
const known = new Map<string, readonly Position[]>();

/**
 * The usual sea route between two ports, by UN/LOCODE: through straits and canals, never over land. Null when no route
 * is known. Pure function.
 */
export function seaWay(from: string, to: string): readonly Position[] | null {
  const name = `${from}/${to}`;
  const found = known.get(name);
  if (found) return found;
  const line = ports.has(from) && ports.has(to) ? shortest(from, to) : null;
  if (!line) return null;
  const way = dense(line);
  known.set(name, way);
  return way;
}
