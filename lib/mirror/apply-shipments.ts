import { isDeepStrictEqual } from "node:util";
import { asc, inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { shipments } from "@/lib/db/schema";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { inBatches, sortedById } from "./batches";
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
  const differs = merge.differs || !isDeepStrictEqual(row.relationships, stored?.relationships);
  return { row, changes: merge.changes, differs, write: differs || merge.aged };
}

/**
 * Takes reported shipments into the mirror. The known rows are locked first, then the new ones inserted, each in the order
 * of their ids; so two transactions can still wait for each other where one inserts what the other looks for. PostgreSQL
 * then ends one of them, and who opened it begins anew.
 */
export async function applyShipments(
  tx: Transaction,
  records: readonly ReadRecord[],
  origin: ChangeOrigin,
  touched: Touched,
): Promise<void> {
  for (const batch of inBatches(sortedById(records))) await applyBatch(tx, batch, origin, touched);
}

async function applyBatch(
  tx: Transaction,
  records: readonly ReadRecord[],
  origin: ChangeOrigin,
  touched: Touched,
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const stored = await tx
    .select()
    .from(shipments)
    .where(inArray(shipments.id, ids))
    .orderBy(asc(shipments.id))
    .for("update");
  const byId = new Map(stored.map((row) => [row.id, row]));
  const merged = records.map((record) => mergedRow(byId.get(record.id), record, origin.asOf));
  const known = merged.filter(({ row, write }) => write && byId.has(row.id));
  const fresh = merged.filter(({ row }) => !byId.has(row.id)).map(({ row }) => row);
  if (known.length)
    await write(
      tx,
      known.map(({ row }) => row),
    );
  const added = fresh.length ? await insertNew(tx, fresh) : new Set<string>();
  await recordChanges(
    tx,
    origin,
    known.map(({ row, changes }) => ({ subject: { type: "shipment", id: row.id }, changes })),
  );
  for (const { row, differs } of known) if (differs) touched.shipments.add(row.id);
  for (const id of added) touched.shipments.add(id);

  // Somebody else inserted these between our look and our insert: merge with what they wrote.
  const raced = new Set(fresh.map(({ id }) => id).filter((id) => !added.has(id)));
  if (raced.size)
    await applyBatch(
      tx,
      records.filter(({ id }) => raced.has(id)),
      origin,
      touched,
    );
}

async function insertNew(tx: Transaction, rows: Row[]): Promise<Set<string>> {
  const added = await tx.insert(shipments).values(rows).onConflictDoNothing().returning({ id: shipments.id });
  return new Set(added.map(({ id }) => id));
}

async function write(tx: Transaction, rows: Row[]): Promise<void> {
  await tx
    .insert(shipments)
    .values(rows)
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
    });
}
