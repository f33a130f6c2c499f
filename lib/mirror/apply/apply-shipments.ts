import { asc, inArray } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import { arrivalDay, etaDrift } from "@/lib/domain/milestones/eta-deviation";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import { factsOf, partsOf } from "@/lib/mirror/merge/facts";
import { LINE, SHIPMENT } from "@/lib/mirror/merge/history-types";
import type { Observation } from "@/lib/mirror/merge/merge";
import { instantOf, textListOf, textOf } from "@/lib/mirror/merge/relationships";
import { insertMissing, upsertRows } from "@/lib/platform/database/bulk-insert";
import type { Transaction } from "@/lib/platform/database/client";
import { shipments } from "@/lib/platform/database/schema/schema";
import { applySubjects, type SubjectTable } from "./apply-with-history";

type Row = typeof shipments.$inferSelect;

const TABLE: SubjectTable<Row> = {
  kind: SHIPMENT,
  lock: (tx, ids) =>
    tx
      .select()
      .from(shipments)
      .where(inArray(shipments.id, [...ids]))
      .orderBy(asc(shipments.id))
      .for("update"),
  readKnown: ({ attributes, relationships, unconfirmed, asOf, readUntil }) => ({
    facts: factsOf(attributes, relationships, unconfirmed),
    ages: { [LINE]: asOf },
    readUntil,
  }),
  rowOf(id, { facts, ages, readUntil }) {
    const { attributes, relationships, unconfirmed } = partsOf(facts);
    const arrival = {
      pod_ata_at: textOf(attributes, "pod_ata_at"),
      pod_eta_at: textOf(attributes, "pod_eta_at"),
      pod_original_eta_at: textOf(attributes, "pod_original_eta_at"),
      pod_timezone: textOf(attributes, "pod_timezone"),
    };
    const numbers = [
      textOf(attributes, "bill_of_lading_number") ?? "",
      textOf(attributes, "normalized_number") ?? "",
      ...textListOf(attributes, "ref_numbers"),
    ];
    return {
      id,
      attributes,
      relationships,
      unconfirmed,
      asOf: ages[LINE] ?? new Date(0),
      readUntil,
      billOfLadingKey: normalizeNumber(textOf(attributes, "bill_of_lading_number") ?? ""),
      searchKeys: numbers.map(normalizeNumber).filter(Boolean),
      createdAt: instantOf(attributes, "created_at"),
      trackingStoppedAt: instantOf(attributes, "line_tracking_stopped_at"),
      arrivesOn: arrivalDay(arrival),
      etaAt: instantOf(attributes, "pod_eta_at"),
      arrivedAt: instantOf(attributes, "pod_ata_at"),
      etaDrift: etaDrift(arrival),
    };
  },
  insertNew: (tx, rows) => insertMissing(tx, shipments, "id", rows),
  overwrite: (tx, rows) => upsertRows(tx, shipments, "id", rows),
};

/** Applies reports of shipments, by id, to the mirror. */
export async function applyShipments(
  tx: Transaction,
  reported: ReadonlyMap<string, readonly Observation[]>,
  changeSet: ChangeSet,
): Promise<void> {
  for (const { row } of await applySubjects(tx, TABLE, reported)) changeSet.shipments.add(row.id);
}
