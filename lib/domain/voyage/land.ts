import { feature } from "topojson-client";
import type { Topology } from "topojson-specification";
import { z } from "zod";
import type { Position } from "@/lib/domain/voyage/voyage";

const shapeSchema = z.looseObject({ type: z.literal("Topology"), objects: z.looseObject({}) });
const atlasSchema = z.custom<Topology>((read) => shapeSchema.safeParse(read).success);

/** The land of an atlas of the world (Natural Earth, package world-atlas) as GeoJSON. Throws when it has none. */
export function readLand(atlas: unknown) {
  const topology = atlasSchema.parse(atlas);
  const { land } = topology.objects;
  if (!land) throw new Error("The atlas has no land.");
  return feature(topology, land);
}

type Land = ReturnType<typeof readLand>;

/** The rings of all polygons. */
function ringsOf(land: Land): number[][][] {
  const features = land.type === "FeatureCollection" ? land.features : [land];
  return features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return geometry.coordinates;
    return geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : [];
  });
}

type Edge = { from: Position; to: Position };

/** The edges of a ring. Longitudes continue past 180 degrees in place of a jump to the other side. */
function edgesOf(ring: readonly number[][]): Edge[] {
  let turn = 0;
  let last = ring[0]?.[0] ?? 0;
  const points = ring.map(([longitude = 0, latitude = 0]): Position => {
    if (Math.abs(longitude - last) > 180) turn += longitude < last ? 360 : -360;
    last = longitude;
    return [longitude + turn, latitude];
  });
  return points.flatMap((to, at) => {
    const from = points[at - 1];
    return from ? [{ from, to }] : [];
  });
}

const SOUTH = -90;

/** Makes a test of whether a position is on land. A ray to the east then crosses an odd number of coasts. */
export function landTest(land: Land): (position: Position) => boolean {
  // One list of edges per degree of latitude.
  const bands: Edge[][] = Array.from({ length: 181 }, () => []);
  for (const edge of ringsOf(land).flatMap(edgesOf)) {
    const [low, high] = [Math.min(edge.from[1], edge.to[1]), Math.max(edge.from[1], edge.to[1])];
    for (let band = Math.floor(low); band <= Math.floor(high); band += 1) bands[band - SOUTH]?.push(edge);
  }
  const isInside = (x: number, y: number): boolean => {
    let inside = false;
    for (const { from, to } of bands[Math.floor(y) - SOUTH] ?? [])
      if (from[1] > y !== to[1] > y && x < from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]))
        inside = !inside;
    return inside;
  };
  return ([x, y]) => isInside(x, y) || isInside(x - 360, y) || isInside(x + 360, y);
}
