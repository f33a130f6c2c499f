import type { MapFeature } from "@/lib/contract/responses/map-geojson";
import { cutAtAntimeridian } from "@/tracking-service/geo/antimeridian";
import { countryName, stateName } from "@/tracking-service/geo/place-names";
import type { TrackPoint } from "@/tracking-service/geo/track";
import type { Resource } from "@/tracking-service/resources/resource";
import type { RouteLeg } from "@/tracking-service/sources/route";
import { findCall, type PortCall, type Way } from "./port-calls";

const text = (value: unknown) => (typeof value === "string" ? value : null);
const degrees = (value: unknown) => (typeof value === "number" ? value : null);

function portFacts({ attributes }: Resource) {
  return {
    name: text(attributes.name) ?? "",
    state: stateName(text(attributes.state_abbr), text(attributes.country_code)),
    state_abbr: text(attributes.state_abbr),
    country: countryName(text(attributes.country_code)),
    country_code: text(attributes.country_code),
    time_zone: text(attributes.time_zone),
  };
}

function portFeature({ calls, updatedAt }: Way, call: PortCall, place: number): MapFeature[] {
  const { port } = call;
  const longitude = degrees(port.attributes.longitude);
  const latitude = degrees(port.attributes.latitude);
  if (longitude === null || latitude === null) return [];
  return [
    {
      type: "Feature",
      geometry: { type: "Point", coordinates: [longitude, latitude] },
      properties: {
        feature_type: "port",
        ports_sequence: place + 1,
        ports_total: calls.length,
        label: call.label,
        location_id: port.id,
        location_type: "Port",
        ...portFacts(port),
        inbound_eta_at: call.inboundEta,
        inbound_ata_at: call.inboundAta,
        outbound_etd_at: call.outboundEtd,
        outbound_atd_at: call.outboundAtd,
        updated_at: updatedAt,
      },
    },
  ];
}

/** Splits a track into lines that do not cross the antimeridian. */
const linesOf = (track: TrackPoint[]) => cutAtAntimeridian(track.map(({ position }) => position));

type Leg = { leg: RouteLeg; sequence: number; from: PortCall; to: PortCall };

function vesselFeature({ leg, sequence, from, to }: Leg): MapFeature[] {
  const here = leg.behind.at(-1);
  if (!here || leg.ahead.length === 0) return [];
  const [departure, arrival] = [portFacts(from.port), portFacts(to.port)];
  return [
    {
      type: "Feature",
      geometry: { type: "Point", coordinates: here.position },
      properties: {
        feature_type: "current_vessel",
        ports_sequence: sequence,
        vessel_id: leg.vessel.id,
        vessel_name: leg.vessel.name,
        vessel_imo: leg.vessel.imo,
        voyage_number: leg.voyage,
        heading: here.headingDegrees,
        speed: leg.speedKnots,
        vessel_location_timestamp: here.at,
        vessel_location_heading: here.headingDegrees,
        vessel_location_speed: leg.speedKnots,
        departure_port_id: from.port.id,
        departure_port_name: departure.name,
        departure_port_state: departure.state,
        departure_port_country: departure.country,
        departure_port_state_abbr: departure.state_abbr,
        departure_port_country_code: departure.country_code,
        departure_port_label: from.label,
        departure_port_atd: from.outboundAtd,
        departure_port_time_zone: departure.time_zone,
        arrival_port_id: to.port.id,
        arrival_port_name: arrival.name,
        arrival_port_state: arrival.state,
        arrival_port_country: arrival.country,
        arrival_port_state_abbr: arrival.state_abbr,
        arrival_port_country_code: arrival.country_code,
        arrival_port_label: to.label,
        arrival_port_eta: to.inboundEta,
        arrival_port_time_zone: arrival.time_zone,
      },
    },
  ];
}

function pastFeatures({ leg, sequence, from, to }: Leg): MapFeature[] {
  const [first, last] = [leg.behind[0], leg.behind.at(-1)];
  if (!first || !last) return [];
  return linesOf(leg.behind).map((coordinates) => ({
    type: "Feature",
    geometry: { type: "LineString", coordinates },
    properties: {
      feature_type: "past_vessel_locations",
      ports_sequence: sequence,
      vessel_id: leg.vessel.id,
      start_time: first.at,
      end_time: last.at,
      point_count: coordinates.length,
      outbound_atd_at: from.outboundAtd,
      inbound_ata_at: to.inboundAta,
      inbound_eta_at: to.inboundEta,
    },
  }));
}

/** The route ahead: the rest of a leg under way, all of a future leg. */
function aheadFeatures({ leg, sequence, from, to }: Leg): MapFeature[] {
  const underWay = leg.behind.length > 0;
  return linesOf(leg.ahead).map((coordinates) => {
    const about = { ports_sequence: sequence, next_port_id: to.port.id, point_count: coordinates.length };
    const geometry = { type: "LineString", coordinates } as const;
    if (underWay) {
      const properties = {
        feature_type: "estimated_partial_leg",
        ...about,
        current_port_id: from.port.id,
      } as const;
      return { type: "Feature", geometry, properties };
    }
    const properties = {
      feature_type: "estimated_full_legs",
      ...about,
      previous_port_id: from.port.id,
    } as const;
    return { type: "Feature", geometry, properties };
  });
}

function legFeatures(leg: RouteLeg, { calls }: Way): MapFeature[] {
  const from = findCall(calls, leg.from);
  const to = findCall(calls, leg.to);
  if (!from || !to) return [];
  const known: Leg = { leg, sequence: from.sequence, from: from.call, to: to.call };
  return [...pastFeatures(known), ...vesselFeature(known), ...aheadFeatures(known)];
}

/**
 * The route of a container as GeoJSON features: its ports and the past, current and expected positions of its vessels
 * (supplement.md, map_geojson). None before the route is known. Lines are split at the antimeridian, so a leg may have several features of one kind.
 */
export function mapFeatures(way: Way, legs: RouteLeg[]): MapFeature[] {
  if (way.calls.length < 2) return [];
  return [
    ...way.calls.flatMap((call, place) => portFeature(way, call, place)),
    ...legs.flatMap((leg) => legFeatures(leg, way)),
  ];
}
