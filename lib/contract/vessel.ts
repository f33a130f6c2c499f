import { z } from "zod";
import { coordinate, instant, number, text } from "./values";

/** vessel (supplement.md). Positions require the Routing Data entitlement. */
export const vesselAttributesSchema = z.looseObject({
  name: text,
  imo: text,
  mmsi: text,
  latitude: coordinate,
  longitude: coordinate,
  nautical_speed_knots: number,
  navigational_heading_degrees: number,
  position_timestamp: instant,
});
