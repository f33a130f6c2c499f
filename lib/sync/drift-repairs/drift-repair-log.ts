import type { Transaction } from "@/lib/platform/database/client";
import { driftRepairs } from "@/lib/platform/database/schema/schema";
import type { SyncRun } from "./run-store";

/**
 * A difference between the mirror and the service. The field `record` means the whole record: missing, present or
 * deleted upstream. `lastCorrectAt`: when the mirror was last known to be correct.
 */
export type DriftRepair = {
  subjectType: string;
  subjectId: string;
  field: string;
  oldValue: unknown;
  newValue: unknown;
  lastCorrectAt: Date | null;
};

export async function logDriftRepairs(
  tx: Transaction,
  syncRun: SyncRun,
  found: readonly DriftRepair[],
): Promise<void> {
  if (found.length)
    await tx.insert(driftRepairs).values(found.map((one) => ({ syncRunId: syncRun.id, ...one })));
}
