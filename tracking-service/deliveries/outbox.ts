import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database, Reader } from "@/tracking-service/store/database";
import { webhookNotifications, webhooks } from "@/tracking-service/store/schema";
import type { Endpoint } from "./send";

/** Longer than a try can take: a claim that outlives its process is taken over. */
const CLAIM_MS = 30_000;
/** Tries follow the wall's clock, what is reported the world's: the first is due whatever either shows. */
export const AT_ONCE = new Date(0);

/** `tries` counts every try and this one; `counted` those of the schedule. `free`: this one was brought forward. */
export type Claimed = {
  id: string;
  webhookId: string;
  event: string;
  body: string;
  tries: number;
  counted: number;
  free: boolean;
  /** With `tries`, which claim this is: another process that takes over claims it later. */
  claimedAt: Date;
};

/** The row of a claim, as long as no other process has taken it over. */
export const stillClaimed = ({ id, tries, claimedAt }: Claimed) =>
  and(eq(n.id, id), eq(n.deliveryStatus, "pending"), eq(n.tries, tries), eq(n.triedAt, claimedAt));

/** Whether a claim has ended at `now`: another process may have taken it over. */
export const isOver = ({ claimedAt }: Claimed, now: Date) => now.getTime() - claimedAt.getTime() >= CLAIM_MS;
/** `failing`: its last delivery failed. */
export type Waiting = Endpoint & { id: string; failing: boolean };

const n = webhookNotifications;

const due = (now: Date) =>
  and(
    eq(n.deliveryStatus, "pending"),
    lte(n.nextTryAt, now),
    or(isNull(n.claimedUntil), lt(n.claimedUntil, now)),
  );

/** Active webhooks for which something is to be sent now; not those that asked for a pause. */
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

/** Takes up to `count` notifications of a webhook for a try, oldest first; nobody else takes them meanwhile. */
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
      triedAt: now,
      tries: sql`${n.tries} + 1`,
      freeTries: sql`${n.freeTries} + ${free}::int`,
    })
    .where(inArray(n.id, oldest))
    .returning({
      ...{ id: n.id, event: n.event, body: n.body, tries: n.tries, sequence: n.sequence },
      ...{ counted: sql<number>`${n.tries} - ${n.freeTries}`, free },
    });
  rows.sort((a, b) => a.sequence - b.sequence);
  return rows.map(({ sequence, body, ...row }) => ({ ...row, webhookId, claimedAt: now, body: body ?? "" }));
}

/** Gives a claim back as though it had not been tried. */
export async function unclaim(db: Database, claimed: Claimed): Promise<void> {
  await db
    .update(n)
    .set({
      claimedUntil: null,
      tries: sql`${n.tries} - 1`,
      freeTries: sql`${n.freeTries} - ${claimed.free ? 1 : 0}`,
    })
    .where(stillClaimed(claimed));
}

/**
 * Lets what waits out a pause for a webhook be tried at once, for free. What is under way is left alone, and so is what
 * was never tried: it is due already, and there may be thousands.
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
        gt(n.tries, 0),
        gt(n.nextTryAt, AT_ONCE),
      ),
    )
    .for("update", { skipLocked: true });
  await reader.update(n).set({ nextTryAt: AT_ONCE }).where(inArray(n.id, waiting));
}

/** No notification is tried again sooner than this after its last try. */
export const SHORTEST_PAUSE_MS = 2_000;

/** Brings forward up to `count` of what waits out its pauses for a webhook that has just accepted something. */
export async function bringForward(db: Database, webhookId: string, count: number, now: Date): Promise<void> {
  const next = db
    .select({ id: n.id })
    .from(n)
    .where(
      and(
        ...[eq(n.webhookId, webhookId), eq(n.deliveryStatus, "pending"), isNull(n.claimedUntil)],
        ...[gt(n.nextTryAt, now), gte(n.nextTryAt, n.scheduledAt)],
      ),
    )
    .orderBy(asc(n.nextTryAt))
    .limit(count)
    .for("update", { skipLocked: true });
  await db
    .update(n)
    .set({ nextTryAt: sql`least(${n.nextTryAt}, ${n.triedAt} + ${SHORTEST_PAUSE_MS} * interval '1 ms')` })
    .where(inArray(n.id, next));
}

/** When the next try is due; null when nothing waits. */
export async function nextTryAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({
      at: sql<Date | null>`min(greatest(${n.nextTryAt}, ${n.claimedUntil}, ${webhooks.notBefore}))`.mapWith(
        n.nextTryAt,
      ),
    })
    .from(n)
    .innerJoin(webhooks, and(eq(webhooks.id, n.webhookId), eq(webhooks.active, true)))
    .where(eq(n.deliveryStatus, "pending"));
  return row?.at ?? null;
}
