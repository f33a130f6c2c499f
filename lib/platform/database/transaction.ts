import type { Database, Transaction } from "./client";

/** A client on which transactions can be opened. */
export type Transactor = Pick<Database, "transaction">;

/** PostgreSQL ended the transaction because of a conflict with another: deadlock_detected, serialization_failure. */
const PASSING = ["40P01", "40001"];

/** Whether PostgreSQL ended the transaction because of a conflict, so that a retry may work immediately. */
export function isConflict(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string" && PASSING.includes(cause.code)) return true;
  return false;
}

/**
 * Runs a transaction, and once more if PostgreSQL ended it because of a conflict. `work` may run twice; the first run
 * is rolled back.
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
