import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { TRACKING_STOPPED_REASONS } from "@/lib/contract/enums";
import { iso } from "@/tracking-service/clock/instant";
import { type Announcement, announce } from "@/tracking-service/deliveries/enqueue";
import type { Transaction } from "@/tracking-service/store/database";
import { containers, shipments, trackingRequests } from "@/tracking-service/store/schema";

export type StoppedReason = (typeof TRACKING_STOPPED_REASONS)[number];

/** `byKeyId` is the key with which a user stopped tracking. Null when tracking ended automatically. */
export type TrackingStop = { shipmentId: string; reason: StoppedReason; byKeyId: string | null };

const stoppedAttributes = (at: string | null, reason: StoppedReason | null) =>
  sql`${shipments.attributes} || ${JSON.stringify({
    line_tracking_stopped_at: at,
    line_tracking_stopped_reason: reason,
  })}::jsonb`;

/**
 * Ends the tracking of a shipment and of its requests, and announces it for each of them (interface.md,
 * line_tracking_stopped_reason). From then on sources report nothing about it. Returns false when it had already ended.
 */
export async function stopTracking(tx: Transaction, stop: TrackingStop, now: Date): Promise<boolean> {
  const { shipmentId, reason, byKeyId } = stop;
  const [stopped] = await tx
    .update(shipments)
    .set({
      trackingStoppedAt: now,
      stoppedByKeyId: byKeyId,
      attributes: stoppedAttributes(iso(now.getTime()), reason),
    })
    .where(and(eq(shipments.id, shipmentId), isNull(shipments.trackingStoppedAt)))
    .returning({ accountId: shipments.accountId });
  if (!stopped) return false;
  const requests = await tx
    .update(trackingRequests)
    .set({ status: "tracking_stopped", updatedAt: now })
    .where(and(eq(trackingRequests.shipmentId, shipmentId), eq(trackingRequests.status, "succeeded")))
    .returning({ id: trackingRequests.id });
  const announcements = requests.map(
    ({ id }): Announcement => ({
      event: "tracking_request.tracking_stopped",
      reference: { type: "tracking_request", id },
    }),
  );
  await announce(tx, stopped.accountId, announcements, now);
  return true;
}

/**
 * Stops tracking after all containers are returned: the line gets no more requests (interface.md,
 * line_tracking_stopped_reason).
 */
export async function stopWhenAllReturned(tx: Transaction, shipmentId: string, now: Date): Promise<void> {
  const [open] = await tx
    .select({ id: containers.id })
    .from(containers)
    .where(and(eq(containers.shipmentId, shipmentId), ne(containers.status, "empty_returned")))
    .limit(1);
  if (open) return;
  await stopTracking(tx, { shipmentId, reason: "all_containers_terminated", byKeyId: null }, now);
}

/**
 * Resumes tracking. Its requests count as succeeded again, and sources report missed facts. The windows for automatic
 * stops restart at `now`. Returns false when the shipment is already tracked.
 */
export async function resumeTracking(tx: Transaction, shipmentId: string, now: Date): Promise<boolean> {
  const resumed = await tx
    .update(shipments)
    .set({
      trackingStoppedAt: null,
      stoppedByKeyId: null,
      trackingResumedAt: now,
      attributes: stoppedAttributes(null, null),
    })
    .where(and(eq(shipments.id, shipmentId), isNotNull(shipments.trackingStoppedAt)))
    .returning({ id: shipments.id });
  if (resumed.length === 0) return false;
  await tx
    .update(trackingRequests)
    .set({ status: "succeeded", updatedAt: now })
    .where(and(eq(trackingRequests.shipmentId, shipmentId), eq(trackingRequests.status, "tracking_stopped")));
  return true;
}
