import { asc, inArray } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import { factsOf, partsOf, relatedId } from "@/lib/mirror/merge/facts";
import { CONTAINER } from "@/lib/mirror/merge/history-types";
import type { Observation } from "@/lib/mirror/merge/merge";
import { textListOf, textOf } from "@/lib/mirror/merge/relationships";
import { insertMissing, upsertRows } from "@/lib/platform/database/bulk-insert";
import type { Transaction } from "@/lib/platform/database/client";
import { containers } from "@/lib/platform/database/schema/schema";
import { applySubjects, type SubjectTable } from "./apply-with-history";

type Row = typeof containers.$inferSelect;

/** The age of a group's facts when none were ever reported. */
const NEVER = new Date(0);

const TABLE: SubjectTable<Row> = {
  kind: CONTAINER,
  lock: (tx, ids) =>
    tx
      .select()
      .from(containers)
      .where(inArray(containers.id, [...ids]))
      .orderBy(asc(containers.id))
      .for("update"),
  readKnown: (row) => ({
    facts: factsOf(row.attributes, row.relationships, row.unconfirmed),
    ages: { carrier: row.carrierAsOf, terminal: row.terminalAsOf, rail: row.railAsOf },
    readUntil: row.readUntil,
  }),
  rowOf(id, { facts, ages, readUntil }) {
    const { attributes, relationships, unconfirmed } = partsOf(facts);
    return {
      id,
      attributes,
      relationships,
      unconfirmed,
      numberKey: normalizeNumber(textOf(attributes, "number") ?? ""),
      referenceKeys: textListOf(attributes, "ref_numbers").map(normalizeNumber),
      shipmentId: relatedId(facts, "shipment"),
      podTerminalId: relatedId(facts, "pod_terminal"),
      pickupFacilityId: relatedId(facts, "pickup_facility"),
      carrierAsOf: ages.carrier ?? NEVER,
      terminalAsOf: ages.terminal ?? NEVER,
      railAsOf: ages.rail ?? NEVER,
      readUntil,
    };
  },
  insertNew: (tx, rows) => insertMissing(tx, containers, "id", rows),
  overwrite: (tx, rows) => upsertRows(tx, containers, "id", rows),
};

/** Applies reports of containers, by id, to the mirror. */
export async function applyContainers(
  tx: Transaction,
  reported: ReadonlyMap<string, readonly Observation[]>,
  changeSet: ChangeSet,
): Promise<void> {
  for (const { row, before } of await applySubjects(tx, TABLE, reported)) {
    changeSet.containers.add(row.id);
    if (row.shipmentId === (before?.shipmentId ?? null)) continue;
    for (const id of [row.shipmentId, before?.shipmentId]) if (id) changeSet.listings.add(id);
  }
}
