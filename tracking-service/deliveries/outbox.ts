import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database, Reader } from "@/tracking-service/store/database";
import { webhookNotifications, webhooks } from "@/tracking-service/store/schema";
import type { Endpoint } from "./send";

/** Longer than any attempt. When a process ends during an attempt, another process takes over the expired claim. */
const CLAIM_MS = 30_000;
/** Attempts use wall clock time and events use simulation time. The first attempt is due by either clock. */
export const AT_ONCE = new Date(0);

/**
 * `attempts` counts all attempts including this one; `counted` counts attempts of the schedule. `free` marks an attempt
 * that was brought forward.
 */
export type Claimed = {
  id: string;
  webhookId: string;
  event: string;
  body: string;
  attempts: number;
  counted: number;
  free: boolean;
  /** Identifies the claim together with `attempts`. A process that takes over has a later claim time. */
  claimedAt: Date;
};

/** Matches the row of a claim unless another process has taken it over. */
export const stillClaimed = ({ id, attempts, claimedAt }: Claimed) =>
  and(eq(n.id, id), eq(n.deliveryStatus, "pending"), eq(n.attempts, attempts), eq(n.attemptedAt, claimedAt));

/** Whether a claim has expired at `now`. Another process may have taken it over. */
export const isOver = ({ claimedAt }: Claimed, now: Date) => now.getTime() - claimedAt.getTime() >= CLAIM_MS;
/** `failing` is true when the last delivery failed. */
export type Waiting = Endpoint & { id: string; failing: boolean };

const n = webhookNotifications;

const due = (now: Date) =>
  and(
    eq(n.deliveryStatus, "pending"),
    lte(n.nextAttemptAt, now),
    or(isNull(n.claimedUntil), lt(n.claimedUntil, now)),
  );

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
        sql`exists (select 1 from ${n} where ${n.webhookId} = ${webhooks.id} and ${due(now)})`,
      ),
    );
}

/**
 * Claims up to `count` notifications of a webhook for one attempt, oldest first. No other process can claim them
 * meanwhile.
 */
export async function claim(db: Database, webhookId: string, count: number, now: Date): Promise<Claimed[]> {
  if (count === 0) return [];
  const oldest = db
    .select({ id: n.id })
    .from(n)
    .where(and(eq(n.webhookId, webhookId), due(now)))
    .orderBy(asc(n.sequence))
    .limit(count)
    .for("update", { skipLocked: true });
  const free = sql<boolean>`coalesce(${n.scheduledAt} > ${now.toISOString()}::timestamptz, false)`;
  const rows = await db
    .update(n)
    .set({
      claimedUntil: new Date(now.getTime() + CLAIM_MS),
      attemptedAt: now,
      attempts: sql`${n.attempts} + 1`,
      freeAttempts: sql`${n.freeAttempts} + ${free}::int`,
    })
    .where(inArray(n.id, oldest))
    .returning({
      id: n.id,
      event: n.event,
      body: n.body,
      attempts: n.attempts,
      sequence: n.sequence,
      counted: sql<number>`${n.attempts} - ${n.freeAttempts}`,
      free,
    });
  rows.sort((a, b) => a.sequence - b.sequence);
  return rows.map(({ sequence, body, ...row }) => ({ ...row, webhookId, claimedAt: now, body: body ?? "" }));
}

/** Returns a claim to the outbox as if it had not been attempted. */
export async function unclaim(db: Database, claimed: Claimed): Promise<void> {
  await db
    .update(n)
    .set({
      claimedUntil: null,
      attempts: sql`${n.attempts} - 1`,
      freeAttempts: sql`${n.freeAttempts} - ${claimed.free ? 1 : 0}`,
    })
    .where(stillClaimed(claimed));
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
