import type { Position, Voyage } from "@/lib/dispatch/voyage";

/** A place on the drawing, in its units. */
export type Point = { x: number; y: number };

/** How to draw a voyage: what a position is on the drawing, lines cut where the map ends, and the graticule. */
export type Projection = {
  width: number;
  height: number;
  point: (position: Position) => Point;
  /** SVG path data of a line of positions; long ways bend along the great circle. */
  path: (line: readonly Position[]) => string;
  graticule: string;
};

const TURN = 360;
const LARGEST_LATITUDE = 78;
/** A line is drawn through a place at least this often. */
const STEP_DEGREES = 3;
const LEAST_SPAN = 24;
const MARGIN = 26;
const RADIANS = Math.PI / 180;

/** A longitude within half a turn of `centre`. */
function near(longitude: number, centre: number): number {
  return longitude - TURN * Math.round((longitude - centre) / TURN);
}

/** The middle of the shortest arc that holds all longitudes: opposite the largest gap between them. */
export function middleLongitude(longitudes: readonly number[]): number {
  const around = [...new Set(longitudes.map((each) => near(each, 0)))].sort((a, b) => a - b);
  const [first] = around;
  if (first === undefined) return 0;
  let [from, widest] = [first, -1];
  for (const [index, longitude] of around.entries()) {
    const next = around[index + 1] ?? first + TURN;
    if (next - longitude > widest) [from, widest] = [next, next - longitude];
  }
  return near(from + (TURN - widest) / 2, 0);
}

const mercator = (latitude: number): number => {
  const kept = Math.max(-LARGEST_LATITUDE, Math.min(LARGEST_LATITUDE, latitude));
  return Math.log(Math.tan(Math.PI / 4 + (kept * RADIANS) / 2)) / RADIANS;
};

/** Positions along the great circle from one to another, the first left out. */
function greatCircle([lon1, lat1]: Position, [lon2, lat2]: Position): Position[] {
  const unit = (lon: number, lat: number) => [
    Math.cos(lat * RADIANS) * Math.cos(lon * RADIANS),
    Math.cos(lat * RADIANS) * Math.sin(lon * RADIANS),
    Math.sin(lat * RADIANS),
  ];
  const [a, b] = [unit(lon1, lat1), unit(lon2, lat2)];
  const cosine = a.reduce((sum, each, axis) => sum + each * (b[axis] ?? 0), 0);
  const angle = Math.acos(Math.max(-1, Math.min(1, cosine)));
  const steps = Math.ceil(angle / RADIANS / STEP_DEGREES);
  // Of places opposite each other no way is the shortest: straight on is as good as any.
  if (steps <= 1 || Math.sin(angle) < 1e-6) return [[lon2, lat2]];
  return Array.from({ length: steps }, (_, index): Position => {
    const share = (index + 1) / steps;
    const [first, second] = [Math.sin((1 - share) * angle), Math.sin(share * angle)];
    const [x = 0, y = 0, z = 0] = a.map((each, axis) => first * each + second * (b[axis] ?? 0));
    return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS];
  });
}

function bent(line: readonly Position[]): Position[] {
  const [start, ...rest] = line;
  if (!start) return [];
  const way: Position[] = [start];
  for (const [index, position] of rest.entries()) way.push(...greatCircle(line[index] ?? start, position));
  return way;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A projection (Mercator) in which the whole voyage fits, turned so that the map's edge cuts none of its legs. */
export function fitVoyage(voyage: Voyage, width: number, height: number): Projection {
  const lines = [...voyage.past, ...voyage.ahead].map(bent);
  const positions = [
    ...lines.flat(),
    ...voyage.ports.map(({ position }) => position),
    ...(voyage.vessel ? [voyage.vessel.position] : []),
  ];
  const centre = middleLongitude(positions.map(([longitude]) => longitude));
  const xs = positions.map(([longitude]) => near(longitude, centre));
  const ys = positions.map(([, latitude]) => mercator(latitude));
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (width - 2 * MARGIN) / Math.max(east - west, LEAST_SPAN),
    (height - 2 * MARGIN) / Math.max(north - south, LEAST_SPAN / 2),
  );
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const point = ([longitude, latitude]: Position): Point => ({
    x: round(width / 2 + (near(longitude, centre) - middleX) * scale),
    y: round(height / 2 - (mercator(latitude) - middleY) * scale),
  });
  return {
    width,
    height,
    point,
    path: (line) => pathOf(bent(line), centre, point),
    graticule: graticule({ middleX, middleY, scale, width, height }),
  };
}

/** A line that leaves the map on one side begins anew on the other. */
function pathOf(line: readonly Position[], centre: number, point: (position: Position) => Point): string {
  let before: number | null = null;
  let data = "";
  for (const position of line) {
    const longitude = near(position[0], centre);
    const cut = before === null || Math.abs(longitude - before) > TURN / 2;
    const { x, y } = point(position);
    data += `${cut ? "M" : "L"}${x} ${y}`;
    before = longitude;
  }
  return data;
}

function graticule(view: {
  middleX: number;
  middleY: number;
  scale: number;
  width: number;
  height: number;
}): string {
  const { middleX, middleY, scale, width, height } = view;
  const span = width / scale;
  const step = span > 150 ? 30 : span > 60 ? 15 : 10;
  const lines: string[] = [];
  const [west, east] = [middleX - span / 2, middleX + span / 2];
  for (let longitude = Math.ceil(west / step) * step; longitude <= east; longitude += step)
    lines.push(`M${round(width / 2 + (longitude - middleX) * scale)} 0V${height}`);
  for (let latitude = -75; latitude <= 75; latitude += step) {
    const y = round(height / 2 - (mercator(latitude) - middleY) * scale);
    if (y >= 0 && y <= height) lines.push(`M0 ${y}H${width}`);
  }
  return lines.join("");
}
