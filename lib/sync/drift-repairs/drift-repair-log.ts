import type { Transaction } from "@/lib/platform/database/client";
import { driftRepairs } from "@/lib/platform/database/schema/schema";
import type { Round } from "./run-store";

/**
 * Something the mirror had otherwise than the service; the field `record` is the whole of it: missing, present, vanished.
 * `rightAt`: when the mirror was last known to be right about it.
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
