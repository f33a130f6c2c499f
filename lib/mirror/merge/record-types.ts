import { CONTAINER_NEVER_NULL, containerAttributesSchema } from "@/lib/contract/container";
import {
  customFieldAttributesSchema,
  customFieldDefinitionAttributesSchema,
  customFieldOptionAttributesSchema,
} from "@/lib/contract/custom-field";
import { documentAttributesSchema } from "@/lib/contract/document";
import { emailSubmissionAttributesSchema } from "@/lib/contract/email-submission";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { partyAttributesSchema, partyRoleAttributesSchema } from "@/lib/contract/party";
import { facilityAttributesSchema, placeAttributesSchema } from "@/lib/contract/place";
import {
  type AttributesSchema,
  readAttributes,
  type UnreadableAttribute,
} from "@/lib/contract/reading/read-attributes";
import { SHIPMENT_NEVER_NULL, shipmentAttributesSchema } from "@/lib/contract/shipment";
import { trackingRequestAttributesSchema } from "@/lib/contract/tracking-request";
import { transportEventAttributesSchema } from "@/lib/contract/transport-event";
import { vesselAttributesSchema } from "@/lib/contract/vessel";

const PLACE = { schema: placeAttributesSchema, neverNull: ["name"] };
const FACILITY = { schema: facilityAttributesSchema, neverNull: ["name"] };

/** The record types that the mirror stores, with the schemas of their attributes. */
export const RECORD_SCHEMAS = {
  shipment: { schema: shipmentAttributesSchema, neverNull: SHIPMENT_NEVER_NULL },
  container: { schema: containerAttributesSchema, neverNull: CONTAINER_NEVER_NULL },
  transport_event: { schema: transportEventAttributesSchema, neverNull: ["event"] },
  tracking_request: {
    schema: trackingRequestAttributesSchema,
    neverNull: ["request_number", "request_type", "status", "created_at"],
  },
  party: { schema: partyAttributesSchema, neverNull: ["company_name"] },
  party_role: {
    schema: partyRoleAttributesSchema,
    neverNull: ["role", "roleable_type", "roleable_id", "created_at"],
  },
  port: PLACE,
  metro_area: PLACE,
  terminal: FACILITY,
  rail_terminal: FACILITY,
  vessel: { schema: vesselAttributesSchema, neverNull: ["name"] },
  custom_field_definition: {
    schema: customFieldDefinitionAttributesSchema,
    neverNull: ["entity_type", "api_slug", "display_name", "data_type"],
  },
  custom_field_option: { schema: customFieldOptionAttributesSchema, neverNull: ["label", "value"] },
  custom_field: { schema: customFieldAttributesSchema, neverNull: ["api_slug"] },
  document: { schema: documentAttributesSchema, neverNull: ["name"] },
  email_submission: { schema: emailSubmissionAttributesSchema, neverNull: [] },
} as const satisfies Record<string, AttributesSchema>;

export type RecordKind = keyof typeof RECORD_SCHEMAS;
export const REFERENCE_KINDS = ["port", "metro_area", "terminal", "rail_terminal", "vessel"] as const;

/**
 * A record whose attributes were read by its type's schema. Unknown attributes are kept. `unconfirmed`: the names of the
 * attributes that could not be read, or not as a whole.
 */
export type ReadRecord = JsonApiRecord & { attributes: Record<string, unknown>; unconfirmed: string[] };
export type SortedRecords = Record<RecordKind, ReadRecord[]>;
/** An attribute of a record that could not be read. */
export type Unreadable = UnreadableAttribute & { type: string; id: string };

/** Whether the mirror stores records of the type. */
export const isKind = (type: string): type is RecordKind => Object.hasOwn(RECORD_SCHEMAS, type);

/**
 * Reads records by their types. Skips unknown types. Lists attributes that could not be read in `unreadable`; all others
 * apply. If a record appears twice, the first one applies.
 */
export function sortRecords(records: readonly JsonApiRecord[]): {
  sorted: SortedRecords;
  unreadable: Unreadable[];
} {
  const sorted: SortedRecords = {
    shipment: [],
    container: [],
    transport_event: [],
    tracking_request: [],
    party: [],
    party_role: [],
    port: [],
    metro_area: [],
    terminal: [],
    rail_terminal: [],
    vessel: [],
    custom_field_definition: [],
    custom_field_option: [],
    custom_field: [],
    document: [],
    email_submission: [],
  };
  const unreadable: Unreadable[] = [];
  const seen = new Set<string>();
  for (const record of records) {
    const identity = JSON.stringify([record.type, record.id]);
    if (!isKind(record.type) || !record.attributes || seen.has(identity)) continue;
    seen.add(identity);
    const read = readAttributes(RECORD_SCHEMAS[record.type], record.attributes);
    const unconfirmed = read.unreadable.map(({ name }) => name);
    sorted[record.type].push({ ...record, attributes: read.attributes, unconfirmed });
    for (const attribute of read.unreadable)
      unreadable.push({ type: record.type, id: record.id, ...attribute });
  }
  return { sorted, unreadable };
}
