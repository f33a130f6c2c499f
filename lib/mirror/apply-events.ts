import { sql } from "drizzle-orm";
import { relatedOne } from "@/lib/contract/json-api";
import type { Transaction } from "@/lib/db/client";
import { transportEvents } from "@/lib/db/schema";
import { inBatches, sortedById } from "./batches";
import type { DatedRecord } from "./dated-records";
import { instantOf, keptRelationships } from "./relationships";
import type { Touched } from "./touched";

/** Whether the report is not older than what is stored. */
const NEWER = sql`excluded.as_of >= ${transportEvents.asOf}`;
/** The attributes of both reports; where they differ the newer one's. */
const MERGED = sql`case when ${NEWER} then ${transportEvents.attributes} || excluded.attributes
  else excluded.attributes || ${transportEvents.attributes} end`;

/**
 * Takes transport events, each once, into the mirror. `owners` names the container of events that come without saying so, as
 * those included beside their container do.
 */
export async function applyTransportEvents(
  tx: Transaction,
  records: readonly DatedRecord[],
  owners: ReadonlyMap<string, string>,
  touched: Touched,
): Promise<void> {
  const rows = sortedById(records).map((record) => ({
    id: record.id,
    containerId: relatedOne(record, "container")?.id ?? owners.get(record.id) ?? null,
    shipmentId: relatedOne(record, "shipment")?.id ?? null,
    attributes: record.attributes,
    relationships: keptRelationships(record),
    happenedAt: instantOf(record.attributes, "timestamp"),
    asOf: record.asOf,
  }));
  for (const batch of inBatches(rows)) {
    const written = await tx
      .insert(transportEvents)
      .values(batch)
      .onConflictDoUpdate({
        target: transportEvents.id,
        set: {
          containerId: sql`coalesce(excluded.container_id, ${transportEvents.containerId})`,
          shipmentId: sql`coalesce(excluded.shipment_id, ${transportEvents.shipmentId})`,
          attributes: MERGED,
          relationships: sql`${transportEvents.relationships} || excluded.relationships`,
          happenedAt: sql`case when ${NEWER} then coalesce(excluded.happened_at, ${transportEvents.happenedAt})
            else coalesce(${transportEvents.happenedAt}, excluded.happened_at) end`,
          asOf: sql`greatest(${transportEvents.asOf}, excluded.as_of)`,
        },
        setWhere: sql`${MERGED} <> ${transportEvents.attributes}
          or ${transportEvents.containerId} is distinct from coalesce(excluded.container_id, ${transportEvents.containerId})
          or not ${transportEvents.relationships} @> excluded.relationships`,
      })
      .returning({ containerId: transportEvents.containerId });
    for (const { containerId } of written) if (containerId) touched.containers.add(containerId);
  }
}
