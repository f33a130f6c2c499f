import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

/** `dueAt` is the due time at the moment of the claim, to the microsecond. Any other attempt changes it. */
export type Claimed = { id: string; body: Buffer; receivedAt: Date; attempts: number; dueAt: string };

const SUBJECT_LOCK = 4_901_003;
/**
 * How far a worker searches the inbox for notifications that no other worker holds, as a multiple of the batch size.
 */
const LOOKS_FURTHER = 4;

const CLAIMED = sql`i.notification_id as id, i.body, i.attempts, i.received_at as "receivedAt",
  i.next_attempt_at::text as "dueAt"`;
const WAITING = sql`i.processed_at is null and i.dead_lettered_at is null and i.next_attempt_at <= clock_timestamp()`;

const claimedSchema = z.object({
  id: z.string(),
  body: z.instanceof(Buffer),
  receivedAt: z.string().transform((text) => new Date(text)),
  attempts: z.number(),
  dueAt: z.string(),
});

/**
 * Locks up to `most` notifications without attempts, in arrival order. Skips those that another worker holds and all
 * others of the same subject. Notifications of one subject are processed one after another.
 */
export async function claimFresh(tx: Transaction, max: number): Promise<Claimed[]> {
  return queryRows(
    tx,
    claimedSchema,
    sql`
      with candidates as materialized (
        select notification_id, subject, received_at from inbox i
        where ${WAITING} and i.attempts = 0 order by received_at limit ${max * LOOKS_FURTHER}),
      free as materialized (
        select notification_id from candidates
        where subject is null or pg_try_advisory_xact_lock(${SUBJECT_LOCK}, hashtext(subject))
        limit ${max})
      select ${CLAIMED} from inbox i join free using (notification_id)
      where ${WAITING} order by i.received_at for update of i skip locked`,
  );
}

/** Returns whether any notification without attempts is waiting, whether or not a worker holds it. */
export async function isAnyFresh(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select from inbox i where ${WAITING} and i.attempts = 0 limit 1`);
  return rows.length > 0;
}

/** Locks the notification whose retry has been due the longest. */
export async function claimRetry(tx: Transaction): Promise<Claimed[]> {
  return queryRows(
    tx,
    claimedSchema,
    sql`
      select ${CLAIMED} from inbox i where ${WAITING} and i.attempts > 0
      order by i.next_attempt_at limit 1 for update skip locked`,
  );
}

/** Locks one notification if it is still waiting. */
export async function claimOne(tx: Transaction, id: string): Promise<Claimed[]> {
  return queryRows(
    tx,
    claimedSchema,
    sql`
      select ${CLAIMED} from inbox i where ${WAITING} and i.notification_id = ${id} for update skip locked`,
  );
}
