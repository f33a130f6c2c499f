import { countryName } from "@/tracking-service/geo/place-names";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import type { CatalogueRecord } from "@/tracking-service/sources/source";
import { LINES, type Line } from "./lines";
import { OTHER_LINES } from "./other-lines";
import { PORTS, type Port, requirePort } from "./ports";
import { METRO_AREAS, type MetroArea, RAMPS, type Ramp, requireMetroArea } from "./ramps";
import { stateName } from "./terminal-addresses";
import { TERMINALS, type Terminal } from "./terminals";
import { VESSELS, type Vessel } from "./vessels";

/** Ids of places and vessels. They are the same in every database, for any seed. */
export const portId = (code: string) => stableId("port", code);
export const metroAreaId = (code: string) => stableId("metro_area", code);
export const terminalId = (key: string) => stableId("terminal", key);
/** A ramp is a terminal to containers and shipments, and a rail terminal to milestones. */
export const rampTerminalId = (key: string) => stableId("terminal", "rail", key);
export const rampId = (key: string) => stableId("rail_terminal", key);
export const shippingLineId = (scac: string) => stableId("shipping_line", scac);
export const vesselId = (imo: string) => stableId("vessel", imo);

function portRecord(port: Omit<Port, "region">): CatalogueRecord {
  return {
    type: "port",
    id: portId(port.code),
    code: port.code,
    attributes: {
      name: port.name,
      code: port.code,
      city: port.city,
      state_abbr: port.state,
      country_code: port.country,
      latitude: port.latitude,
      longitude: port.longitude,
      time_zone: port.zone,
    },
  };
}

function metroRecord(metro: MetroArea): CatalogueRecord {
  return {
    type: "metro_area",
    id: metroAreaId(metro.code),
    code: metro.code,
    attributes: {
      name: metro.name,
      code: metro.code,
      state_abbr: metro.state,
      country_code: metro.country,
      latitude: metro.latitude,
      longitude: metro.longitude,
      time_zone: metro.zone,
    },
  };
}

function providedData({ reporting }: Terminal): Record<string, unknown> {
  return withNotes({
    pickup_lfd: reporting.lastFreeDay,
    pod_full_out_at: true,
    available_for_pickup: reporting.availability,
    fees_at_pod_terminal: reporting.fees !== "none",
    holds_at_pod_terminal: true,
    pickup_appointment_at: reporting.appointments,
    location_at_pod_terminal: reporting.yardSpot,
    pod_full_out_chassis_number: false,
  });
}

/** supplement-2.md, 6. provided_data: for each fact whether it is provided, and a note, mostly empty. */
const withNotes = (provided: Record<string, boolean>): Record<string, boolean | string> =>
  Object.fromEntries(
    Object.entries(provided).flatMap(([name, given]): [string, boolean | string][] => [
      [name, given],
      [`${name}_notes`, ""],
    ]),
  );

function terminalRecord(terminal: Terminal): CatalogueRecord {
  const { country } = requirePort(terminal.port);
  const { street, city, state, zip } = terminal.address;
  return {
    type: "terminal",
    id: terminalId(terminal.key),
    code: terminal.firms,
    portId: portId(terminal.port),
    attributes: {
      name: terminal.name,
      nickname: terminal.nickname,
      firms_code: terminal.firms,
      smdg_code: terminal.smdg,
      bic_facility_code: terminal.bic,
      facility_type: terminal.offDock ? "off_dock" : "ocean_terminal",
      street,
      city,
      state: stateName(state),
      state_abbr: state,
      zip,
      country: countryName(country),
      provided_data: providedData(terminal),
    },
  };
}

function rampRecord(ramp: Ramp): CatalogueRecord {
  return {
    type: "rail_terminal",
    id: rampId(ramp.key),
    code: null,
    metroAreaId: metroAreaId(ramp.metro),
    attributes: { name: ramp.name, nickname: ramp.nickname, firms_code: ramp.firms, city: ramp.city },
  };
}

function vesselRecord(vessel: Vessel): CatalogueRecord {
  return {
    type: "vessel",
    id: vesselId(vessel.imo),
    code: vessel.imo,
    attributes: {
      name: vessel.name,
      imo: vessel.imo,
      mmsi: vessel.mmsi,
      latitude: null,
      longitude: null,
      nautical_speed_knots: null,
      navigational_heading_degrees: null,
      position_timestamp: null,
    },
  };
}

/** The same ramp as terminals are related to by containers and shipments (supplement-2.md, 6. Rail ramps). */
function rampAsTerminal(ramp: Ramp): CatalogueRecord {
  const { state, country } = requireMetroArea(ramp.metro);
  return {
    type: "terminal",
    id: rampTerminalId(ramp.key),
    code: null,
    portId: portId(ramp.metro),
    attributes: {
      name: ramp.name,
      nickname: ramp.nickname,
      firms_code: ramp.firms,
      smdg_code: null,
      bic_facility_code: null,
      facility_type: "rail",
      street: null,
      city: ramp.city,
      state: stateName(state),
      state_abbr: state,
      zip: null,
      country: countryName(country),
      provided_data: withNotes({
        pickup_lfd: true,
        pod_full_out_at: false,
        available_for_pickup: true,
        fees_at_pod_terminal: true,
        holds_at_pod_terminal: true,
        pickup_appointment_at: false,
        location_at_pod_terminal: false,
        pod_full_out_chassis_number: false,
      }),
    },
  };
}

/** The facts that a line is said to provide or not. The live service names eleven, which are not documented. */
const OF_LINES = [
  "pol_etd_at",
  "pol_atd_at",
  "pod_eta_at",
  "pod_ata_at",
  "destination_eta_at",
  "destination_ata_at",
  "empty_out_at",
  "pol_full_in_at",
  "pod_full_out_at",
  "empty_terminated_at",
  "pickup_lfd",
];

/** A line supports either every number type (sources/simulation/carrier.ts) or none. */
function lineRecord(line: Omit<Line, "prefixes" | "vessels">, requested: boolean): CatalogueRecord {
  return {
    type: "shipping_line",
    id: shippingLineId(line.scac),
    code: line.scac,
    attributes: {
      scac: line.scac,
      alternative_scacs: line.alternativeScacs ?? [],
      name: line.name,
      short_name: line.shortName,
      bill_of_lading_tracking_support: requested,
      booking_number_tracking_support: requested,
      container_number_tracking_support: requested,
      provided_data: withNotes(Object.fromEntries(OF_LINES.map((name) => [name, requested]))),
      tracking_url: null,
      contact_url: null,
    },
  };
}

/** Every simulated place, vessel and line as a record of the interface. */
export function listCatalogue(): CatalogueRecord[] {
  return [
    ...PORTS.map(portRecord),
    ...METRO_AREAS.map((metro) => portRecord({ ...metro, city: metro.name })),
    ...METRO_AREAS.map(metroRecord),
    ...TERMINALS.map(terminalRecord),
    ...RAMPS.map(rampRecord),
    ...RAMPS.map(rampAsTerminal),
    ...VESSELS.map(vesselRecord),
    ...LINES.map((line) => lineRecord(line, true)),
    ...OTHER_LINES.map((line) => lineRecord(line, false)),
  ];
}
