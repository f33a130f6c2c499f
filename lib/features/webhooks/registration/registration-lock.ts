import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { LOCKS, tryLock } from "@/lib/platform/database/advisory-locks";
import type { Database } from "@/lib/platform/database/client";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { AppError } from "@/lib/platform/errors";

const POLL_MS = 150;
/** Maximum idle time of the transaction during requests to the service, including their timeouts and retries. */
const MAX_MS = 900_000;

/**
 * Lets one process at a time manage the own webhook at the service. Writes in `act` are committed step by step, so that
 * a kill keeps the completed steps. Throws `service_busy` when another process holds the lock for longer than `waitMs`.
 * `check`, for the requests of the client (`checkedBy`), throws LeaseLostError after the lock is lost. This happens
 * when PostgreSQL ends the transaction of a stopped process. Another process may then hold the lock.
 */
export async function withWebhookLock<T>(
  db: Database,
  waitMs: number,
  action: (check: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const until = Date.now() + waitMs;
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${MAX_MS}`));
    const check = () =>
      tx.execute(sql`select 1`).then(
        () => undefined,
        () => {
          throw new LeaseLostError();
        },
      );
    for (;;) {
      if (await tryLock(tx, LOCKS.ownWebhook)) return action(check);
      if (Date.now() >= until)
        throw new AppError("service_busy", "A worker is updating the webhook. Retry in a minute.");
      await pause(POLL_MS);
    }
  });
}
