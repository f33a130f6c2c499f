import type { ItemDocument } from "@/lib/contract/json-api";
import { finalize } from "@/lib/mirror/apply/apply";
import { markRelatedChanged } from "@/lib/mirror/apply/apply-supplementary-records";
import { ChangeSet } from "@/lib/mirror/changed-records";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { logDriftRepairs } from "@/lib/sync/drift-repairs/drift-repair-log";
import { takeInDriftRepair } from "@/lib/sync/drift-repairs/drift-repairs";
import type { SyncRunResult } from "@/lib/sync/drift-repairs/run-context";
import { noteProgress } from "@/lib/sync/drift-repairs/run-store";
import { markDeletedUpstream, markRecordChanged } from "@/lib/sync/drift-repairs/seen-records";
import { CONTAINER_INCLUDE, DOCUMENT_INCLUDE, ONE_SHIPMENT_INCLUDE } from "@/lib/sync/lists/include-params";
import { pathOf } from "@/lib/tracking-client/client";
import type { Fetched, Parameters } from "@/lib/tracking-client/types";
import { errorOfOneRecord } from "./record-error";

const log = logger("reconcile");

/** The URL of each record type and its include parameters. */
const ADDRESSES: Record<string, { folder: string; parameters: Parameters }> = {
  container: { folder: "containers", parameters: { include: CONTAINER_INCLUDE } },
  shipment: { folder: "shipments", parameters: { include: ONE_SHIPMENT_INCLUDE } },
  tracking_request: { folder: "tracking_requests", parameters: {} },
  party: { folder: "parties", parameters: {} },
  custom_field_definition: { folder: "custom_field_definitions", parameters: { include: "options" } },
  custom_field: { folder: "custom_fields", parameters: {} },
  document: { folder: "documents", parameters: { include: DOCUMENT_INCLUDE } },
};

export const ADDRESSED_TYPES = Object.keys(ADDRESSES);

/** Null when the service reports that the record does not exist. */
async function findItem(
  { client }: SyncRunResult,
  path: string,
  parameters: Parameters,
): Promise<Fetched<ItemDocument> | null> {
  try {
    return await client.getItem(path, parameters);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

async function repair(run: SyncRunResult, type: string, id: string): Promise<void> {
  const { db, round } = run;
  const address = ADDRESSES[type];
  if (!address) return;
  const path = pathOf(address.folder, id);
  const requestedAt = new Date();
  const fetched = await findItem(run, path, address.parameters);
  run.signal.throwIfAborted();
  await transact(db, async (tx) => {
    await noteProgress(tx, round, { requests: 1 });
    if (fetched) {
      const { data, included = [] } = fetched.document;
      await takeInDriftRepair(tx, round, { type, data: [data], included }, fetched);
      return;
    }
    const seenAt = await markDeletedUpstream(tx, round, { type, id, at: requestedAt });
    const deletedUpstream = {
      field: "record",
      oldValue: "present",
      newValue: "vanished",
      lastCorrectAt: seenAt,
    };
    await logDriftRepairs(tx, round, [{ subjectType: type, subjectId: id, ...deletedUpstream }]);
    await noteProgress(tx, round, { deletedUpstream: 1 });
    const changeSet = new ChangeSet();
    markRecordChanged(changeSet, type, id);
    await markRelatedChanged(tx, changeSet, type, [id]);
    await finalize(tx, changeSet);
  });
}

/**
 * Requests one record at its own URL and repairs it. A record that does not exist is marked as deleted upstream and
 * kept. A record that the service cannot return is logged and skipped, because others are not affected. Throws the
 * client's errors in an outage.
 */
export async function repairOne(run: SyncRunResult, type: string, id: string): Promise<void> {
  run.signal.throwIfAborted();
  const error = await errorOfOneRecord(run.client, () => repair(run, type, id));
  // For an id that no URL can contain, not_found is no information about the record.
  if (error && error.code !== "not_found")
    log.warn({ type, id, code: error.code, message: error.message }, "a record was passed over");
}
