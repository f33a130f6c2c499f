import { sql } from "drizzle-orm";
import { z } from "zod";
import { KEYED_LOCKS } from "@/lib/platform/database/advisory-locks";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { inbox } from "@/lib/platform/database/schema/schema";
import { defineQueue, doublingPause, type Locked } from "@/lib/platform/queue/queue";

/** A notification whose row this transaction has locked. */
export type Claimed = Locked & { id: string; body: Buffer; receivedAt: Date };

/**
 * The notifications to process, in arrival order. Those of one subject are processed one after another. A failed one is
 * due again after 2, 4, 8 … seconds, at most five minutes, and is dead-lettered after 8 attempts.
 */
const queue = defineQueue({
  table: inbox,
  key: [inbox.notificationId],
  open: sql`${inbox.processedAt} is null and ${inbox.deadLetteredAt} is null`,
  dueAt: inbox.nextAttemptAt,
  attempts: inbox.attempts,
  order: sql`${inbox.receivedAt}`,
  oneAtATime: { lock: KEYED_LOCKS.inboxSubject, by: inbox.subject },
  entry: {
    select: sql`${inbox.notificationId} as id, ${inbox.body}, ${inbox.receivedAt} as "receivedAt"`,
    schema: z.object({ id: z.string(), body: z.instanceof(Buffer), receivedAt: z.coerce.date() }),
  },
  retry: {
    pauseSeconds: doublingPause(300),
    maxAttempts: 8,
    lastError: inbox.lastError,
    deadLetter: sql`dead_lettered_at = clock_timestamp()`,
  },
});

const FRESH = sql`${inbox.attempts} = 0`;

/**
 * Locks up to `max` notifications without attempts, in arrival order. Skips those that another worker holds and all
 * others of the same subject.
 */
export const claimFresh = (tx: Transaction, max: number): Promise<Claimed[]> =>
  queue.lock(tx, { max, where: FRESH, apart: true });

/** Returns whether any notification without attempts is waiting, whether or not a worker holds it. */
export const isAnyFresh = (db: Database): Promise<boolean> => queue.isAnyDue(db, FRESH);

/** Locks the notification whose retry has been due the longest. */
export const claimRetry = (tx: Transaction): Promise<Claimed[]> =>
  queue.lock(tx, { max: 1, where: sql`${inbox.attempts} > 0`, orderBy: sql`${inbox.nextAttemptAt}` });

/** Locks one notification if it is still waiting. */
export const claimOne = (tx: Transaction, id: string): Promise<Claimed[]> =>
  queue.lock(tx, { max: 1, where: sql`${inbox.notificationId} = ${id}` });

/** Counts a failed attempt at a notification, unless another process has attempted it since it was claimed. */
export const failClaim = (db: Database | Transaction, row: Claimed, lastError: string): Promise<void> =>
  queue.fail(db, [row.id], row, lastError);
