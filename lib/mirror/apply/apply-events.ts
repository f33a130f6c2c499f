import { sql } from "drizzle-orm";
import { z } from "zod";
import { relatedOne } from "@/lib/contract/json-api";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import { instantOf, keptRelationships } from "@/lib/mirror/merge/relationships";
import type { DatedRecord } from "@/lib/mirror/merge/timestamped-records";
import { insertInto } from "@/lib/platform/database/bulk-insert";
import type { Transaction } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { transportEvents } from "@/lib/platform/database/schema/schema";
import { inBatches, sortedById } from "@/lib/platform/database/statement-batches";

/** Whether the report is at least as new as the stored row. */
const NEWER = sql`excluded.as_of >= ${transportEvents.asOf}`;
/** The attributes of both reports. Where they differ, the newer report wins. */
const MERGED = sql`case when ${NEWER} then ${transportEvents.attributes} || excluded.attributes
  else excluded.attributes || ${transportEvents.attributes} end`;

/**
 * Applies transport events to the mirror, each once. `owners` names the container of events that do not name it
 * themselves, such as events included with their container.
 */
export async function applyTransportEvents(
  tx: Transaction,
  records: readonly DatedRecord[],
  owners: ReadonlyMap<string, string>,
  changeSet: ChangeSet,
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
    const written = await queryColumn(
      tx,
      z.string().nullable(),
      sql`
        ${insertInto(transportEvents, batch)}
        on conflict (id) do update set
          container_id = coalesce(excluded.container_id, ${transportEvents.containerId}),
          shipment_id = coalesce(excluded.shipment_id, ${transportEvents.shipmentId}),
          attributes = ${MERGED},
          relationships = ${transportEvents.relationships} || excluded.relationships,
          happened_at = case when ${NEWER} then coalesce(excluded.happened_at, ${transportEvents.happenedAt})
            else coalesce(${transportEvents.happenedAt}, excluded.happened_at) end,
          as_of = greatest(${transportEvents.asOf}, excluded.as_of)
        where ${MERGED} <> ${transportEvents.attributes}
          or ${transportEvents.containerId} is distinct from coalesce(excluded.container_id, ${transportEvents.containerId})
          or not ${transportEvents.relationships} @> excluded.relationships
        returning container_id as "containerId"`,
    );
    for (const containerId of written) if (containerId) changeSet.containers.add(containerId);
  }
}
