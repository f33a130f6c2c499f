import { z } from "zod";

/** A container's map: a bare GeoJSON FeatureCollection (supplement.md, map_geojson). What it means: lib/domain/voyage/voyage.ts. */
export const mapSchema = z.looseObject({
  type: z.literal("FeatureCollection"),
  features: z.array(z.unknown()),
});
