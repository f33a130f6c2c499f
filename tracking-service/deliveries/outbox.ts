import { and, asc, eq, gt, gte, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Claim, defineLeasedQueue } from "@/lib/platform/queue/queue";
import type { Database, Reader } from "@/tracking-service/store/database";
import { webhookNotifications, webhooks } from "@/tracking-service/store/schema";
import type { Endpoint } from "./send";

/** Longer than any attempt. When a process ends during an attempt, another process takes over the expired claim. */
const CLAIM_SECONDS = 30;
/** Attempts use wall clock time and events use simulation time. The first attempt is due by either clock. */
export const AT_ONCE = new Date(0);

const n = webhookNotifications;

const entrySchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  event: z.string(),
  body: z.string().nullable(),
  sequence: z.coerce.number(),
  /** All attempts including this one. */
  attempts: z.number(),
  /** The attempts of the schedule. */
  counted: z.number(),
  /** Whether this attempt was brought forward. */
  free: z.boolean(),
});
/** A notification claimed for one attempt. */
export type Claimed = Claim & z.infer<typeof entrySchema> & { body: string; claimedAt: Date };

/** The notifications of all webhooks, oldest first. Their times are those of the service's clock. */
const queue = defineLeasedQueue({
  table: n,
  key: [n.id],
  open: sql`${n.deliveryStatus} = 'pending'`,
  dueAt: n.nextAttemptAt,
  attempts: n.attempts,
  order: sql`${n.sequence}`,
  lease: { until: n.claimedUntil, id: n.leaseId, seconds: CLAIM_SECONDS },
  entry: {
    select: sql`${n.id}, ${n.webhookId} as "webhookId", ${n.event}, ${n.body}, ${n.sequence}, ${n.attempts},
      ${n.attempts} - ${n.freeAttempts} as counted`,
    schema: entrySchema,
  },
});

const at = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;

/** Matches the row of a claim unless another process has taken it over. */
export const stillClaimed = queue.isOf;

/** Whether a claim has expired at `now`. Another process may have taken it over. */
export const isOver = ({ claimedAt }: Claimed, now: Date) =>
  now.getTime() - claimedAt.getTime() >= CLAIM_SECONDS * 1_000;
/** `failing` is true when the last delivery failed. */
export type Waiting = Endpoint & { id: string; failing: boolean };

/** Lists active webhooks with due notifications. Webhooks that requested a pause are excluded. */
export async function listWaiting(db: Database, now: Date): Promise<Waiting[]> {
  const { id, url, secret, headers, failingSince, notBefore } = webhooks;
  return db
    .select({ id, url, secret, headers, failing: sql<boolean>`${failingSince} is not null` })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.active, true),
        or(isNull(notBefore), lte(notBefore, now)),
        sql`exists (select 1 from ${n} where ${n.webhookId} = ${webhooks.id} and ${queue.isClaimable(at(now))})`,
      ),
    );
}

/**
 * Claims up to `count` notifications of a webhook for one attempt, oldest first. No other process can claim them
 * meanwhile.
 */
export async function claim(db: Database, webhookId: string, count: number, now: Date): Promise<Claimed[]> {
  if (count === 0) return [];
  const free = sql`coalesce(${n.scheduledAt} > ${at(now)}, false)`;
  const rows = await queue.claim(db, {
    max: count,
    where: sql`${n.webhookId} = ${webhookId}::uuid`,
    set: sql`attempted_at = ${at(now)}, free_attempts = ${n.freeAttempts} + ${free}::int`,
    returning: sql`${free} as free`,
    now: at(now),
  });
  rows.sort((a, b) => a.sequence - b.sequence);
  return rows.map((row) => ({ ...row, body: row.body ?? "", claimedAt: now }));
}

/** Returns a claim to the outbox as if it had not been attempted. It is due as before. */
export async function unclaim(db: Database, claimed: Claimed): Promise<void> {
  await queue.settle(
    db,
    claimed,
    sql`attempts = ${n.attempts} - 1, free_attempts = ${n.freeAttempts} - ${claimed.free ? 1 : 0}`,
  );
}

/**
 * Makes the pending retries of a webhook due now, without counting that attempt. Notifications in flight are unchanged.
 * Notifications without an attempt are unchanged too: they are already due and may number thousands.
 */
export async function dueAtOnce(reader: Reader, webhookId: string): Promise<void> {
  const waiting = reader
    .select({ id: n.id })
    .from(n)
    .where(
      and(
        eq(n.webhookId, webhookId),
        eq(n.deliveryStatus, "pending"),
        isNull(n.claimedUntil),
        gt(n.attempts, 0),
        gt(n.nextAttemptAt, AT_ONCE),
      ),
    )
    .for("update", { skipLocked: true });
  await reader.update(n).set({ nextAttemptAt: AT_ONCE }).where(inArray(n.id, waiting));
}

/** Minimum pause between two attempts of a notification. */
export const MIN_PAUSE_MS = 2_000;

/** Brings forward up to `count` pending retries of a webhook that has just accepted a delivery. */
export async function bringForward(db: Database, webhookId: string, count: number, now: Date): Promise<void> {
  const next = db
    .select({ id: n.id })
    .from(n)
    .where(
      and(
        eq(n.webhookId, webhookId),
        eq(n.deliveryStatus, "pending"),
        isNull(n.claimedUntil),
        gt(n.nextAttemptAt, now),
        gte(n.nextAttemptAt, n.scheduledAt),
      ),
    )
    .orderBy(asc(n.nextAttemptAt))
    .limit(count)
    .for("update", { skipLocked: true });
  await db
    .update(n)
    .set({
      nextAttemptAt: sql`least(${n.nextAttemptAt}, ${n.attemptedAt} + ${MIN_PAUSE_MS} * interval '1 ms')`,
    })
    .where(inArray(n.id, next));
}

/** When the next attempt is due. Null when no notification is pending. */
export async function nextAttemptAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({
      at: sql<Date | null>`min(greatest(${n.nextAttemptAt}, ${n.claimedUntil}, ${webhooks.notBefore}))`.mapWith(
        n.nextAttemptAt,
      ),
    })
    .from(n)
    .innerJoin(webhooks, and(eq(webhooks.id, n.webhookId), eq(webhooks.active, true)))
    .where(eq(n.deliveryStatus, "pending"));
  return row?.at ?? null;
}
