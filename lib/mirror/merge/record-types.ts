import type { z } from "zod";
import { containerAttributesSchema } from "@/lib/contract/container";
import {
  customFieldAttributesSchema,
  customFieldDefinitionAttributesSchema,
  customFieldOptionAttributesSchema,
} from "@/lib/contract/custom-field";
import { documentAttributesSchema } from "@/lib/contract/document";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { partyAttributesSchema, partyRoleAttributesSchema } from "@/lib/contract/party";
import { facilityAttributesSchema, placeAttributesSchema } from "@/lib/contract/place";
import { shipmentAttributesSchema } from "@/lib/contract/shipment";
import { trackingRequestAttributesSchema } from "@/lib/contract/tracking-request";
import { transportEventAttributesSchema } from "@/lib/contract/transport-event";
import { vesselAttributesSchema } from "@/lib/contract/vessel";

/** The record types that the mirror stores, with the schemas of their attributes. */
const SCHEMAS = {
  shipment: shipmentAttributesSchema,
  container: containerAttributesSchema,
  transport_event: transportEventAttributesSchema,
  tracking_request: trackingRequestAttributesSchema,
  party: partyAttributesSchema,
  party_role: partyRoleAttributesSchema,
  port: placeAttributesSchema,
  metro_area: placeAttributesSchema,
  terminal: facilityAttributesSchema,
  rail_terminal: facilityAttributesSchema,
  vessel: vesselAttributesSchema,
  custom_field_definition: customFieldDefinitionAttributesSchema,
  custom_field_option: customFieldOptionAttributesSchema,
  custom_field: customFieldAttributesSchema,
  document: documentAttributesSchema,
} as const satisfies Record<string, z.ZodType>;

export type RecordKind = keyof typeof SCHEMAS;
export const REFERENCE_KINDS = ["port", "metro_area", "terminal", "rail_terminal", "vessel"] as const;

/** A record whose attributes were parsed by its type's schema. Unknown attributes are kept. */
export type ReadRecord = JsonApiRecord & { attributes: Record<string, unknown> };
export type SortedRecords = Record<RecordKind, ReadRecord[]>;
export type Unreadable = { type: string; id: string; problem: string };

const isKind = (type: string): type is RecordKind => Object.hasOwn(SCHEMAS, type);

/** Returns a copy without members that were not sent: an absent member is no information. */
function withoutAbsent(attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/**
 * Parses records by their types. Skips unknown types. Lists records with unreadable attributes in `unreadable` and
 * parses the others. If a record appears twice, the first one applies.
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
  };
  const unreadable: Unreadable[] = [];
  const seen = new Set<string>();
  for (const record of records) {
    const identity = JSON.stringify([record.type, record.id]);
    if (!isKind(record.type) || !record.attributes || seen.has(identity)) continue;
    seen.add(identity);
    const read = SCHEMAS[record.type].safeParse(record.attributes);
    if (read.success) sorted[record.type].push({ ...record, attributes: withoutAbsent(read.data) });
    else {
      const problem = read.error.issues
        .map((issue) => `${issue.path.join(".")}: ${issue.message}`)
        .join("; ");
      unreadable.push({ type: record.type, id: record.id, problem });
    }
  }
  return { sorted, unreadable };
}
