import { eq, sql } from "drizzle-orm";
import { type Announcement, announce } from "@/tracking-service/deliveries/announce";
import type { Transaction } from "@/tracking-service/store/database";
import { containers, shipments } from "@/tracking-service/store/schema";
import { withCoalesced } from "./coalesced";
import { containerNews } from "./container-news";
import { changedMembers, differenceOf, type FactsDelta, merged } from "./difference";
import type { BoxFacts, DataSource, Milestone } from "./facts";
import { recordEvents } from "./record-events";
import { shipmentNews } from "./shipment-news";

/** What a source says about one container, with its origin and time. Every source's facts come in as these. */
export type Report = {
  containerId: string;
  delta: FactsDelta;
  milestones: Milestone[];
  dataSource: DataSource;
};

/** What a report changed: names of events it caused, and attributes from what to what. */
export type Applied = {
  containerId: string;
  number: string;
  events: string[];
  changes: Record<string, [unknown, unknown]>;
};

type ContainerRow = typeof containers.$inferSelect;
type ShipmentRow = typeof shipments.$inferSelect;

function factsOf(container: ContainerRow, shipment: ShipmentRow): BoxFacts {
  return {
    container: container.attributes,
    containerPlaces: container.places,
    offDock: container.offDock,
    shipment: shipment.attributes,
    shipmentPlaces: shipment.places,
  };
}

/** The container and its shipment, held until the transaction ends, always in this order. */
async function lockBox(tx: Transaction, containerId: string) {
  const [container] = await tx.select().from(containers).where(eq(containers.id, containerId)).for("update");
  if (!container) throw new Error(`no container ${containerId}`);
  const [shipment] = await tx
    .select()
    .from(shipments)
    .where(eq(shipments.id, container.shipmentId))
    .for("update");
  if (!shipment) throw new Error(`no shipment ${container.shipmentId}`);
  return { container, shipment };
}

type Ids = { container: string; shipment: string };

async function save(tx: Transaction, ids: Ids, before: BoxFacts, after: BoxFacts, now: Date) {
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

/** Once every container is back, the line is not asked any more (interface.md, line_tracking_stopped_reason). */
async function stopWhenAllReturned(tx: Transaction, shipmentId: string, now: Date): Promise<boolean> {
  const [open] = await tx
    .select({ id: containers.id })
    .from(containers)
    .where(sql`${containers.shipmentId} = ${shipmentId} and ${containers.status} <> 'empty_returned'`)
    .limit(1);
  if (open) return false;
  const stopped = JSON.stringify({
    line_tracking_stopped_at: now.toISOString().replace(/\.\d+Z$/, "Z"),
    line_tracking_stopped_reason: "all_containers_terminated",
  });
  await tx
    .update(shipments)
    .set({ trackingStoppedAt: now, attributes: sql`${shipments.attributes} || ${stopped}::jsonb` })
    .where(sql`${shipments.id} = ${shipmentId} and ${shipments.trackingStoppedAt} is null`);
  return true;
}

function changesOf(before: BoxFacts, after: BoxFacts): Applied["changes"] {
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
 * Takes in what a source reported: stores it, works out what follows from it, and announces every real change, all
 * in the caller's transaction. Milestones that are known already change nothing and are not told again.
 */
export async function applyReport(tx: Transaction, report: Report, now: Date): Promise<Applied> {
  const { container, shipment } = await lockBox(tx, report.containerId);
  const before = factsOf(container, shipment);
  const after = withCoalesced(merged(before, report.delta));
  const ids = { container: container.id, shipment: shipment.id };
  await save(tx, ids, before, after, now);
  const owner = { accountId: container.accountId, containerId: container.id, shipmentId: shipment.id };
  const news = { before, after, now, dataSource: report.dataSource, owner };
  const drafts = [...containerNews(news, report.milestones), ...shipmentNews(news)];
  const announcements: Announcement[] = await recordEvents(tx, owner, drafts, now);
  const returned = before.container.current_status !== "empty_returned";
  if (returned && after.container.current_status === "empty_returned") {
    await stopWhenAllReturned(tx, shipment.id, now);
  }
  await announce(tx, container.accountId, announcements, now);
  return {
    containerId: container.id,
    number: container.number,
    events: announcements.map(({ event }) => event),
    changes: changesOf(before, after),
  };
}
