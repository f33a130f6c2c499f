import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { iso } from "@/tracking-service/clock/instant";
import { type Reader, readBoth } from "@/tracking-service/store/database";
import { isAmong, prepared } from "@/tracking-service/store/prepared";
import { changeEvents, containers, shipments, transportEvents } from "@/tracking-service/store/schema";
import { many, one, path, type Resource, resourceOf, toPlace } from "./resource";

/** A row as read, or with its attributes as text. */
type Row<Whole extends { attributes: object }> = Omit<Whole, "attributes"> & {
  attributes: Whole["attributes"] | string;
};
type ShipmentRow = Row<typeof shipments.$inferSelect>;
type ContainerRow = Row<typeof containers.$inferSelect>;

/** Columns of shipments and containers for responses that pass attributes through as stored. */
export const SHIPMENT_COLUMNS = {
  ...getTableColumns(shipments),
  attributes: sql<string>`${shipments.attributes}::text`,
};
export const CONTAINER_COLUMNS = {
  ...getTableColumns(containers),
  attributes: sql<string>`${containers.attributes}::text`,
};

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Ordered ids of related records as a single text. One row per id would cost more than the ids themselves. */
type Gathered = { owner: string; ids: string };
type IdsOf = ReadonlyMap<string, string[]>;

const byOwner = (gathered: readonly Gathered[]): IdsOf =>
  new Map(gathered.map(({ owner, ids }) => [owner, ids.split(",")]));

const containerIds = prepared((reader) =>
  reader
    .select({
      owner: containers.shipmentId,
      ids: sql<string>`string_agg(${containers.id}::text, ',' order by ${containers.number}, ${containers.id})`,
    })
    .from(containers)
    .where(isAmong(containers.shipmentId, "ids"))
    .groupBy(containers.shipmentId)
    .prepare("containers_of_shipments"),
);

const containersOf = async (reader: Reader, ids: string[]) =>
  byOwner(await containerIds(reader).execute({ ids }));

function toShipments(rows: ShipmentRow[], containerRows: IdsOf): Resource[] {
  return rows.map((row) =>
    resourceOf(
      {
        type: "shipment",
        id: row.id,
        relationships: {
          port_of_lading: toPlace(row.places.port_of_lading),
          port_of_discharge: toPlace(row.places.port_of_discharge),
          pod_terminal: toPlace(row.places.pod_terminal),
          destination: toPlace(row.places.destination),
          destination_terminal: toPlace(row.places.destination_terminal),
          line_tracking_stopped_by_user: one("user", row.stoppedByKeyId),
          containers: many("container", containerRows.get(row.id) ?? []),
        },
        links: { self: path("shipments", row.id) },
      },
      row.attributes,
    ),
  );
}

export async function presentShipments(reader: Reader, rows: ShipmentRow[]): Promise<Resource[]> {
  if (rows.length === 0) return [];
  return toShipments(rows, await containersOf(reader, idsOf(rows)));
}

const milestoneIds = prepared((reader) =>
  reader
    .select({
      owner: transportEvents.containerId,
      ids: sql<string>`string_agg(${transportEvents.id}::text, ',' order by ${transportEvents.happenedAt}, ${transportEvents.id})`,
    })
    .from(transportEvents)
    .where(and(isAmong(transportEvents.containerId, "ids"), eq(transportEvents.milestone, true)))
    .groupBy(transportEvents.containerId)
    .prepare("milestones_of_containers"),
);

const milestonesOf = async (reader: Reader, ids: string[]) =>
  byOwner(await milestoneIds(reader).execute({ ids }));

function toContainers(rows: ContainerRow[], milestones: IdsOf): Resource[] {
  return rows.map((row) =>
    resourceOf(
      {
        type: "container",
        id: row.id,
        relationships: {
          shipment: one("shipment", row.shipmentId),
          pod_terminal: toPlace(row.places.pod_terminal),
          pickup_facility: toPlace(row.places.pickup_facility),
          transport_events: many("transport_event", milestones.get(row.id) ?? []),
          raw_events: many("raw_event", row.rawEventIds),
        },
        links: { self: path("containers", row.id) },
      },
      row.attributes,
    ),
  );
}

export async function presentContainers(reader: Reader, rows: ContainerRow[]): Promise<Resource[]> {
  if (rows.length === 0) return [];
  return toContainers(rows, await milestonesOf(reader, idsOf(rows)));
}

export function presentTransportEvents(rows: (typeof transportEvents.$inferSelect)[]): Resource[] {
  return rows.map((row) => ({
    type: "transport_event",
    id: row.id,
    attributes: {
      event: row.event,
      ...row.attributes,
      value_timestamp: row.attributes.value ?? null,
      invalidated_at: row.attributes.invalidated_at ?? null,
      created_at: iso(row.createdAt.getTime()),
    },
    relationships: {
      shipment: one("shipment", row.shipmentId),
      container: one("container", row.containerId),
      location: toPlace(row.places.location),
      vessel: toPlace(row.places.vessel),
      terminal: toPlace(row.places.terminal),
      // A corrected milestone keeps its id, so no record is another version of it.
      source_event: one("raw_event", null),
      previous_version: one("transport_event", null),
    },
  }));
}

/** container_updated_event, container_created_event and estimated_event (supplement.md, Webhook deliveries). */
function presentChangeEvents(rows: (typeof changeEvents.$inferSelect)[]): Resource[] {
  return rows.map((row): Resource => {
    const { type, id, attributes, places } = row;
    const shipment = one("shipment", row.shipmentId);
    const container = one("container", row.containerId);
    if (type === "estimated_event") {
      const relationships = { shipment, port: toPlace(places.port), vessel: toPlace(places.vessel) };
      return {
        type,
        id,
        attributes: { ...attributes, created_at: iso(row.createdAt.getTime()) },
        relationships,
      };
    }
    if (type === "container_created_event")
      return { type, id, attributes, relationships: { container, shipment } };
    const relationships = { container, terminal: toPlace(places.terminal), shipment };
    if (type === "container_updated_event") return { type, id, attributes, relationships };
    // Events stored before have a zone.
    const { timezone: _zone, ...changed } = attributes;
    return { type, id, attributes: changed, relationships };
  });
}

const shipmentsById = prepared((reader) =>
  reader
    .select(SHIPMENT_COLUMNS)
    .from(shipments)
    .where(isAmong(shipments.id, "ids"))
    .prepare("shipments_by_id"),
);
const containersById = prepared((reader) =>
  reader
    .select(CONTAINER_COLUMNS)
    .from(containers)
    .where(isAmong(containers.id, "ids"))
    .prepare("containers_by_id"),
);
const transportEventsById = prepared((reader) =>
  reader
    .select()
    .from(transportEvents)
    .where(isAmong(transportEvents.id, "ids"))
    .prepare("transport_events_by_id"),
);

export async function loadShipments(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = () => shipmentsById(reader).execute({ ids });
  return toShipments(...(await readBoth(reader, ids.length, rows, () => containersOf(reader, ids))));
}

export async function loadContainers(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = () => containersById(reader).execute({ ids });
  return toContainers(...(await readBoth(reader, ids.length, rows, () => milestonesOf(reader, ids))));
}

export async function loadTransportEvents(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentTransportEvents(await transportEventsById(reader).execute({ ids }));
}

export async function loadChangeEvents(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentChangeEvents(await reader.select().from(changeEvents).where(inArray(changeEvents.id, ids)));
}
