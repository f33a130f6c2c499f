import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database, Reader } from "@/tracking-service/store/database";
import { webhookNotifications, webhooks } from "@/tracking-service/store/schema";
import type { Endpoint } from "./send";

/** Longer than a try can take: a claim that outlives its process is taken over. */
const CLAIM_MS = 30_000;
/** Tries follow the wall's clock, what is told the world's: the first is due whatever either shows. */
export const AT_ONCE = new Date(0);

export type Claimed = { id: string; webhookId: string; event: string; body: string; tries: number };
/** `failing`: its last delivery failed. */
export type Waiting = Endpoint & { id: string; failing: boolean };

const n = webhookNotifications;

const due = (now: Date) =>
  and(
    eq(n.deliveryStatus, "pending"),
    lte(n.nextTryAt, now),
    or(isNull(n.claimedUntil), lt(n.claimedUntil, now)),
  );

/** Active webhooks for which something is to be sent now. */
export async function listWaiting(db: Database, now: Date): Promise<Waiting[]> {
  const { id, url, secret, headers, failingSince } = webhooks;
  return db
    .select({ id, url, secret, headers, failing: sql<boolean>`${failingSince} is not null` })
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
  if (count === 0) return [];
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
export async function unclaim(db: Database, { id, tries }: Claimed): Promise<void> {
  await db
    .update(n)
    .set({ claimedUntil: null, tries: sql`${n.tries} - 1` })
    .where(and(eq(n.id, id), eq(n.tries, tries), eq(n.deliveryStatus, "pending")));
}

/** Lets what waits for a webhook, pauses and all, be tried at once. What is under way is left alone. */
export async function dueAtOnce(reader: Reader, webhookId: string): Promise<void> {
  const waiting = reader
    .select({ id: n.id })
    .from(n)
    .where(and(eq(n.webhookId, webhookId), eq(n.deliveryStatus, "pending"), isNull(n.claimedUntil)))
    .for("update", { skipLocked: true });
  await reader.update(n).set({ nextTryAt: AT_ONCE }).where(inArray(n.id, waiting));
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
