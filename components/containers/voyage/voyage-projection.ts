import {
  type GeoPermissibleObjects,
  type GeoStreamWrapper,
  geoBounds,
  geoMercator,
  geoPath,
  geoTransform,
} from "d3-geo";
import atlas from "world-atlas/land-110m.json";
import { readLand } from "@/lib/domain/voyage/land";
import type { Position, Voyage } from "@/lib/domain/voyage/voyage";

/** A point in drawing units. */
export type Point = { x: number; y: number };

/** The projection of a voyage: converts a position to a point, and lines and the surrounding land to SVG path data. */
export type Projection = {
  point: (position: Position) => Point;
  /** Long legs bend along the great circle. Empty for a line that cannot be drawn. */
  path: (line: readonly Position[]) => string;
  land: string;
};

const MAX_LATITUDE = 78;
const RADIANS = Math.PI / 180;
/** A short voyage is not enlarged beyond this span in degrees. */
const MIN_SPAN = 24;
const MARGIN = 26;
/** Land is clipped this far outside the drawing, so that the clipped edge is not visible. */
const BEYOND = 2;
/** Coast points closer than this are not distinguishable at this size. */
const COAST_STEP = 2;
/** Maximum deviation of a bent leg from its curve. */
const SMOOTH = 0.3;

const drawable = ([longitude, latitude]: Position): [number, number] => [
  longitude,
  Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)),
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

/** The middle longitude of the content, across the antimeridian if necessary. */
function middleLongitude(rendered: GeoPermissibleObjects): number {
  const [[west], [east]] = geoBounds(rendered);
  if (!Number.isFinite(west) || !Number.isFinite(east)) return 0;
  return west <= east ? (west + east) / 2 : (west + east) / 2 + 180;
}

/** Drops ring points closer than one step to the previous point, and rings that become empty. */
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

/**
 * A Mercator projection, rotated to the middle of the voyage so that the map edge cuts no leg, and fitted to the
 * voyage.
 */
export function fitVoyage(voyage: Voyage, width: number, height: number): Projection {
  const rendered = everything(voyage);
  const projection = geoMercator()
    .precision(SMOOTH)
    .rotate([-middleLongitude(rendered), 0])
    .scale(1)
    .translate([0, 0]);
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(rendered);
  const known = Number.isFinite(right - left) && Number.isFinite(bottom - top);
  const scale = Math.min(
    (width - 2 * MARGIN) / Math.max(known ? right - left : 0, MIN_SPAN * RADIANS),
    (height - 2 * MARGIN) / Math.max(known ? bottom - top : 0, (MIN_SPAN / 2) * RADIANS),
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

/** The world's land at low resolution (1:110 million, Natural Earth). */
const LAND: GeoPermissibleObjects = readLand(atlas);
