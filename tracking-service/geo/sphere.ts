/** A GeoJSON position: [longitude, latitude] in degrees. */
export type Position = [longitude: number, latitude: number];

type Vector = [number, number, number];

const EARTH_RADIUS_NM = 3440.065;
const RADIANS = Math.PI / 180;

function toVector([longitude, latitude]: Position): Vector {
  const [east, north] = [longitude * RADIANS, latitude * RADIANS];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** Degrees rounded to five decimal places, about one meter. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

function toPosition([x, y, z]: Vector): Position {
  return [rounded(Math.atan2(y, x) / RADIANS), rounded(Math.atan2(z, Math.hypot(x, y)) / RADIANS)];
}

function angleBetween(a: Vector, b: Vector): number {
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return Math.atan2(cross, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

/** The great-circle distance in nautical miles. */
export function distanceNm(from: Position, to: Position): number {
  return angleBetween(toVector(from), toVector(to)) * EARTH_RADIUS_NM;
}

/** The position at a share (0 to 1) of the great circle between two positions. */
export function between(from: Position, to: Position, share: number): Position {
  const [a, b] = [toVector(from), toVector(to)];
  const angle = angleBetween(a, b);
  if (angle === 0) return from;
  const [near, far] = [Math.sin((1 - share) * angle), Math.sin(share * angle)];
  return toPosition([near * a[0] + far * b[0], near * a[1] + far * b[1], near * a[2] + far * b[2]]);
}

/** The initial heading from one position to another, in whole degrees from north, 0 to 359. */
export function headingDegrees(from: Position, to: Position): number {
  const [south, north] = [from[1] * RADIANS, to[1] * RADIANS];
  const east = (to[0] - from[0]) * RADIANS;
  const y = Math.sin(east) * Math.cos(north);
  const x = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(east);
  return (Math.round(Math.atan2(y, x) / RADIANS) + 360) % 360;
}
