import type { MultiPolygon } from "geojson";
import { feature } from "topojson-client";
import type { Objects, Topology } from "topojson-specification";
import atlas from "world-atlas/land-110m.json";
import { z } from "zod";

type LandAtlas = Topology<Objects<{ [name: string]: unknown }>>;

const atlasSchema = z.custom<LandAtlas>(
  (read) =>
    z
      .looseObject({ type: z.literal("Topology"), arcs: z.array(z.unknown()), objects: z.looseObject({}) })
      .safeParse(read).success,
);

function readLand(): MultiPolygon {
  const topology = atlasSchema.parse(atlas);
  const { land } = topology.objects;
  if (!land) throw new Error("The atlas has no land.");
  const read = feature(topology, land);
  const shapes = read.type === "FeatureCollection" ? read.features : [read];
  return {
    type: "MultiPolygon",
    coordinates: shapes.flatMap(({ geometry }) =>
      geometry.type === "MultiPolygon"
        ? geometry.coordinates
        : geometry.type === "Polygon"
          ? [geometry.coordinates]
          : [],
    ),
  };
}

/** The world's land, coarse (1:110 million, Natural Earth). */
export const LAND: MultiPolygon = readLand();
