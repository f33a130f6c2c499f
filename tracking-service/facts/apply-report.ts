import { and, eq, inArray, lt, ne } from "drizzle-orm";
import { type Announcement, announce } from "@/tracking-service/deliveries/enqueue";
import type { Transaction } from "@/tracking-service/store/database";
import type { RawEvent } from "@/tracking-service/store/raw-event";
import { containers, shipments } from "@/tracking-service/store/schema";
import type { DataSource, JourneyFacts, Milestone } from "./attributes";
import type { UnseenChanges } from "./changed-container";
import { withCoalesced } from "./coalesced-fields";
import { containerChanges } from "./container-events";
import { estimateDrafts } from "./estimates";
import { withoutHiddenDeadline } from "./rail-deadlines";
import { saveRawEvents } from "./raw-events";
import { recordEvents, type WithdrawnMilestone, withdrawMilestones } from "./record-events";
import { shipmentChanges } from "./shipment-events";
import { changedMembers, differenceOf, type FactsDelta, merged } from "./state-diff";
import { stopWhenAllReturned } from "./tracking-stop";

/** A report of a source about one container, with its origin and time. Facts from every source use this type. */
export type Report = {
  containerId: string;
  /** Attributes and places that are new or changed. */
  delta: FactsDelta;
  /** Milestones that happened. A milestone reported earlier with another time is corrected. */
  milestones: Milestone[];
  /** Milestones reported earlier that did not happen. */
  withdrawn?: WithdrawnMilestone[];
  /** The carrier's complete list of raw events, if it changed. */
  rawEvents?: RawEvent[];
  dataSource: DataSource;
};

/** The changes of a report: the names of the events it caused, and attributes with old and new values. */
export type Applied = {
  containerId: string;
  number: string;
  events: string[];
  changes: Record<string, [unknown, unknown]>;
};

type ContainerRow = typeof containers.$inferSelect;
type ShipmentRow = typeof shipments.$inferSelect;

function factsOf(container: ContainerRow, shipment: ShipmentRow): JourneyFacts {
  return {
    container: container.attributes,
    containerPlaces: container.places,
    offDock: container.offDock,
    shipment: shipment.attributes,
    shipmentPlaces: shipment.places,
  };
}

/**
 * Locks the container and its shipment until the transaction ends, always in this order. The lock does not block events
 * of other reports about the container, which reference its row while their transaction holds the shipment's lock.
 */
async function lockContainer(tx: Transaction, containerId: string) {
  const [container] = await tx
    .select()
    .from(containers)
    .where(eq(containers.id, containerId))
    .for("no key update");
  if (!container) throw new Error(`no container ${containerId}`);
  const [shipment] = await tx
    .select()
    .from(shipments)
    .where(eq(shipments.id, container.shipmentId))
    .for("no key update");
  if (!shipment) throw new Error(`no shipment ${container.shipmentId}`);
  return { container, shipment };
}

type Ids = { container: string; shipment: string };

async function save(tx: Transaction, ids: Ids, before: JourneyFacts, after: JourneyFacts, now: Date) {
  await tx
    .update(containers)
    .set({
      attributes: after.container,
      places: after.containerPlaces,
      offDock: after.offDock,
      status: after.container.current_status ?? "new",
      refreshedAt: now,
    })
    .where(eq(containers.id, ids.container));
  const { shipment, shipmentPlaces } = differenceOf(before, after);
  if (Object.keys(shipment).length + Object.keys(shipmentPlaces).length === 0) return;
  await tx
    .update(shipments)
    .set({ attributes: after.shipment, places: after.shipmentPlaces })
    .where(eq(shipments.id, ids.shipment));
}

function changesOf(before: JourneyFacts, after: JourneyFacts): Applied["changes"] {
  const changes: Applied["changes"] = {};
  for (const key of Object.keys(changedMembers(before.container, after.container))) {
    changes[key] = [Reflect.get(before.container, key), Reflect.get(after.container, key)];
  }
  for (const key of Object.keys(changedMembers(before.shipment, after.shipment))) {
    changes[`shipment.${key}`] = [Reflect.get(before.shipment, key), Reflect.get(after.shipment, key)];
  }
  return changes;
}

/**
 * Creates the events about shared vessel estimates for the shipment's other containers, which count as refreshed. A
 * container locked by another report is skipped, since that report refreshes it: waiting for it could deadlock.
 */
async function reportSiblings(tx: Transaction, unseenChanges: UnseenChanges): Promise<Announcement[]> {
  const drafts = estimateDrafts(unseenChanges);
  if (drafts.length === 0) return [];
  const { containerId, shipmentId } = unseenChanges.owner;
  const siblings = await tx
    .select({ id: containers.id })
    .from(containers)
    .where(and(eq(containers.shipmentId, shipmentId), ne(containers.id, containerId)));
  const free = tx
    .select({ id: containers.id })
    .from(containers)
    .where(and(eq(containers.shipmentId, shipmentId), lt(containers.refreshedAt, unseenChanges.now)))
    .for("no key update", { skipLocked: true });
  await tx.update(containers).set({ refreshedAt: unseenChanges.now }).where(inArray(containers.id, free));
  const announcements: Announcement[] = [];
  for (const { id } of siblings) {
    announcements.push(
      ...(await recordEvents(tx, { ...unseenChanges.owner, containerId: id }, drafts, unseenChanges.now)),
    );
  }
  return announcements;
}

/**
 * Applies a source's report in the caller's transaction. It stores the facts, derives dependent facts and announces
 * every real change. Known facts change nothing and are not announced again. Returns null when the shipment is not
 * tracked: then the report is ignored.
 */
export async function applyReport(tx: Transaction, report: Report, now: Date): Promise<Applied | null> {
  const { container, shipment } = await lockContainer(tx, report.containerId);
  if (shipment.trackingStoppedAt !== null) return null;
  const before = factsOf(container, shipment);
  const delta = await withoutHiddenDeadline(tx, container.accountId, report.delta);
  const after = withCoalesced(merged(before, delta));
  const ids = { container: container.id, shipment: shipment.id };
  await save(tx, ids, before, after, now);
  const owner = { accountId: container.accountId, containerId: container.id, shipmentId: shipment.id };
  if (report.rawEvents) await saveRawEvents(tx, owner, report.rawEvents);
  const unseenChanges = { before, after, now, dataSource: report.dataSource, owner };
  const drafts = [...containerChanges(unseenChanges, report.milestones), ...shipmentChanges(unseenChanges)];
  const announcements = [
    ...(await withdrawMilestones(tx, owner, report.withdrawn ?? [], now)),
    ...(await recordEvents(tx, owner, drafts, now)),
    ...(await reportSiblings(tx, unseenChanges)),
  ];
  await announce(tx, container.accountId, announcements, now);
  const wasOut = before.container.current_status !== "empty_returned";
  if (wasOut && after.container.current_status === "empty_returned") {
    await stopWhenAllReturned(tx, shipment.id, now);
  }
  return {
    containerId: container.id,
    number: container.number,
    events: announcements.map(({ event }) => event),
    changes: changesOf(before, after),
  };
}
