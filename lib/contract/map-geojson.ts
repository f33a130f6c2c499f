import { z } from "zod";

/**
 * The map of a container: a bare GeoJSON FeatureCollection (supplement.md, map_geojson). It is interpreted in
 * lib/domain/voyage/voyage.ts.
 */
export const mapSchema = z.looseObject({
  type: z.literal("FeatureCollection"),
  features: z.array(z.unknown()),
});
