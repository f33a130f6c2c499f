import { z } from "zod";
import { containerAttributesSchema, holdSchema } from "@/lib/contract/container";
import {
  CONTAINER_STATUSES,
  DATA_SOURCES,
  EQUIPMENT_TYPES,
  FEE_TYPES,
  FURTHER_STATUSES,
  HOLD_NAMES,
  HOLD_STATUSES,
  RAW_EVENTS,
  TERMINAL_CHANGE_SOURCES,
  TRACKING_STOPPED_REASONS,
} from "@/lib/contract/enums";
import { shipmentAttributesSchema } from "@/lib/contract/shipment";
import { transportEventAttributesSchema } from "@/lib/contract/transport-event";
import { onRequest, toMany, toOne } from "./relationship";
import type { RecordKind } from "./resource-type";
import { exactly, instantWritten } from "./strict-values";

const locode = z.string().length(5).nullable();
const texts = z.array(z.string());

/** interface.md, container: hold object. */
const holds = z.array(exactly(holdSchema, { name: z.enum(HOLD_NAMES), status: z.enum(HOLD_STATUSES) }));

/** interface.md, container: fee object. */
const fees = z.array(
  z.strictObject({ type: z.enum(FEE_TYPES), amount: z.number(), currency_code: z.string() }),
);

const deadlines = z.strictObject({
  pickup_lfd_terminal: instantWritten.nullable(),
  pickup_lfd_rail: instantWritten.nullable(),
  pickup_lfd_line: instantWritten.nullable(),
});

const PLACE = ["port", "metro_area"];
const FACILITY = ["terminal", "rail_terminal"];

/** Records reported by carriers, terminals and rail: shipments, containers and their events. */
export const JOURNEYS = {
  shipment: {
    attributes: exactly(shipmentAttributesSchema, {
      bill_of_lading_number: z.string(),
      normalized_number: z.string(),
      ref_numbers: texts.nullable(),
      tags: texts,
      created_at: instantWritten,
      shipping_line_scac: z.string().length(4),
      shipping_line_name: z.string(),
      shipping_line_short_name: z.string(),
      port_of_lading_locode: locode,
      port_of_discharge_locode: locode,
      destination_locode: locode,
      line_tracking_stopped_reason: z.enum(TRACKING_STOPPED_REASONS).nullable(),
    }),
    relations: {
      port_of_lading: toOne("port"),
      port_of_discharge: toOne("port"),
      pod_terminal: toOne("terminal"),
      destination: toOne(...PLACE),
      destination_terminal: toOne(...FACILITY),
      line_tracking_stopped_by_user: toOne("user"),
      containers: toMany("container"),
      party_roles: onRequest(toMany("party_role")),
    },
    folder: "shipments",
  },
  container: {
    attributes: exactly(containerAttributesSchema, {
      number: z.string(),
      ref_numbers: texts,
      created_at: instantWritten,
      current_status: z.enum([...CONTAINER_STATUSES, ...FURTHER_STATUSES]),
      equipment_type: z.enum(EQUIPMENT_TYPES).nullable(),
      equipment_length: z
        .union([z.literal(10), z.literal(20), z.literal(40), z.literal(45)])
        .nullable()
        .meta({ type: ["integer", "null"], enum: [10, 20, 40, 45, null] }),
      equipment_height: z.enum(["standard", "high_cube"]).nullable(),
      availability_known: z.boolean(),
      import_deadlines: deadlines,
      ind_facility_lfd_on: instantWritten.nullable().meta({ deprecated: true }),
      ssl_lfd: instantWritten.nullable(),
      holds_at_pod_terminal: holds,
      fees_at_pod_terminal: fees,
      ind_facility_holds: holds.nullable(),
      ind_facility_fees: fees.nullable(),
    }),
    relations: {
      shipment: toOne("shipment"),
      pod_terminal: toOne("terminal"),
      pickup_facility: toOne(...FACILITY),
      transport_events: toMany("transport_event"),
      raw_events: toMany("raw_event"),
    },
    folder: "containers",
  },
  transport_event: {
    attributes: exactly(transportEventAttributesSchema, {
      event: z.string(),
      data_source: z.enum(DATA_SOURCES),
      value_timestamp: instantWritten.nullable(),
      invalidated_at: instantWritten.nullable(),
      created_at: instantWritten,
    }),
    relations: {
      shipment: toOne("shipment"),
      container: toOne("container"),
      location: toOne(...PLACE),
      vessel: toOne("vessel"),
      terminal: toOne(...FACILITY),
      source_event: toOne("raw_event"),
      previous_version: toOne("transport_event"),
    },
    folder: null,
  },
  raw_event: {
    attributes: z.strictObject({
      event: z.enum(RAW_EVENTS).nullable(),
      original_event: z.string(),
      timestamp: instantWritten.nullable(),
      estimated: z.boolean(),
      actual_on: z.iso.date().nullable(),
      actual_at: instantWritten.nullable(),
      estimated_at: instantWritten.nullable(),
      timezone: z.string().nullable(),
      created_at: instantWritten,
      location_name: z.string().nullable(),
      location_locode: locode,
      vessel_name: z.string().nullable(),
      vessel_imo: z.string().nullable(),
      index: z.number().int(),
      voyage_number: z.string().nullable(),
      will_occur_at: instantWritten.nullable(),
      invalidated_at: instantWritten.nullable(),
      data_source: z.enum(DATA_SOURCES),
      data_provider_name: z.string().nullable(),
      data_provider_code: z.string().nullable(),
    }),
    relations: {
      container: toOne("container"),
      location: toOne(...PLACE),
      terminal: toOne(...FACILITY),
      vessel: toOne("vessel"),
    },
    folder: null,
  },
  container_updated_event: {
    attributes: z.strictObject({
      changeset: z.record(z.string(), z.array(z.unknown()).length(2)),
      timestamp: instantWritten,
      timezone: z.string(),
      data_source: z.enum(DATA_SOURCES),
    }),
    relations: {
      container: toOne("container"),
      terminal: toOne(...FACILITY),
      shipment: toOne("shipment"),
    },
    folder: null,
  },
  container_created_event: {
    attributes: z.strictObject({ timestamp: instantWritten, timezone: z.string() }),
    relations: { container: toOne("container"), shipment: toOne("shipment") },
    folder: null,
  },
  container_pod_terminal_changed_event: {
    attributes: z.strictObject({
      timestamp: instantWritten,
      data_source: z.enum(TERMINAL_CHANGE_SOURCES),
    }),
    relations: { container: toOne("container"), terminal: toOne("terminal"), shipment: toOne("shipment") },
    folder: null,
  },
  estimated_event: {
    attributes: z.strictObject({
      event: z.string(),
      estimated_timestamp: instantWritten,
      timezone: z.string().nullable(),
      voyage_number: z.string().nullable(),
      location_locode: locode,
      data_source: z.enum(DATA_SOURCES),
      created_at: instantWritten,
    }),
    relations: { shipment: toOne("shipment"), port: toOne("port"), vessel: toOne("vessel") },
    folder: null,
  },
} as const satisfies Record<string, RecordKind>;
