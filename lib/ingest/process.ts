import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { isDatabaseFailure, mayBeOfStatement } from "@/lib/platform/database/connection-errors";
import { isConflict, transact } from "@/lib/platform/database/transaction";
import { reasonOf } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { processMetrics } from "@/lib/platform/metrics/process-metrics";
import { applyNotifications, type ReadNotification, readNotification } from "./apply-notifications";
import { type Claimed, claimFresh, claimOne, claimRetry, failClaim, isAnyFresh } from "./claim";

const MAX_AT_ONCE = 50;
const BUSY_MS = 20;
/** Every eighth pass takes a due retry first, however many new notifications arrive. */
const RETRY_FIRST_EVERY = 8;
const log = logger("inbox");

type Claim = (tx: Transaction) => Promise<Claimed[]>;

/** The number of inbox passes in this process. */
let looks = 0;

/** A batch that could not be applied, with its cause. */
class BatchFailure extends Error {
  constructor(
    readonly rows: readonly Claimed[],
    cause: unknown,
  ) {
    super("a batch could not be applied", { cause });
  }
}

/**
 * Processes up to `most` waiting notifications from the inbox. They are applied and marked in one transaction, so a
 * kill at any moment still applies each once. If they cannot be applied together, each is tried on its own. A failed
 * notification is retried with growing pauses, dead-lettered after 8 attempts, and blocks no other. When all waiting
 * notifications belong to subjects that another worker holds, it pauses briefly. Returns false when none is waiting.
 * Throws, without counting a try, when the database itself fails.
 */
async function processSome(db: Database, max: number): Promise<boolean> {
  looks += 1;
  const fresh: Claim = (tx) => claimFresh(tx, max);
  const claims = looks % RETRY_FIRST_EVERY === 0 ? [claimRetry, fresh] : [fresh, claimRetry];
  for (const claim of claims) if (await processBatch(db, claim)) return true;
  if (!(await isAnyFresh(db))) return false;
  await pause(BUSY_MS);
  return true;
}

/** Processes the next waiting notification. Returns false when none is waiting. */
export function processNext(db: Database): Promise<boolean> {
  return processSome(db, 1);
}

/** Processes the next waiting notifications as one batch. Returns false when none is waiting. */
export function processWaiting(db: Database): Promise<boolean> {
  return processSome(db, MAX_AT_ONCE);
}

/**
 * Whether the database failed and no notification can be the cause. If one may be the cause, each is tried on its own.
 */
const isAway = (failure: unknown) => isDatabaseFailure(failure) && !mayBeOfStatement(failure);

async function processBatch(db: Database, claim: Claim): Promise<number> {
  try {
    const { claimed, applied } = await transact(db, async (tx) => {
      const rows = await claim(tx);
      return { claimed: rows.length, applied: rows.length ? await applyClaimed(tx, rows) : 0 };
    });
    countResults(applied, claimed - applied);
    return claimed;
  } catch (failure) {
    if (!(failure instanceof BatchFailure) || isAway(failure)) throw failure;
    const [only, ...others] = failure.rows;
    if (!others.length && only && !isConflict(failure)) {
      await noteFailure(db, only, failure.cause);
      countResults(0, 1);
    } else for (const { id } of failure.rows) await processBatch(db, (tx) => claimOne(tx, id));
    return failure.rows.length;
  }
}

/** Counts for the metrics what was committed. */
function countResults(applied: number, failed: number): void {
  const { notifications } = processMetrics();
  notifications.inc({ result: "applied" }, applied);
  notifications.inc({ result: "failed" }, failed);
}

/** Applies the notifications that can be read, and returns how many these are. */
async function applyClaimed(tx: Transaction, rows: readonly Claimed[]): Promise<number> {
  const read: { row: Claimed; notification: ReadNotification }[] = [];
  for (const row of rows) {
    try {
      read.push({ row, notification: readNotification(row) });
    } catch (error) {
      await noteFailure(tx, row, error);
    }
  }
  try {
    const errors = await applyNotifications(
      tx,
      read.map(({ notification }) => notification),
    );
    await markProcessed(
      tx,
      read.map(({ row }, at) => ({ id: row.id, lastError: errors[at] ?? null })),
    );
    return read.length;
  } catch (error) {
    throw new BatchFailure(rows, error);
  }
}

async function markProcessed(
  tx: Transaction,
  done: readonly { id: string; lastError: string | null }[],
): Promise<void> {
  for (const { id, lastError } of done)
    if (lastError) log.warn({ notification: id, lastError }, "attributes could not be read");
  await tx.execute(sql`
    update inbox i set processed_at = clock_timestamp(), attempts = attempts + 1, last_error = done.last_error
    from unnest(${sql.param(done.map(({ id }) => id))}::text[],
      ${sql.param(done.map(({ lastError }) => lastError))}::text[]) as done (id, last_error)
    where i.notification_id = done.id`);
}

/** Records that a claimed notification could not be applied, unless another process has tried it meanwhile. */
export async function noteFailure(db: Database | Transaction, row: Claimed, error: unknown): Promise<void> {
  log.warn(
    { notification: row.id, attempts: row.attempts + 1, err: error },
    "notification could not be applied",
  );
  // Recorded after the claim has ended: another process may have attempted or dead-lettered it by then.
  await failClaim(db, row, reasonOf(error));
}
