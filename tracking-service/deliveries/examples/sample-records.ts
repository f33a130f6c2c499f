import { z } from "zod";
import { RESOURCES, type ResourceType } from "@/lib/contract/responses/resources";
import { DOCUMENT_SCHEMA_VERSION } from "@/tracking-service/documents/document-schemas";
import { path, type Resource } from "@/tracking-service/resources/resource";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";

type Link = { type: ResourceType; id: string };

const NOTHING = [null, []];

const linksOf = (type: ResourceType, self: string) => ({
  self,
  download: type === "document" ? `${self}/download_url` : undefined,
});

/** Builds a record of an invented shipment. Omitted members are null or empty, as the contract requires. */
export function sample(
  type: ResourceType,
  name: string,
  attributes: Record<string, unknown>,
  relations: Record<string, Link | Link[] | null> = {},
): Resource {
  const { attributes: written, relations: related, folder } = RESOURCES[type];
  const id = stableId("sample", type, name);
  const relationships = Object.entries(related)
    .filter(([relation, { always }]) => always || relation in relations)
    .map(([relation, { many }]) => [relation, { data: relations[relation] ?? (many ? [] : null) }] as const);
  return {
    type,
    id,
    attributes: Object.fromEntries(
      Object.entries(written.shape).map(([key, schema]) => {
        const nothing = NOTHING.find((value) => z.safeParse(schema, value).success);
        return [key, attributes[key] ?? (key === "id" ? id : nothing)];
      }),
    ),
    relationships: relationships.length > 0 ? Object.fromEntries(relationships) : undefined,
    links: folder ? linksOf(type, path(folder, id)) : undefined,
  };
}

const to = (type: ResourceType, name: string): Link => ({ type, id: stableId("sample", type, name) });

/** Links to the samples below. */
export const SAMPLE = {
  shipment: to("shipment", "one"),
  container: to("container", "one"),
  lading: to("port", "CNNGB"),
  discharge: to("port", "USLAX"),
  terminal: to("terminal", "Pier 400"),
  destination: to("metro_area", "USCHI"),
  ramp: to("rail_terminal", "Chicago"),
  vessel: to("vessel", "9321483"),
  email: to("email_submission", "one"),
  representation: to("document_representation", "one"),
} as const;

const PLACES: readonly Resource[] = [
  sample("port", "CNNGB", {
    name: "Ningbo",
    code: "CNNGB",
    city: "Ningbo",
    country_code: "CN",
    latitude: 29.934,
    longitude: 121.845,
    time_zone: "Asia/Shanghai",
  }),
  sample(
    "port",
    "USLAX",
    {
      name: "Los Angeles",
      code: "USLAX",
      city: "Los Angeles",
      state_abbr: "CA",
      country_code: "US",
      latitude: 33.728,
      longitude: -118.256,
      time_zone: "America/Los_Angeles",
    },
    { terminals: [SAMPLE.terminal] },
  ),
  sample(
    "terminal",
    "Pier 400",
    {
      name: "Pier 400",
      nickname: "Pier 400",
      firms_code: "W185",
      city: "Los Angeles",
      state_abbr: "CA",
      country: "United States",
      facility_type: "ocean_terminal",
      provided_data: { available_for_pickup: true, pickup_lfd: true, holds_at_pod_terminal: true },
    },
    { port: SAMPLE.discharge },
  ),
  sample("metro_area", "USCHI", {
    name: "Chicago",
    code: "USCHI",
    state_abbr: "IL",
    country_code: "US",
    latitude: 41.85,
    longitude: -87.65,
    time_zone: "America/Chicago",
  }),
  sample(
    "rail_terminal",
    "Chicago",
    { name: "Logistics Park Chicago", nickname: "LPC", city: "Elwood" },
    { metro_area: SAMPLE.destination },
  ),
  sample("vessel", "9321483", { name: "EMMA MAERSK", imo: "9321483", mmsi: "220417000" }),
];

const CREATED_AT = "2026-02-09T08:15:00Z";

