import { count, eq, inArray } from "drizzle-orm";
import { SEARCH_ENTITIES } from "@/lib/contract/enums";
import { iso } from "@/tracking-service/clock/instant";
import { writtenStatus } from "@/tracking-service/requests/status-words";
import type { Resource } from "@/tracking-service/resources/resource";
import type { Database } from "@/tracking-service/store/database";
import { containers, shipments, trackingRequests } from "@/tracking-service/store/schema";
import type { Hit } from "./find-terms";

const isoAt = (date: Date) => iso(date.getTime());

type Shipment = typeof shipments.$inferSelect;

const onShipment = ({ attributes }: Shipment) => ({
  scac: attributes.shipping_line_scac,
  port_of_lading_name: attributes.port_of_lading_name,
  port_of_discharge_name: attributes.port_of_discharge_name,
  tracking_stopped: attributes.line_tracking_stopped_at !== null,
  tracking_stopped_reason: attributes.line_tracking_stopped_reason,
  failed_reason: null,
});

const result = (id: string, attributes: Resource["attributes"]): Resource => ({
  type: "search_result",
  id,
  attributes,
});

async function countContainers(db: Database, shipmentIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ shipmentId: containers.shipmentId, containers: count() })
    .from(containers)
    .where(inArray(containers.shipmentId, shipmentIds))
    .groupBy(containers.shipmentId);
  return new Map(rows.map(({ shipmentId, containers: containerRows }) => [shipmentId, containerRows]));
}

async function shipmentResults(db: Database, ids: string[]): Promise<Resource[]> {
  const rows = await db.select().from(shipments).where(inArray(shipments.id, ids));
  const containerRows = await countContainers(db, ids);
  return rows.map((shipment) =>
    result(shipment.id, {
      entity_type: "shipment",
      number: shipment.billOfLadingNumber,
      shipment_id: null,
      ...onShipment(shipment),
      containers_count: containerRows.get(shipment.id) ?? 0,
      status: null,
      ref_numbers: shipment.attributes.ref_numbers ?? [],
      created_at: isoAt(shipment.createdAt),
      updated_at: shipment.attributes.line_tracking_last_succeeded_at ?? isoAt(shipment.createdAt),
    }),
  );
}

async function containerResults(db: Database, ids: string[]): Promise<Resource[]> {
  const rows = await db
    .select({ container: containers, shipment: shipments })
    .from(containers)
    .innerJoin(shipments, eq(shipments.id, containers.shipmentId))
    .where(inArray(containers.id, ids));
  return rows.map(({ container, shipment }) =>
    result(container.id, {
      entity_type: "cargo",
      number: container.number,
      shipment_id: shipment.id,
      ...onShipment(shipment),
      containers_count: null,
      tracking_stopped: null,
      status: null,
      ref_numbers: container.attributes.ref_numbers ?? [],
      created_at: isoAt(container.createdAt),
      updated_at: isoAt(container.refreshedAt),
    }),
  );
}

async function requestResults(db: Database, ids: string[]): Promise<Resource[]> {
  const rows = await db.select().from(trackingRequests).where(inArray(trackingRequests.id, ids));
  return rows.map((request) =>
    result(request.id, {
      entity_type: "tracking_request",
      number: request.requestNumber,
      shipment_id: request.shipmentId,
      scac: request.scac,
      port_of_lading_name: null,
      port_of_discharge_name: null,
      containers_count: null,
      tracking_stopped: request.status === "tracking_stopped",
      tracking_stopped_reason: null,
      status: writtenStatus(request.status),
      failed_reason: request.failedReason,
      ref_numbers: request.refNumbers,
      created_at: isoAt(request.createdAt),
      updated_at: isoAt(request.updatedAt),
    }),
  );
}

const PRESENTERS: Record<Hit["entityType"], (db: Database, ids: string[]) => Promise<Resource[]>> = {
  shipment: shipmentResults,
  cargo: containerResults,
  tracking_request: requestResults,
};

/** Returns search hits as search_result records, in the same order. */
export async function presentHits(db: Database, hits: Hit[]): Promise<Resource[]> {
  const found = new Map<string, Resource>();
  for (const type of SEARCH_ENTITIES) {
    const ids = hits.filter(({ entityType }) => entityType === type).map(({ entityId }) => entityId);
    if (ids.length === 0) continue;
    for (const resource of await PRESENTERS[type](db, ids)) found.set(resource.id, resource);
  }
  return hits.flatMap(({ entityId }) => found.get(entityId) ?? []);
}
