import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, min, sql } from "drizzle-orm";
import { z } from "zod";
import { queryRows } from "@/lib/platform/database/rows";
import type { Database, Transaction } from "@/tracking-service/store/database";
import { webhookNotificationLogs, webhookNotifications, webhooks } from "@/tracking-service/store/schema";
import { bringForward, type Claimed, MIN_PAUSE_MS, stillClaimed } from "./outbox";
import { retryPause } from "./retry-schedule";
import type { Outcome } from "./send";

/**
 * The result of an attempt. `gone`: the webhook was deleted, or another process took over and finalized the
 * notification.
 */
export type Settled = "delivered" | "again" | "given-up" | "webhook-deactivated" | "gone";

/*
 * Transactions lock a notification first and its webhook second. A statement for many notifications skips locked rows.
 */

const n = webhookNotifications;

const GIVEN_UP = {
  deliveryStatus: "failed",
  body: null,
  nextAttemptAt: null,
  claimedUntil: null,
  leaseId: null,
};

const later = (date: Date, ms: number) => new Date(date.getTime() + ms);

const deliveredRowSchema = z.object({ recovered: z.boolean(), idle: z.boolean() });

/** A single statement, because nearly every attempt ends here. */
async function delivered(
  db: Database,
  claimed: Claimed,
  outcome: Outcome,
  now: Date,
  forward: number,
): Promise<Settled> {
  const waits = sql`from ${n} where webhook_id = ${claimed.webhookId} and delivery_status = 'pending'`;
  const soon = sql`${later(now, MIN_PAUSE_MS).toISOString()}::timestamptz`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await queryRows(
    db,
    deliveredRowSchema,
    sql`
    with reported as (
      update ${n} set delivery_status = 'succeeded', body = null, next_attempt_at = null, claimed_until = null,
        lease_id = null
      where ${stillClaimed(claimed)} returning id
    ), logged as (
      insert into ${webhookNotificationLogs} (id, notification_id, attempted_at, duration_ms, status_code, error)
      select ${randomUUID()}::uuid, id, ${at}, ${outcome.durationMs}::int,
        ${outcome.statusCode}::int, null from reported
    )
    select
      exists (select 1 from ${webhooks} where id = ${claimed.webhookId} and failing_since is not null) as recovered,
      exists (select 1 ${waits} and next_attempt_at > ${soon}) and (select count(*) from (select 1 ${waits}
        and claimed_until is null and next_attempt_at <= ${soon} limit ${forward}) as due) < ${forward} as idle
    from reported`,
  );
  if (!row) return "gone";
  if (row.recovered) {
    await db.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, claimed.webhookId));
  }
  // After a success, pending retries need not wait out their pauses. The limit protects an overloaded receiver.
  if (row.idle) await bringForward(db, claimed.webhookId, forward, now);
  return "delivered";
}

/** Whether the webhook has accepted nothing since the first attempt of this notification. */
async function failedAllAlong(tx: Transaction, id: string, failingSince: Date | null): Promise<boolean> {
  const { attemptedAt, notificationId } = webhookNotificationLogs;
  const [first] = await tx
    .select({ at: min(attemptedAt) })
    .from(webhookNotificationLogs)
    .where(eq(notificationId, id));
  return failingSince !== null && first?.at !== null && first?.at !== undefined && failingSince <= first.at;
}

/** Deactivates a webhook and abandons its pending notifications (supplement.md: a webhook that keeps failing). */
async function deactivate(tx: Transaction, webhookId: string, now: Date): Promise<void> {
  await tx.update(webhooks).set({ active: false, abandonedAt: now }).where(eq(webhooks.id, webhookId));
  const waiting = tx
    .select({ id: n.id })
    .from(n)
    .where(and(eq(n.webhookId, webhookId), eq(n.deliveryStatus, "pending"), isNull(n.claimedUntil)))
    .for("update", { skipLocked: true });
  await tx.update(n).set(GIVEN_UP).where(inArray(n.id, waiting));
}

const latest = (...dates: Date[]) => new Date(Math.max(...dates.map((date) => date.getTime())));

/** Returns the times of the next attempt and of the next scheduled attempt. Null when the schedule has ended. */
function nextTry(claimed: Claimed, scheduledAt: Date | null, requested: Date | null, now: Date) {
  if (claimed.free && scheduledAt) {
    // A requested time applies exactly. Otherwise the schedule continues as if this attempt had not happened.
    const nextAttemptAt = requested ?? latest(scheduledAt, later(now, MIN_PAUSE_MS));
    return { nextAttemptAt, scheduledAt };
  }
  const pause = retryPause(claimed.counted);
  if (pause === null) return null;
  const nextAttemptAt = latest(later(now, pause), requested ?? now);
  return { nextAttemptAt, scheduledAt: nextAttemptAt };
}

async function failed(tx: Transaction, claimed: Claimed, outcome: Outcome, now: Date): Promise<Settled> {
  const { id, webhookId } = claimed;
  const { statusCode, error, durationMs } = outcome;
  const [held] = await tx
    .select({ scheduledAt: n.scheduledAt })
    .from(n)
    .where(stillClaimed(claimed))
    .for("update");
  if (!held) return "gone";
  await tx
    .insert(webhookNotificationLogs)
    .values({ id: randomUUID(), notificationId: id, attemptedAt: now, durationMs, statusCode, error });
  const requested = outcome.retryAfterMs ? later(now, outcome.retryAfterMs) : null;
  const [webhook] = await tx
    .update(webhooks)
    .set({
      failingSince: sql`least(${webhooks.failingSince}, ${now.toISOString()}::timestamptz)`,
      notBefore: requested
        ? sql`greatest(${webhooks.notBefore}, ${requested.toISOString()}::timestamptz)`
        : undefined,
    })
    .where(eq(webhooks.id, webhookId))
    .returning({ failingSince: webhooks.failingSince, abandonedAt: webhooks.abandonedAt });
  const next = nextTry(claimed, held.scheduledAt, requested, now);
  if (next && !webhook?.abandonedAt) {
    await tx
      .update(n)
      .set({ ...next, claimedUntil: null, leaseId: null })
      .where(eq(n.id, id));
    return "again";
  }
  await tx.update(n).set(GIVEN_UP).where(eq(n.id, id));
  if (webhook?.abandonedAt || !(await failedAllAlong(tx, id, webhook?.failingSince ?? null)))
    return "given-up";
  await deactivate(tx, webhookId, now);
  return "webhook-deactivated";
}

/**
 * Logs an attempt and stores its result in one transaction. After a success, up to `forward` pending retries are
 * brought forward, unless that many are already due.
 */
export async function finalize(
  db: Database,
  claimed: Claimed,
  outcome: Outcome,
  now: Date,
  forward = 2,
): Promise<Settled> {
  if (outcome.delivered) return delivered(db, claimed, outcome, now, forward);
  return db.transaction((tx) => failed(tx, claimed, outcome, now));
}
