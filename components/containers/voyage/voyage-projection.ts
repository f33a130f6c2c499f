import {
  type GeoPermissibleObjects,
  type GeoStreamWrapper,
  geoBounds,
  geoMercator,
  geoPath,
  geoTransform,
} from "d3-geo";
import type { Position, Voyage } from "@/lib/domain/voyage/voyage";
import { LAND } from "./land-outline";

/** A place on the drawing, in its units. */
export type Point = { x: number; y: number };

/** How to draw a voyage: what a position is on the drawing, a line of positions and the land around as SVG path data. */
export type Projection = {
  point: (position: Position) => Point;
  /** Long ways bend along the great circle; empty for a line of which nothing can be drawn. */
  path: (line: readonly Position[]) => string;
  land: string;
};

const LARGEST_LATITUDE = 78;
const RADIANS = Math.PI / 180;
/** A short way is not drawn larger than this many degrees across. */
const LEAST_SPAN = 24;
const MARGIN = 26;
/** Land is cut this far outside the drawing, so that its cut edge does not show. */
const BEYOND = 2;
/** Points of the coast nearer to each other than this say nothing at this size. */
const COAST_STEP = 2;
/** How far a bent way may be off its curve. */
const SMOOTH = 0.3;

const drawable = ([longitude, latitude]: Position): [number, number] => [
  longitude,
  Math.max(-LARGEST_LATITUDE, Math.min(LARGEST_LATITUDE, latitude)),
];
const round = (value: number): number => Math.round(value * 10) / 10;

function everything(voyage: Voyage): GeoPermissibleObjects {
  const places = [
    ...voyage.ports.map(({ position }) => position),
    ...(voyage.vessel ? [voyage.vessel.position] : []),
  ];
  return {
    type: "GeometryCollection",
    geometries: [
      { type: "MultiPoint", coordinates: places.map(drawable) },
      ...[...voyage.past, ...voyage.ahead].map((line) => ({
        type: "LineString" as const,
        coordinates: line.map(drawable),
      })),
    ],
  };
}

/** The middle longitude of what is drawn, on whichever side of the globe it lies. */
function middleLongitude(drawn: GeoPermissibleObjects): number {
  const [[west], [east]] = geoBounds(drawn);
  if (!Number.isFinite(west) || !Number.isFinite(east)) return 0;
  return west <= east ? (west + east) / 2 : (west + east) / 2 + 180;
}

/** Drops the points of rings that lie closer than a step to the one before, and the rings of which nothing is left. */
function coarser(): GeoStreamWrapper {
  let ring: [number, number][] = [];
  return geoTransform({
    lineStart() {
      ring = [];
    },
    point(x, y) {
      const [lastX, lastY] = ring.at(-1) ?? [];
      if (lastX === undefined || lastY === undefined || Math.hypot(x - lastX, y - lastY) >= COAST_STEP)
        ring.push([x, y]);
    },
    lineEnd() {
      if (ring.length < 3) return;
      this.stream.lineStart();
      for (const [x, y] of ring) this.stream.point(x, y);
      this.stream.lineEnd();
    },
  });
}

/** A Mercator projection turned to the voyage's middle, so that the map's edge cuts none of its legs, and fitted to it. */
export function fitVoyage(voyage: Voyage, width: number, height: number): Projection {
  const drawn = everything(voyage);
  const projection = geoMercator()
    .precision(SMOOTH)
    .rotate([-middleLongitude(drawn), 0])
    .scale(1)
    .translate([0, 0]);
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(drawn);
  const known = Number.isFinite(right - left) && Number.isFinite(bottom - top);
  const scale = Math.min(
    (width - 2 * MARGIN) / Math.max(known ? right - left : 0, LEAST_SPAN * RADIANS),
    (height - 2 * MARGIN) / Math.max(known ? bottom - top : 0, (LEAST_SPAN / 2) * RADIANS),
  );
  const [middleX, middleY] = known ? [(left + right) / 2, (top + bottom) / 2] : [0, 0];
  projection.scale(scale).translate([width / 2 - middleX * scale, height / 2 - middleY * scale]);
  const path = geoPath(projection).digits(1);
  const clipped = geoMercator()
    .rotate(projection.rotate())
    .scale(scale)
    .translate(projection.translate())
    .clipExtent([
      [-BEYOND, -BEYOND],
      [width + BEYOND, height + BEYOND],
    ]);
  const coast = geoPath({ stream: (sink) => clipped.stream(coarser().stream(sink)) }).digits(1);
  return {
    point: (position) => {
      const [x, y] = projection(drawable(position)) ?? [0, 0];
      return { x: round(x), y: round(y) };
    },
    path: (line) => path({ type: "LineString", coordinates: line.map(drawable) }) ?? "",
    land: coast(LAND) ?? "",
  };
}
