import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { EventName } from "@/lib/contract/events";
import { collectIncluded, findResource, type Loaded } from "@/tracking-service/resources/included";
import type { Resource } from "@/tracking-service/resources/resource";
import type { Transaction } from "@/tracking-service/store/database";
import { webhookNotifications, webhooks } from "@/tracking-service/store/schema";
import { includedPaths, notificationBody } from "./notification-body";
import { AT_ONCE } from "./outbox";

/** The channel on which the outbox wakes the deliverer. */
export const DELIVERIES_CHANNEL = "deliveries";

/** A notification for an account: the event and its reference record, which is already stored. */
export type Announcement = { event: EventName; reference: { type: Resource["type"]; id: string } };

type Webhook = typeof webhooks.$inferSelect;

async function subscribed(tx: Transaction, accountId: string): Promise<Webhook[]> {
  return (
    tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.accountId, accountId), eq(webhooks.active, true)))
      // A concurrent deletion of the webhook waits for this transaction and then deletes the notification too.
      .for("key share")
  );
}

async function rowsFor(
  tx: Transaction,
  webhooks: Webhook[],
  announcement: Announcement,
  now: Date,
  loaded: Loaded,
) {
  const { event, reference } = announcement;
  const listening = webhooks.filter((candidate) => candidate.events.includes(event));
  if (listening.length === 0) return [];
  const record = await findResource(tx, reference.type, reference.id);
  if (!record) throw new Error(`${event} names ${reference.type} ${reference.id}, which is not stored`);
  const related = await collectIncluded(tx, [record], includedPaths(event, record.type), loaded);
  return listening.map(({ id: webhookId, accountId }) => {
    const id = randomUUID();
    return {
      id,
      accountId,
      webhookId,
      event,
      referenceType: record.type,
      referenceId: record.id,
      createdAt: now,
      nextAttemptAt: AT_ONCE,
      body: notificationBody({ id, webhookId, event, createdAt: now, record, related }),
    };
  });
}

/**
 * Adds an event to the outbox of each active webhook of the account that is subscribed to it. It runs in the
 * transaction that stores the event. The commit wakes the deliverer.
 */
export async function announce(
  tx: Transaction,
  accountId: string,
  announcements: Announcement[],
  now: Date,
): Promise<void> {
  if (announcements.length === 0) return;
  const listening = await subscribed(tx, accountId);
  if (listening.length === 0) return;
  const rows = [];
  const loaded: Loaded = new Map();
  for (const announcement of announcements)
    rows.push(...(await rowsFor(tx, listening, announcement, now, loaded)));
  if (rows.length === 0) return;
  await tx.insert(webhookNotifications).values(rows);
  await tx.execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
}
