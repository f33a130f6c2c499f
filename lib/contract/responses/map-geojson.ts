import { z } from "zod";
import { instantWritten } from "./strict-values";

const instant = instantWritten.nullable();
const text = z.string().nullable();

/** [longitude, latitude] in degrees. */
const position = z.array(z.number()).length(2);
const point = z.strictObject({ type: z.literal("Point"), coordinates: position });
const line = z.strictObject({ type: z.literal("LineString"), coordinates: z.array(position).min(2) });

/** The leg of the journey: the number of its departure port, starting at 1. */
const sequence = z.number().int().min(1);
const label = z.string().regex(/^(POL|POD|TS\d+)$/);

const port = z.strictObject({
  feature_type: z.literal("port"),
  ports_sequence: sequence,
  ports_total: sequence,
  label,
  location_id: z.uuid(),
  location_type: z.literal("Port"),
  name: z.string(),
  state: text,
  state_abbr: text,
  country: text,
  country_code: text,
  time_zone: text,
  inbound_eta_at: instant,
  inbound_ata_at: instant,
  outbound_etd_at: instant,
  outbound_atd_at: instant,
  updated_at: instant,
});

const currentVessel = z.strictObject({
  feature_type: z.literal("current_vessel"),
  ports_sequence: sequence,
  vessel_id: z.uuid(),
  vessel_name: z.string(),
  vessel_imo: z.string(),
  voyage_number: text,
  heading: z.number(),
  speed: z.number().nullable(),
  vessel_location_timestamp: instantWritten,
  vessel_location_heading: z.number(),
  vessel_location_speed: z.number().nullable(),
  departure_port_id: z.uuid(),
  departure_port_name: z.string(),
  departure_port_state: text,
  departure_port_country: text,
  departure_port_state_abbr: text,
  departure_port_country_code: text,
  departure_port_label: label,
  departure_port_atd: instant,
  departure_port_time_zone: text,
  arrival_port_id: z.uuid(),
  arrival_port_name: z.string(),
  arrival_port_state: text,
  arrival_port_country: text,
  arrival_port_state_abbr: text,
  arrival_port_country_code: text,
  arrival_port_label: label,
  arrival_port_eta: instant,
  arrival_port_time_zone: text,
});

const pastVesselLocations = z.strictObject({
  feature_type: z.literal("past_vessel_locations"),
  ports_sequence: sequence,
  vessel_id: z.uuid(),
  start_time: instantWritten,
  end_time: instantWritten,
  point_count: z.number().int(),
  outbound_atd_at: instant,
  inbound_ata_at: instant,
  inbound_eta_at: instant,
});

const estimatedFullLegs = z.strictObject({
  feature_type: z.literal("estimated_full_legs"),
  ports_sequence: sequence,
  previous_port_id: z.uuid(),
  next_port_id: z.uuid(),
  point_count: z.number().int(),
});

const estimatedPartialLeg = z.strictObject({
  feature_type: z.literal("estimated_partial_leg"),
  ports_sequence: sequence,
  current_port_id: z.uuid(),
  next_port_id: z.uuid(),
  point_count: z.number().int(),
});

const feature = <Geometry extends z.ZodType, Properties extends z.ZodType>(
  geometry: Geometry,
  properties: Properties,
) => z.strictObject({ type: z.literal("Feature"), geometry, properties });

const mapFeature = z.union([
  feature(point, port),
  feature(point, currentVessel),
  feature(line, pastVesselLocations),
  feature(line, estimatedFullLegs),
  feature(line, estimatedPartialLeg),
]);
export type MapFeature = z.infer<typeof mapFeature>;

/** The map of a container as our service writes it: a bare GeoJSON FeatureCollection (supplement.md, map_geojson). */
export const containerMapWritten = z.strictObject({
  type: z.literal("FeatureCollection"),
  features: z.array(mapFeature),
});
export type ContainerMap = z.infer<typeof containerMapWritten>;
