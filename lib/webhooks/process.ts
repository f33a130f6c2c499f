import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { notificationDocumentSchema } from "@/lib/contract/webhook";
import type { Database, Transaction } from "@/lib/db/client";
import { containers, inbox, referenceRecords } from "@/lib/db/schema";
import { logger } from "@/lib/log";
import { applyRecords } from "@/lib/mirror/apply";
import { containerFromChangeset, leftOut } from "./left-out";
import { askForRefetch } from "./refetches";

const MOST_TRIES = 8;
const log = logger("inbox");

/** Waits 2, 4, 8 … seconds, at most five minutes. */
const pauseSeconds = (tries: number) => Math.min(2 ** tries, 300);

async function isKnown(tx: Transaction, containerId: string): Promise<boolean> {
  const [row] = await tx.select({ id: containers.id }).from(containers).where(eq(containers.id, containerId));
  return row !== undefined;
}

/** Containers whose terminal the mirror has no name for. */
async function withUnknownTerminal(tx: Transaction, ids: string[]): Promise<string[]> {
  if (!ids.length) return [];
  const rows = await tx
    .select({ id: containers.id })
    .from(containers)
    .leftJoin(referenceRecords, eq(referenceRecords.id, containers.podTerminalId))
    .where(
      and(
        inArray(containers.id, ids),
        sql`${containers.podTerminalId} is not null`,
        isNull(referenceRecords.id),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Takes one notification's facts into the mirror and asks for what it left out, in the caller's transaction. */
export async function applyNotification(tx: Transaction, body: string): Promise<void> {
  const notification = notificationDocumentSchema.parse(JSON.parse(body));
  const notificationId = notification.data.id;
  const asOf = new Date(notification.data.attributes.created_at);
  const fromChangeset = containerFromChangeset(notification);
  const usable = fromChangeset && (await isKnown(tx, fromChangeset.id)) ? [fromChangeset] : [];
  const { unreadable } = await applyRecords(tx, [...(notification.included ?? []), ...usable], {
    asOf,
    notificationId,
  });
  if (unreadable.length) throw new Error(`cannot read ${JSON.stringify(unreadable)}`);
  const fresh = (notification.included ?? []).filter(({ type }) => type === "container").map(({ id }) => id);
  for (const subject of leftOut(notification)) await askForRefetch(tx, subject, notificationId);
  for (const id of await withUnknownTerminal(tx, fresh))
    await askForRefetch(tx, { type: "container", id }, notificationId);
}

/**
 * Takes the next waiting notification from the inbox: applied and marked in one transaction, so that a kill at any
 * moment applies it once. One that fails is tried again with growing pauses and set aside after 8 tries. Answers
 * false when nothing waits.
 */
export async function processNext(db: Database): Promise<boolean> {
  let failed: { id: string; tries: number; error: unknown } | null = null;
  const found = await db
    .transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(inbox)
        .where(
          and(
            isNull(inbox.processedAt),
            isNull(inbox.setAsideAt),
            sql`${inbox.nextTryAt} <= clock_timestamp()`,
          ),
        )
        .orderBy(inbox.receivedAt)
        .limit(1)
        .for("update", { skipLocked: true });
      if (!row) return false;
      failed = { id: row.notificationId, tries: row.tries + 1, error: null };
      await applyNotification(tx, row.body);
      await tx
        .update(inbox)
        .set({ processedAt: sql`clock_timestamp()`, tries: row.tries + 1, lastError: null })
        .where(eq(inbox.notificationId, row.notificationId));
      failed = null;
      return true;
    })
    .catch((error: unknown) => {
      if (!failed) throw error;
      failed = { ...failed, error };
      return true;
    });
  if (failed) await noteFailure(db, failed);
  return found;
}

async function noteFailure(
  db: Database,
  failed: { id: string; tries: number; error: unknown },
): Promise<void> {
  const message = failed.error instanceof Error ? failed.error.message : "unknown";
  log.warn({ notification: failed.id, tries: failed.tries, message }, "notification could not be applied");
  await db
    .update(inbox)
    .set({
      tries: failed.tries,
      lastError: message.slice(0, 2_000),
      nextTryAt: sql`clock_timestamp() + make_interval(secs => ${pauseSeconds(failed.tries)})`,
      setAsideAt: failed.tries >= MOST_TRIES ? sql`clock_timestamp()` : null,
    })
    .where(and(eq(inbox.notificationId, failed.id), isNull(inbox.processedAt)));
}
