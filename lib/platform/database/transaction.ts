import type { Database, Transaction } from "./client";

/** What transactions can be opened on. */
export type Transactor = Pick<Database, "transaction">;

/** PostgreSQL ended the transaction for another's sake: deadlock_detected, serialization_failure. */
const PASSING = ["40P01", "40001"];

/** Whether PostgreSQL ended the transaction for another's sake, so that the same may work at once. */
export function isConflict(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string" && PASSING.includes(cause.code)) return true;
  return false;
}

/**
 * Runs a transaction, and once more where PostgreSQL ended it because another stood in its way. `work` may run twice;
 * what it did the first time is undone.
 */
export async function transact<Result>(
  db: Transactor,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (!isConflict(error)) throw error;
    return db.transaction(work);
  }
}
