import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database } from "@/tracking-service/store/database";
import { webhookNotificationLogs, webhookNotifications, webhooks } from "@/tracking-service/store/schema";
import { RETRY_PAUSES_MS } from "./retry-pauses";
import type { Endpoint, Outcome } from "./send";

/** Longer than a try can take: a claim that outlives its process is taken over. */
const CLAIM_MS = 30_000;

export type Claimed = { id: string; webhookId: string; event: string; body: string; tries: number };
export type Waiting = Endpoint & { id: string };

const n = webhookNotifications;

const due = (now: Date) =>
  and(
    eq(n.deliveryStatus, "pending"),
    lte(n.nextTryAt, now),
    or(isNull(n.claimedUntil), lt(n.claimedUntil, now)),
  );

/** Active webhooks for which something is to be sent now. */
export async function listWaiting(db: Database, now: Date): Promise<Waiting[]> {
  const { id, url, secret, headers } = webhooks;
  return db
    .select({ id, url, secret, headers })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.active, true),
        sql`exists (select 1 from ${n} where ${n.webhookId} = ${webhooks.id} and ${due(now)})`,
      ),
    );
}

/** Takes up to `count` notifications of a webhook for a try, oldest first; nobody else takes them meanwhile. */
export async function claim(db: Database, webhookId: string, count: number, now: Date): Promise<Claimed[]> {
  const oldest = db
    .select({ id: n.id })
    .from(n)
    .where(and(eq(n.webhookId, webhookId), due(now)))
    .orderBy(asc(n.sequence))
    .limit(count)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(n)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MS), tries: sql`${n.tries} + 1` })
    .where(inArray(n.id, oldest))
    .returning({ id: n.id, event: n.event, body: n.body, tries: n.tries, sequence: n.sequence });
  rows.sort((a, b) => a.sequence - b.sequence);
  return rows.map(({ id, event, body, tries }) => ({ id, webhookId, event, body: body ?? "", tries }));
}

/** Gives a claim back as though it had not been tried. */
export async function unclaim(db: Database, { id }: Claimed): Promise<void> {
  await db
    .update(n)
    .set({ claimedUntil: null, tries: sql`${n.tries} - 1` })
    .where(eq(n.id, id));
}

/** What became of a try. */
export type Settled = "delivered" | "again" | "given-up" | "webhook-deactivated";

/** Writes a try into the log and settles what comes next, in one transaction. */
export async function settle(db: Database, claimed: Claimed, outcome: Outcome, now: Date): Promise<Settled> {
  const { id, webhookId, tries } = claimed;
  return db.transaction(async (tx) => {
    const { statusCode, error, durationMs } = outcome;
    await tx
      .insert(webhookNotificationLogs)
      .values({ id: randomUUID(), notificationId: id, triedAt: now, durationMs, statusCode, error });
    if (outcome.delivered) {
      await tx
        .update(n)
        .set({ deliveryStatus: "succeeded", body: null, nextTryAt: null, claimedUntil: null })
        .where(eq(n.id, id));
      const recovered = await tx
        .update(webhooks)
        .set({ failingSince: null })
        .where(sql`${webhooks.id} = ${webhookId} and ${webhooks.failingSince} is not null`)
        .returning({ id: webhooks.id });
      // The receiver answers again: what it missed need not wait out its pauses.
      if (recovered.length > 0) {
        await tx
          .update(n)
          .set({ nextTryAt: now })
          .where(and(eq(n.webhookId, webhookId), eq(n.deliveryStatus, "pending"), isNull(n.claimedUntil)));
      }
      return "delivered";
    }
    const failing = await tx
      .update(webhooks)
      .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${now.toISOString()}::timestamptz)` })
      .where(eq(webhooks.id, webhookId))
      .returning({ since: webhooks.failingSince });
    const pause = RETRY_PAUSES_MS[tries - 1];
    if (pause !== undefined) {
      const nextTryAt = new Date(now.getTime() + pause);
      await tx.update(n).set({ nextTryAt, claimedUntil: null }).where(eq(n.id, id));
      return "again";
    }
    const given = { deliveryStatus: "failed", body: null, nextTryAt: null, claimedUntil: null };
    const [told] = await tx.update(n).set(given).where(eq(n.id, id)).returning({ createdAt: n.createdAt });
    const since = failing[0]?.since;
    const sinceFirstTry = told && since && since.getTime() - told.createdAt.getTime() < CLAIM_MS;
    if (!sinceFirstTry) return "given-up";
    await tx.update(webhooks).set({ active: false }).where(eq(webhooks.id, webhookId));
    await tx
      .update(n)
      .set(given)
      .where(and(eq(n.webhookId, webhookId), eq(n.deliveryStatus, "pending")));
    return "webhook-deactivated";
  });
}

/** When the next try is due; null when nothing waits. */
export async function nextTryAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<Date | null>`min(greatest(${n.nextTryAt}, ${n.claimedUntil}))`.mapWith(n.nextTryAt) })
    .from(n)
    .innerJoin(webhooks, and(eq(webhooks.id, n.webhookId), eq(webhooks.active, true)))
    .where(eq(n.deliveryStatus, "pending"));
  return row?.at ?? null;
}

/** Forgets settled notifications and their logs after a fortnight. */
export async function forgetOld(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 14 * 24 * 3_600_000);
  await db.delete(n).where(and(lt(n.createdAt, before), sql`${n.deliveryStatus} <> 'pending'`));
}
