import type { Transaction } from "@/lib/platform/database/client";
import { driftRepairs } from "@/lib/platform/database/schema/schema";
import type { Round } from "./run-store";

/**
 * A difference between the mirror and the service. The field `record` means the whole record: missing, present or
 * vanished. `rightAt`: when the mirror was last known to be correct.
 */
export type DriftRepair = {
  subjectType: string;
  subjectId: string;
  field: string;
  was: unknown;
  became: unknown;
  rightAt: Date | null;
};

export async function logDriftRepairs(
  tx: Transaction,
  round: Round,
  found: readonly DriftRepair[],
): Promise<void> {
  if (found.length) await tx.insert(driftRepairs).values(found.map((one) => ({ roundId: round.id, ...one })));
}
