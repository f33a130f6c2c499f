import { isDeepStrictEqual } from "node:util";
import { inArray, sql } from "drizzle-orm";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import { keptRelationships } from "@/lib/mirror/merge/relationships";
import type { DatedRecord } from "@/lib/mirror/merge/timestamped-records";
import type { Transaction } from "@/lib/platform/database/client";
import { referenceRecords } from "@/lib/platform/database/schema/schema";
import { inBatches } from "@/lib/platform/database/statement-batches";

/**
 * Applies ports, terminals, metro areas and vessels to the mirror, each once. Marks those with a new or changed name.
 */
export async function applyReferenceRecords(
  tx: Transaction,
  records: readonly DatedRecord[],
  changeSet: ChangeSet,
): Promise<void> {
  const sorted = [...records].sort((a, b) => (a.type + a.id < b.type + b.id ? -1 : 1));
  for (const batch of inBatches(sorted)) await applyBatch(tx, batch, changeSet);
}

async function applyBatch(
  tx: Transaction,
  records: readonly DatedRecord[],
  changeSet: ChangeSet,
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const stored = await tx.select().from(referenceRecords).where(inArray(referenceRecords.id, ids));
  const storedOf = (record: DatedRecord) =>
    stored.find(({ type, id }) => type === record.type && id === record.id);
  const changed = records
    .map((record) => ({ record, before: storedOf(record) }))
    .map(({ record, before }) => ({ record, before, after: { ...before?.attributes, ...record.attributes } }))
    .filter(
      ({ record, before, after }) =>
        !before || (record.asOf >= before.asOf && !isDeepStrictEqual(before.attributes, after)),
    );
  if (!changed.length) return;
  await tx
    .insert(referenceRecords)
    .values(
      changed.map(({ record }) => ({
        type: record.type,
        id: record.id,
        attributes: record.attributes,
        relationships: keptRelationships(record),
        asOf: record.asOf,
      })),
    )
    .onConflictDoUpdate({
      target: [referenceRecords.type, referenceRecords.id],
      set: {
        // Merged in SQL as well, because another transaction may have written the row since it was read.
        attributes: sql`${referenceRecords.attributes} || excluded.attributes`,
        relationships: sql`${referenceRecords.relationships} || excluded.relationships`,
        asOf: sql`excluded.as_of`,
      },
      setWhere: sql`${referenceRecords.asOf} <= excluded.as_of`,
    });
  for (const { record, before, after } of changed)
    if (["name", "nickname", "code"].some((name) => before?.attributes[name] !== after[name]))
      changeSet.placeNames.add(record.id);
}
