import { iso } from "@/tracking-service/clock/instant";
import { giveInitialFields } from "@/tracking-service/custom-fields/initial-custom-fields";
import { type Announcement, announce } from "@/tracking-service/deliveries/enqueue";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import type { FoundContainer, FoundShipment } from "@/tracking-service/sources/source";
import type { Transaction } from "@/tracking-service/store/database";
import { changeEvents, containers, shipments, transportEvents } from "@/tracking-service/store/schema";
import { containerRawEvents } from "@/tracking-service/store/sources-schema";
import { hideRailDeadlines } from "./rail-deadlines";
import { rawEventIds } from "./raw-events";
import { milestoneRow } from "./record-events";

/** A shipment and its containers as reported by a carrier. Data added by the account is passed separately. */
export type NewShipment = {
  accountId: string;
  shipmentId: string;
  requestNumber: string | null;
  facts: FoundShipment;
  /** Empty while a booking has no containers. */
  containers: FoundContainer[];
  own: { refNumbers: string[]; tags: string[]; customerName: string | null };
};

const unique = (texts: string[]) => [...new Set(texts)];

/** Stores a shipment, its containers and their history. Announces each container as created. */
export async function recordShipment(tx: Transaction, shipment: NewShipment, now: Date): Promise<void> {
  const { accountId, shipmentId, containers: newContainers, own } = shipment;
  const { shipment: facts, shipmentPlaces: places } = shipment.facts;
  const attributes = {
    ...facts,
    created_at: iso(now.getTime()),
    ref_numbers: unique([...own.refNumbers, ...(facts.ref_numbers ?? [])]),
    tags: unique([...own.tags, ...(facts.tags ?? [])]),
    customer_name: own.customerName ?? facts.customer_name,
  };
  await tx.insert(shipments).values({
    id: shipmentId,
    accountId,
    requestNumber: shipment.requestNumber,
    billOfLadingNumber: attributes.bill_of_lading_number ?? "",
    createdAt: now,
    attributes,
    places,
  });
  await recordContainers(tx, { accountId, shipmentId }, newContainers, now);
}

/** Stores containers of an existing shipment with their history. Announces each as created. */
export async function recordContainers(
  tx: Transaction,
  { accountId, shipmentId }: Pick<NewShipment, "accountId" | "shipmentId">,
  newContainers: FoundContainer[],
  now: Date,
): Promise<void> {
  const announcements: Announcement[] = [];
  for (const container of newContainers) {
    await tx.insert(containers).values(containerRow(accountId, shipmentId, container, now, now));
    const owner = { accountId, containerId: container.id, shipmentId };
    await tx
      .insert(containerRawEvents)
      .values({ containerId: container.id, accountId, events: container.rawEvents });
    if (container.history.length > 0) {
      await tx
        .insert(transportEvents)
        .values(container.history.map((milestone) => milestoneRow(owner, milestone, now)));
    }
    const id = stableId(container.id, "container.created");
    await tx.insert(changeEvents).values({
      ...owner,
      id,
      type: "container_created_event",
      createdAt: now,
      attributes: { timestamp: iso(now.getTime()), timezone: "Etc/UTC" },
      places: {},
    });
    announcements.push({ event: "container.created", reference: { type: "container_created_event", id } });
  }
  await hideRailDeadlines(tx, { accountId, shipmentId });
  await giveInitialFields(tx, shipmentId, now);
  await announce(tx, accountId, announcements, now);
}

/** Builds the row of a container. */
export function containerRow(
  accountId: string,
  shipmentId: string,
  { id, facts, rawEvents }: Pick<FoundContainer, "id" | "facts" | "rawEvents">,
  createdAt: Date,
  refreshedAt: Date,
): typeof containers.$inferInsert {
  return {
    id,
    accountId,
    shipmentId,
    number: facts.container.number ?? "",
    status: facts.container.current_status ?? "new",
    offDock: facts.offDock,
    rawEventIds: rawEventIds(id, rawEvents),
    createdAt,
    refreshedAt,
    attributes: { ...facts.container, created_at: iso(createdAt.getTime()) },
    places: facts.containerPlaces,
  };
}
