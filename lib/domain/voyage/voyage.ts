import { z } from "zod";
import type { Container } from "@/lib/domain/container/container-facts";
import type { Moment } from "@/lib/domain/time/moment";
import { knownZone } from "@/lib/domain/time/zoned-time";

/** [longitude, latitude] in degrees. */
export type Position = readonly [number, number];

/** A port of the voyage. `label` is POL, TS1…, POD; times are null if not reported. */
export type VoyagePort = {
  label: string;
  name: string;
  position: Position;
  arrives: Moment | null;
  arrived: Moment | null;
  departs: Moment | null;
  departed: Moment | null;
};

export type VoyageVessel = {
  name: string;
  voyage: string | null;
  position: Position;
  /** Knots; null if not reported. */
  speed: number | null;
  /** When the vessel was seen there (UTC text); null if not reported. */
  seenAt: string | null;
};

/** A container's voyage: its ports in order, the position of the vessel, and the lines behind and ahead of it. */
export type Voyage = {
  ports: VoyagePort[];
  vessel: VoyageVessel | null;
  past: Position[][];
  ahead: Position[][];
};

const degrees = z.coerce.number().finite();
const positionSchema = z
  .tuple([degrees, degrees])
  .rest(z.unknown())
  .transform(([longitude, latitude]): Position => [longitude, latitude])
  .refine(([longitude, latitude]) => Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90);
const text = z.string().nullish().catch(null);
const propertiesSchema = z.looseObject({ feature_type: z.string() });
const pointSchema = z.looseObject({ type: z.literal("Point"), coordinates: positionSchema });
const lineSchema = z.looseObject({
  type: z.literal("LineString"),
  coordinates: z.array(positionSchema).min(2),
});
const featureSchema = z.looseObject({
  geometry: z.union([pointSchema, lineSchema]),
  properties: propertiesSchema,
});
const portSchema = z.looseObject({
  label: text,
  name: text,
  ports_sequence: z.number().nullish().catch(null),
  time_zone: text,
  inbound_eta_at: text,
  inbound_ata_at: text,
  outbound_etd_at: text,
  outbound_atd_at: text,
});
const vesselSchema = z.looseObject({
  vessel_name: text,
  voyage_number: text,
  speed: z.number().nullish().catch(null),
  vessel_location_speed: z.number().nullish().catch(null),
  vessel_location_timestamp: text,
});
const collectionSchema = z.looseObject({ features: z.array(z.unknown()) });

const AHEAD = new Set(["estimated_full_legs", "estimated_partial_leg"]);

function portOf(position: Position, properties: unknown): VoyagePort & { sequence: number } {
  const port = portSchema.parse(properties);
  const zone = knownZone(port.time_zone);
  const moment = (at: string | null | undefined): Moment | null =>
    at && !Number.isNaN(Date.parse(at)) ? { at, zone } : null;
  return {
    label: port.label ?? "",
    name: port.name ?? port.label ?? "Port",
    position,
    sequence: port.ports_sequence ?? Number.MAX_SAFE_INTEGER,
    arrives: moment(port.inbound_eta_at),
    arrived: moment(port.inbound_ata_at),
    departs: moment(port.outbound_etd_at),
    departed: moment(port.outbound_atd_at),
  };
}

function vesselOf(position: Position, properties: unknown): VoyageVessel {
  const vessel = vesselSchema.parse(properties);
  return {
    name: vessel.vessel_name ?? "Vessel",
    voyage: vessel.voyage_number ?? null,
    position,
    speed: vessel.speed ?? vessel.vessel_location_speed ?? null,
    seenAt: vessel.vessel_location_timestamp ?? null,
  };
}

/**
 * Parses the service's map of a container (supplement.md, map_geojson). Invalid and unknown features are skipped; null
 * if nothing remains to display.
 */
export function readVoyage(geojson: unknown): Voyage | null {
  const collection = collectionSchema.safeParse(geojson);
  if (!collection.success) return null;
  const ports: ReturnType<typeof portOf>[] = [];
  const voyage: Voyage = { ports: [], vessel: null, past: [], ahead: [] };
  for (const each of collection.data.features) {
    const read = featureSchema.safeParse(each);
    if (!read.success) continue;
    const { geometry, properties } = read.data;
    const kind = properties.feature_type;
    if (geometry.type === "Point") {
      if (kind === "port") ports.push(portOf(geometry.coordinates, properties));
      if (kind === "current_vessel") voyage.vessel = vesselOf(geometry.coordinates, properties);
    } else if (kind === "past_vessel_locations") voyage.past.push(geometry.coordinates);
    else if (AHEAD.has(kind)) voyage.ahead.push(geometry.coordinates);
  }
  voyage.ports = ports.sort((a, b) => a.sequence - b.sequence).map(({ sequence: _, ...port }) => port);
  return voyage.ports.length + voyage.past.length + voyage.ahead.length > 0 || voyage.vessel ? voyage : null;
}

