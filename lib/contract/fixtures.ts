import type { Identifier, JsonApiRecord } from "./json-api";

/**
 * Test documents with the irregularities of the live service: an `id` inside the attributes that belongs to another
 * record, links to records on other hosts, coordinates as text, and undocumented attributes.
 */
type Attributes = Record<string, unknown>;
type Relations = Record<string, Identifier | Identifier[] | null>;

export const named = (type: string, id: string): Identifier => ({ type, id });

function record(type: string, id: string, attributes: Attributes, relations: Relations): JsonApiRecord {
  const relationships = Object.fromEntries(Object.entries(relations).map(([name, data]) => [name, { data }]));
  return {
    id,
    type,
    attributes: { id: `not-${id}`, ...attributes },
    relationships: Object.keys(relationships).length ? relationships : undefined,
    links: { self: `https://elsewhere.example/v2/${type}s/another-id` },
  };
}

/** A 40′ dry container in New York. By default only its number and time zone are set. */
export function containerRecord(id: string, attributes: Attributes = {}, relations: Relations = {}) {
  const plain = { number: "MSKU4807969", pod_timezone: "America/New_York", carbon_class: "B" };
  return record("container", id, { ...plain, ...attributes }, relations);
}

export function shipmentRecord(id: string, attributes: Attributes = {}, relations: Relations = {}) {
  const plain = {
    bill_of_lading_number: "MAEUJAK015053",
    normalized_number: "JAK015053",
    shipping_line_scac: "MAEU",
    port_of_discharge_locode: "USNYC",
    pod_timezone: "America/New_York",
  };
  return record("shipment", id, { ...plain, ...attributes }, relations);
}

export function terminalRecord(id: string, name: string, attributes: Attributes = {}) {
  return record("terminal", id, { name, provided_data: { pickup_lfd: false }, ...attributes }, {});
}

export function portRecord(id: string, name: string, code: string) {
  return record("port", id, { name, code, latitude: "40.684996498", longitude: "-74.151115685" }, {});
}

export function partyRecord(id: string, companyName: string) {
  return record("party", id, { company_name: companyName }, {});
}

export function roleRecord(id: string, containerId: string, partyId: string) {
  const attributes = {
    role: "pickup_dray_carrier",
    roleable_type: "Container",
    roleable_id: containerId,
    created_at: "2026-11-20T08:00:00Z",
  };
  return record("party_role", id, attributes, { party: named("party", partyId) });
}

export function requestRecord(id: string, attributes: Attributes = {}, relations: Relations = {}) {
  const plain = { request_number: "MAEU221876618", request_type: "bill_of_lading", scac: "MAEU" };
  return record("tracking_request", id, { ...plain, status: "pending", ...attributes }, relations);
}

export function eventRecord(id: string, attributes: Attributes = {}, relations: Relations = {}) {
  const plain = { event: "container.transport.vessel_discharged", timestamp: "2026-11-14T18:00:00Z" };
  return record("transport_event", id, { ...plain, ...attributes }, relations);
}

export type NotificationFixture = {
  id: string;
  event?: string;
  createdAt?: string;
  reference?: Identifier | null;
  included?: JsonApiRecord[];
};

/** Builds the body of a delivery. `included` is absent unless it is passed in. */
export function notificationBody({ id, event, createdAt, reference, included }: NotificationFixture): string {
  const attributes = {
    event: event ?? "container.updated",
    delivery_status: "pending",
    created_at: createdAt ?? "2026-11-20T12:00:00Z",
  };
  const relations: Relations = { reference_object: reference ?? null, webhook: named("webhook", "w-1") };
  return JSON.stringify({
    data: record("webhook_notification", id, attributes, relations),
    included,
  });
}