const DOCUMENT_RECORDS: readonly Resource[] = [
  sample("email_submission", "one", {
    subject: "Arrival notice",
    from: ["notices@line.example"],
    to: ["papers@forwarder.example"],
    documents_count: 1,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  }),
  sample("document_representation", "one", {
    schema_version: DOCUMENT_SCHEMA_VERSION,
    payload: { container_numbers: ["MSKU4807969"], bill_of_lading_numbers: ["MAEU221876618"] },
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  }),
];

const SHIPMENT = sample(
  "shipment",
  "one",
  {
    bill_of_lading_number: "MAEU221876618",
    normalized_number: "221876618",
    created_at: CREATED_AT,
    ref_numbers: ["PO-1042"],
    tags: [],
    port_of_lading_locode: "CNNGB",
    port_of_lading_name: "Ningbo",
    pol_timezone: "Asia/Shanghai",
    port_of_discharge_locode: "USLAX",
    port_of_discharge_name: "Los Angeles",
    destination_locode: "USCHI",
    destination_name: "Chicago",
    destination_timezone: "America/Chicago",
    shipping_line_scac: "MAEU",
    shipping_line_name: "Maersk",
    shipping_line_short_name: "Maersk",
    pod_vessel_name: "EMMA MAERSK",
    pod_vessel_imo: "9321483",
    pod_voyage_number: "605E",
    pol_etd_at: "2026-02-10T04:00:00Z",
    pol_original_etd_at: "2026-02-10T04:00:00Z",
    pol_atd_at: "2026-02-10T06:30:00Z",
    pod_timezone: "America/Los_Angeles",
    pod_eta_at: "2026-03-02T14:00:00Z",
    pod_original_eta_at: "2026-02-28T14:00:00Z",
    destination_eta_at: "2026-03-09T17:00:00Z",
    destination_original_eta_at: "2026-03-07T17:00:00Z",
    line_tracking_last_attempted_at: "2026-03-01T09:00:00Z",
    line_tracking_last_succeeded_at: "2026-03-01T09:00:00Z",
  },
  {
    port_of_lading: SAMPLE.lading,
    port_of_discharge: SAMPLE.discharge,
    pod_terminal: SAMPLE.terminal,
    destination: SAMPLE.destination,
    destination_terminal: SAMPLE.ramp,
    containers: [SAMPLE.container],
  },
);

const CONTAINER = sample(
  "container",
  "one",
  {
    number: "MSKU4807969",
    ref_numbers: [],
    created_at: CREATED_AT,
    current_status: "not_available",
    equipment_type: "dry",
    equipment_length: 40,
    equipment_height: "high_cube",
    weight_in_lbs: 38_220,
    seal_number: "ML-CN5521",
    pickup_lfd: "2026-03-08T08:00:00Z",
    availability_known: true,
    available_for_pickup: false,
    import_deadlines: {
      pickup_lfd_terminal: "2026-03-08T08:00:00Z",
      pickup_lfd_rail: null,
      pickup_lfd_line: "2026-03-08T08:00:00Z",
    },
    pod_arrived_at: "2026-03-02T13:40:00Z",
    pod_discharged_at: "2026-03-03T02:10:00Z",
    terminal_checked_at: "2026-03-03T15:00:00Z",
    location_at_pod_terminal: "Yard C14-2",
    holds_at_pod_terminal: [{ name: "customs", status: "hold", description: "CBP hold" }],
    fees_at_pod_terminal: [],
    pod_timezone: "America/Los_Angeles",
    final_destination_timezone: "America/Chicago",
    pol_vessel_loaded_at: "2026-02-09T21:00:00Z",
    pol_vessel_departed_at: "2026-02-10T06:30:00Z",
  },
  { shipment: SAMPLE.shipment, pod_terminal: SAMPLE.terminal },
);

/** The records that sample notifications refer to. */
export const SAMPLE_RECORDS: readonly Resource[] = [...PLACES, ...DOCUMENT_RECORDS, SHIPMENT, CONTAINER];
