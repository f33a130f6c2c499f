import { sql } from "drizzle-orm";
import { relatedOne } from "@/lib/contract/json-api";
import type { Transaction } from "@/lib/db/client";
import { transportEvents } from "@/lib/db/schema";
import type { ReadRecord } from "./record-kinds";
import { instantOf, keptRelationships } from "./relationships";
import type { Touched } from "./touched";

/**
 * Takes transport events into the mirror. `owners` names the container of events that come without saying so, as
 * those included beside their container do.
 */
export async function applyTransportEvents(
  tx: Transaction,
  records: readonly ReadRecord[],
  owners: ReadonlyMap<string, string>,
  touched: Touched,
): Promise<void> {
  if (!records.length) return;
  const rows = records
    .map((record) => ({
      id: record.id,
      containerId: relatedOne(record, "container")?.id ?? owners.get(record.id) ?? null,
      shipmentId: relatedOne(record, "shipment")?.id ?? null,
      attributes: record.attributes,
      relationships: keptRelationships(record),
      happenedAt: instantOf(record.attributes, "timestamp"),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  for (let at = 0; at < rows.length; at += 1_000) {
    const written = await tx
      .insert(transportEvents)
      .values(rows.slice(at, at + 1_000))
      .onConflictDoUpdate({
        target: transportEvents.id,
        set: {
          containerId: sql`coalesce(excluded.container_id, ${transportEvents.containerId})`,
          shipmentId: sql`coalesce(excluded.shipment_id, ${transportEvents.shipmentId})`,
          attributes: sql`${transportEvents.attributes} || excluded.attributes`,
          relationships: sql`${transportEvents.relationships} || excluded.relationships`,
          happenedAt: sql`coalesce(excluded.happened_at, ${transportEvents.happenedAt})`,
        },
        setWhere: sql`(${transportEvents.attributes} || excluded.attributes) <> ${transportEvents.attributes}
          or ${transportEvents.containerId} is distinct from coalesce(excluded.container_id, ${transportEvents.containerId})
          or not ${transportEvents.relationships} @> excluded.relationships`,
      })
      .returning({ containerId: transportEvents.containerId });
    for (const { containerId } of written) if (containerId) touched.containers.add(containerId);
  }
}
