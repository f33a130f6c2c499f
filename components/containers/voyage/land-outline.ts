import type { GeoPermissibleObjects } from "d3-geo";
import { feature } from "topojson-client";
import type { Topology } from "topojson-specification";
import atlas from "world-atlas/land-110m.json";
import { z } from "zod";

const shapeSchema = z.looseObject({ type: z.literal("Topology"), objects: z.looseObject({}) });
const atlasSchema = z.custom<Topology>((read) => shapeSchema.safeParse(read).success);

function readLand(): GeoPermissibleObjects {
  const topology = atlasSchema.parse(atlas);
  const { land } = topology.objects;
  if (!land) throw new Error("The atlas has no land.");
  return feature(topology, land);
}

/** The world's land at low resolution (1:110 million, Natural Earth). */
export const LAND: GeoPermissibleObjects = readLand();
