import { asc, inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { shipments } from "@/lib/db/schema";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { mergeRecord } from "./merge";
import { type ChangeOrigin, recordChanges } from "./record-changes";
import type { ReadRecord } from "./record-kinds";
import { instantOf, keptRelationships, textListOf, textOf } from "./relationships";
import type { Touched } from "./touched";

type Row = typeof shipments.$inferSelect;

function mergedRow(stored: Row | undefined, record: ReadRecord, asOf: Date) {
  const merge = mergeRecord(stored ?? null, record.attributes, asOf);
  const newer = !stored || asOf >= stored.asOf;
  const row: Row = {
    id: record.id,
    attributes: merge.attributes,
    relationships: newer ? { ...stored?.relationships, ...keptRelationships(record) } : stored.relationships,
    asOf: merge.asOf,
    billOfLadingKey: normalizeNumber(textOf(merge.attributes, "bill_of_lading_number") ?? ""),
    searchKeys: [
      textOf(merge.attributes, "bill_of_lading_number") ?? "",
      textOf(merge.attributes, "normalized_number") ?? "",
      ...textListOf(merge.attributes, "ref_numbers"),
    ]
      .map(normalizeNumber)
      .filter(Boolean),
    createdAt: instantOf(merge.attributes, "created_at"),
    trackingStoppedAt: instantOf(merge.attributes, "line_tracking_stopped_at"),
  };
  return { row, changes: merge.changes, differs: merge.differs, write: merge.differs || merge.aged };
}

/** Takes reported shipments into the mirror. Rows are locked in the order of their ids. */
export async function applyShipments(
  tx: Transaction,
  records: readonly ReadRecord[],
  origin: ChangeOrigin,
  touched: Touched,
): Promise<void> {
  if (!records.length) return;
  const ids = records.map(({ id }) => id);
  const stored = await tx
    .select()
    .from(shipments)
    .where(inArray(shipments.id, ids))
    .orderBy(asc(shipments.id))
    .for("update");
  const byId = new Map(stored.map((row) => [row.id, row]));
  const merged = records
    .map((record) => mergedRow(byId.get(record.id), record, origin.asOf))
    .filter(({ write }) => write)
    .sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  if (!merged.length) return;
  await tx
    .insert(shipments)
    .values(merged.map(({ row }) => row))
    .onConflictDoUpdate({
      target: shipments.id,
      set: {
        attributes: sql`excluded.attributes`,
        relationships: sql`excluded.relationships`,
        asOf: sql`excluded.as_of`,
        billOfLadingKey: sql`excluded.bill_of_lading_key`,
        searchKeys: sql`excluded.search_keys`,
        createdAt: sql`excluded.created_at`,
        trackingStoppedAt: sql`excluded.tracking_stopped_at`,
      },
      setWhere: sql`${shipments.asOf} <= excluded.as_of`,
    });
  await recordChanges(
    tx,
    origin,
    merged.map(({ row, changes }) => ({ subject: { type: "shipment", id: row.id }, changes })),
  );
  for (const { row, differs } of merged) if (differs) touched.shipments.add(row.id);
}
