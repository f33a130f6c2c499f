import { sql } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import { relatedOne } from "@/lib/contract/json-api";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import { instantOf, keptRelationships, textOf } from "@/lib/mirror/merge/relationships";
import { type DatedRecord, foldReports } from "@/lib/mirror/merge/timestamped-records";
import type { Transaction } from "@/lib/platform/database/client";
import { trackingRequests } from "@/lib/platform/database/schema/schema";
import { inBatches, sortedById } from "@/lib/platform/database/statement-batches";

/** Of two reports at the same instant the pending one is earlier: no request returns to pending. */
function inOrder(a: DatedRecord, b: DatedRecord): number {
  const isPending = (record: DatedRecord) => Number(textOf(record.attributes, "status") === "pending");
  return a.asOf.getTime() - b.asOf.getTime() || isPending(b) - isPending(a);
}

/** Applies tracking requests to the mirror. Compares the service's own `updated_at` before the age of the report. */
export async function applyTrackingRequests(
  tx: Transaction,
  records: readonly DatedRecord[],
  changeSet: ChangeSet,
): Promise<void> {
  const dated = records.map((record) => ({
    ...record,
    asOf: instantOf(record.attributes, "updated_at") ?? record.asOf,
  }));
  const rows = sortedById(foldReports(dated, inOrder)).map((record) => ({
    id: record.id,
    attributes: record.attributes,
    relationships: keptRelationships(record),
    numberKey: normalizeNumber(textOf(record.attributes, "request_number") ?? ""),
    status: textOf(record.attributes, "status"),
    shipmentId: relatedOne(record, "tracked_object")?.id ?? null,
    createdAt: instantOf(record.attributes, "created_at"),
    asOf: record.asOf,
  }));
  for (const batch of inBatches(rows)) {
    const written = await tx
      .insert(trackingRequests)
      .values(batch)
      .onConflictDoUpdate({
        target: trackingRequests.id,
        set: {
          attributes: sql`${trackingRequests.attributes} || excluded.attributes`,
          relationships: sql`${trackingRequests.relationships} || excluded.relationships`,
          numberKey: sql`coalesce(nullif(excluded.number_key, ''), ${trackingRequests.numberKey})`,
          status: sql`coalesce(excluded.status, ${trackingRequests.status})`,
          shipmentId: sql`coalesce(excluded.shipment_id, ${trackingRequests.shipmentId})`,
          createdAt: sql`coalesce(excluded.created_at, ${trackingRequests.createdAt})`,
          asOf: sql`excluded.as_of`,
        },
        // The same order as in `inOrder`.
        setWhere: sql`(${trackingRequests.asOf} < excluded.as_of or (${trackingRequests.asOf} = excluded.as_of
          and (excluded.status is distinct from 'pending' or ${trackingRequests.status} = 'pending')))
        and ((${trackingRequests.attributes} || excluded.attributes) <> ${trackingRequests.attributes}
          or (${trackingRequests.relationships} || excluded.relationships) <> ${trackingRequests.relationships})`,
      })
      .returning({ id: trackingRequests.id });
    for (const { id } of written) changeSet.requests.add(id);
  }
}
