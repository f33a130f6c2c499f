import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { AppError } from "@/lib/platform/errors";

const LOCK = 4_901_003;
const LOOK_MS = 150;
/** The transaction rests while the service is asked, request after request, each with its time-out and retries. */
const LONGEST_MS = 900_000;

/**
 * Lets one process at a time look after our webhook at the service. What `act` writes is committed step by step, so
 * that a kill in the middle leaves what was done. Throws `service_busy` when another is at it for longer than `waitMs`.
 * `check`, for the client's requests (`checkedBy`), throws LeaseLostError once the lock was lost: PostgreSQL ends the
 * transaction of a process that was stopped, and another may hold the lock.
 */
export async function withWebhookLock<T>(
  db: Database,
  waitMs: number,
  act: (check: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const until = Date.now() + waitMs;
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${LONGEST_MS}`));
    const check = () =>
      tx.execute(sql`select 1`).then(
        () => undefined,
        () => {
          throw new LeaseLostError();
        },
      );
    for (;;) {
      const { rows } = await tx.execute<{ held: boolean }>(
        sql`select pg_try_advisory_xact_lock(${LOCK}) as held`,
      );
      if (rows[0]?.held) return act(check);
      if (Date.now() >= until)
        throw new AppError(
          "service_busy",
          "A worker looks after the webhook just now. Try again in a minute.",
        );
      await pause(LOOK_MS);
    }
  });
}
