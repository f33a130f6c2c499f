import { isDeepStrictEqual } from "node:util";
import { and, inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { containers, referenceRecords } from "@/lib/db/schema";
import type { ReadRecord } from "./record-kinds";
import { keptRelationships } from "./relationships";
import type { Touched } from "./touched";

/**
 * Takes ports, terminals, metro areas and vessels into the mirror. When a terminal's name comes or changes, the boxes
 * standing there are touched.
 */
export async function applyReferenceRecords(
  tx: Transaction,
  records: readonly ReadRecord[],
  asOf: Date,
  touched: Touched,
): Promise<void> {
  if (!records.length) return;
  const ids = records.map(({ id }) => id);
  const stored = await tx.select().from(referenceRecords).where(inArray(referenceRecords.id, ids));
  const storedOf = (record: ReadRecord) =>
    stored.find(({ type, id }) => type === record.type && id === record.id);
  const changed = records
    .map((record) => ({ record, before: storedOf(record) }))
    .map(({ record, before }) => ({ record, before, after: { ...before?.attributes, ...record.attributes } }))
    .filter(
      ({ before, after }) => !before || (asOf >= before.asOf && !isDeepStrictEqual(before.attributes, after)),
    )
    .sort((a, b) => (a.record.type + a.record.id < b.record.type + b.record.id ? -1 : 1));
  if (!changed.length) return;
  await tx
    .insert(referenceRecords)
    .values(
      changed.map(({ record, before, after }) => ({
        type: record.type,
        id: record.id,
        attributes: after,
        relationships: { ...before?.relationships, ...keptRelationships(record) },
        asOf,
      })),
    )
    .onConflictDoUpdate({
      target: [referenceRecords.type, referenceRecords.id],
      set: {
        attributes: sql`excluded.attributes`,
        relationships: sql`excluded.relationships`,
        asOf: sql`excluded.as_of`,
      },
    });
  const renamed = changed
    .filter(
      ({ record, before, after }) =>
        record.type.endsWith("terminal") && before?.attributes.name !== after.name,
    )
    .map(({ record }) => record.id);
  if (!renamed.length) return;
  const standing = await tx
    .select({ id: containers.id })
    .from(containers)
    .where(
      and(
        sql`${containers.podTerminalId} = any(${sql.param(renamed)}) or ${containers.pickupFacilityId} = any(${sql.param(renamed)})`,
      ),
    );
  for (const { id } of standing) touched.containers.add(id);
}
