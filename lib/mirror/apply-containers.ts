import { asc, inArray, sql } from "drizzle-orm";
import { hasRelationship, relatedOne } from "@/lib/contract/json-api";
import type { Transaction } from "@/lib/db/client";
import { containers } from "@/lib/db/schema";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { inBatches, sortedById } from "./batches";
import { mergeContainer } from "./merge";
import { type ChangeOrigin, recordChanges } from "./record-changes";
import type { ReadRecord } from "./record-kinds";
import { keptRelationships, textListOf, textOf } from "./relationships";
import type { Touched } from "./touched";

type Row = typeof containers.$inferSelect;

function mergedRow(stored: Row | undefined, record: ReadRecord, asOf: Date) {
  const ages = stored && {
    carrier: stored.carrierAsOf,
    terminal: stored.terminalAsOf,
    rail: stored.railAsOf,
  };
  const merge = mergeContainer(
    stored && ages ? { attributes: stored.attributes, ages } : null,
    record.attributes,
    asOf,
  );
  const relationsNewer = !stored || asOf >= stored.carrierAsOf;
  const related = (name: string, before: string | null | undefined) =>
    relationsNewer && hasRelationship(record, name)
      ? (relatedOne(record, name)?.id ?? null)
      : (before ?? null);
  const row: Row = {
    id: record.id,
    attributes: merge.attributes,
    relationships: relationsNewer
      ? { ...stored?.relationships, ...keptRelationships(record) }
      : stored.relationships,
    numberKey: normalizeNumber(textOf(merge.attributes, "number") ?? ""),
    referenceKeys: textListOf(merge.attributes, "ref_numbers").map(normalizeNumber),
    shipmentId: related("shipment", stored?.shipmentId),
    podTerminalId: related("pod_terminal", stored?.podTerminalId),
    pickupFacilityId: related("pickup_facility", stored?.pickupFacilityId),
    carrierAsOf: merge.ages.carrier,
    terminalAsOf: merge.ages.terminal,
    railAsOf: merge.ages.rail,
  };
  const moved =
    stored !== undefined &&
    (row.shipmentId !== stored.shipmentId ||
      row.podTerminalId !== stored.podTerminalId ||
      row.pickupFacilityId !== stored.pickupFacilityId);
  const changes = [...merge.changes];
  if (moved && row.podTerminalId !== stored.podTerminalId)
    changes.push({
      field: "pod_terminal",
      before: stored.podTerminalId,
      after: row.podTerminalId,
      zone: null,
    });
  const listings =
    row.shipmentId === (stored?.shipmentId ?? null) ? [] : [row.shipmentId, stored?.shipmentId];
  return {
    row,
    changes,
    listings: listings.filter((id) => typeof id === "string"),
    differs: merge.differs || moved,
    write: merge.differs || merge.aged || moved,
  };
}

/**
 * Takes reported containers into the mirror. The known rows are locked first, then the new ones inserted, each in the order
 * of their ids; so two transactions can still wait for each other where one inserts what the other looks for. PostgreSQL
 * then ends one of them, and who opened it begins anew.
 */
export async function applyContainers(
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
    .from(containers)
    .where(inArray(containers.id, ids))
    .orderBy(asc(containers.id))
    .for("update");
  const byId = new Map(stored.map((row) => [row.id, row]));
  const merged = records.map((record) => mergedRow(byId.get(record.id), record, origin.asOf));
  const known = merged.filter(({ row, write }) => write && byId.has(row.id));
  const fresh = merged.filter(({ row }) => !byId.has(row.id));

  if (known.length)
    await write(
      tx,
      known.map(({ row }) => row),
    );
  const added = fresh.length
    ? await insertNew(
        tx,
        fresh.map(({ row }) => row),
      )
    : new Set<string>();
  await recordChanges(
    tx,
    origin,
    known.map(({ row, changes }) => ({ subject: { type: "container", id: row.id }, changes })),
  );
  for (const { row, differs } of known) if (differs) touched.containers.add(row.id);
  for (const id of added) touched.containers.add(id);
  for (const { row, listings } of merged)
    if (byId.has(row.id) || added.has(row.id)) for (const id of listings) touched.listings.add(id);

  // Somebody else inserted these between our look and our insert: merge with what they wrote.
  const raced = new Set(fresh.map(({ row }) => row.id).filter((id) => !added.has(id)));
  if (raced.size)
    await applyBatch(
      tx,
      records.filter(({ id }) => raced.has(id)),
      origin,
      touched,
    );
}

async function insertNew(tx: Transaction, rows: Row[]): Promise<Set<string>> {
  const added = await tx
    .insert(containers)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: containers.id });
  return new Set(added.map(({ id }) => id));
}

async function write(tx: Transaction, rows: Row[]): Promise<void> {
  await tx
    .insert(containers)
    .values(rows)
    .onConflictDoUpdate({
      target: containers.id,
      set: {
        attributes: sql`excluded.attributes`,
        relationships: sql`excluded.relationships`,
        numberKey: sql`excluded.number_key`,
        referenceKeys: sql`excluded.reference_keys`,
        shipmentId: sql`excluded.shipment_id`,
        podTerminalId: sql`excluded.pod_terminal_id`,
        pickupFacilityId: sql`excluded.pickup_facility_id`,
        carrierAsOf: sql`excluded.carrier_as_of`,
        terminalAsOf: sql`excluded.terminal_as_of`,
        railAsOf: sql`excluded.rail_as_of`,
      },
    });
}