/** A place of the voyage as the mirror stores it, with the past or expected event there. */
export type VoyagePlace = {
  code: string | null;
  name: string | null;
  longitude: number | null;
  latitude: number | null;
};

/** The data of a milestone for the voyage: event, time and place. */
export type VoyageStop = {
  event: string;
  at: string | null;
  zone: string | null;
  place: string | null;
  longitude: number | null;
  latitude: number | null;
};

const BY_SEA = /^container\.transport\.(vessel|feeder|transshipment)_/;
const LEAVES = /_(loaded|departed)$/;

type Stop = VoyagePort & { key: string };

function named(name: string | null, longitude: number, latitude: number, label = ""): Stop {
  const position: Position = [longitude, latitude];
  const nothing = { arrives: null, arrived: null, departs: null, departed: null };
  return { label, name: name ?? "Port", position, ...nothing, key: `${longitude} ${latitude}` };
}

/**
 * A simplified voyage from milestones and the shipment's ports, for use without a map from the service. It has straight
 * lines from port to port, behind as far as the milestones and ahead to the port of discharge. Null if no place has
 * coordinates.
 *
 * @param places the ports of lading and discharge, by these names
 */
export function plainVoyage(
  container: Container,
  stops: readonly VoyageStop[],
  places: { lading: VoyagePlace | null; discharge: VoyagePlace | null },
): Voyage | null {
  const shipment = container.shipment?.attributes;
  const ports: Stop[] = [];
  const lading = stopAt(places.lading, "POL");
  if (lading) {
    const zone = knownZone(shipment?.pol_timezone);
    ports.push({
      ...lading,
      departs: shipment?.pol_etd_at ? { at: shipment.pol_etd_at, zone } : null,
      departed: shipment?.pol_atd_at ? { at: shipment.pol_atd_at, zone } : null,
    });
  }
  for (const stop of stops) {
    if (!BY_SEA.test(stop.event) || stop.longitude === null || stop.latitude === null) continue;
    const here = named(stop.place, stop.longitude, stop.latitude);
    let port = ports.find(({ key }) => key === here.key);
    if (!port) {
      port = here;
      ports.push(port);
    }
    const moment = stop.at ? { at: stop.at, zone: knownZone(stop.zone) } : null;
    if (LEAVES.test(stop.event)) port.departed = moment ?? port.departed;
    else port.arrived ??= moment;
  }
  const reached = ports.length;
  const discharge = stopAt(places.discharge, "POD");
  const known = discharge && ports.find(({ key }) => key === discharge.key);
  if (known) known.label = "POD";
  else if (discharge) {
    const zone = knownZone(shipment?.pod_timezone);
    ports.push({
      ...discharge,
      arrives: shipment?.pod_eta_at ? { at: shipment.pod_eta_at, zone } : null,
      arrived: shipment?.pod_ata_at ? { at: shipment.pod_ata_at, zone } : null,
    });
  }
  if (ports.length === 0) return null;
  const positions = ports.map(({ position }) => position);
  const arrived = ports.at(-1)?.arrived ? positions.length : reached;
  return {
    ports: ports.map(({ key: _, ...port }) => port),
    vessel: null,
    ...linesThrough(positions, arrived),
  };
}

/** Straight lines from position to position: behind through the first `reached` ones, ahead through the others. */
function linesThrough(positions: readonly Position[], reached: number): Pick<Voyage, "past" | "ahead"> {
  const [past, ahead] = [positions.slice(0, reached), positions.slice(Math.max(0, reached - 1))];
  return { past: past.length > 1 ? [past] : [], ahead: ahead.length > 1 ? [ahead] : [] };
}

/** A voyage of ports alone with straight lines: behind to the last port with an arrival or departure, ahead from it. */
export function withStraightLines(voyage: Voyage): Voyage {
  const last = voyage.ports.findLastIndex(({ arrived, departed }) => arrived !== null || departed !== null);
  const positions = voyage.ports.map(({ position }) => position);
  return { ...voyage, ...linesThrough(positions, last + 1) };
}

function stopAt(place: VoyagePlace | null, label: string): Stop | null {
  if (!place || place.longitude === null || place.latitude === null) return null;
  return named(place.name ?? place.code, place.longitude, place.latitude, label);
}
