import { and, eq, isNull, sql } from "drizzle-orm";
import { parseDocument } from "@/lib/contract/document-text";
import { type JsonApiRecord, relatedMany } from "@/lib/contract/json-api";
import { notificationDocumentSchema } from "@/lib/contract/webhook";
import type { Database, Transaction } from "@/lib/db/client";
import { containers, inbox } from "@/lib/db/schema";
import { reasonOf } from "@/lib/errors";
import { logger } from "@/lib/log";
import { applyRecords } from "@/lib/mirror/apply";
import type { Unreadable } from "@/lib/mirror/record-kinds";
import { containerFromChangeset, leftOut } from "./left-out";
import { askForRefetch, type RefetchSubject } from "./refetches";

const MOST_TRIES = 8;
const log = logger("inbox");

/** Waits 2, 4, 8 … seconds, at most five minutes. */
const pauseSeconds = (tries: number) => Math.min(2 ** tries, 300);

async function isKnown(tx: Transaction, containerId: string): Promise<boolean> {
  const [row] = await tx.select({ id: containers.id }).from(containers).where(eq(containers.id, containerId));
  return row !== undefined;
}

/** Containers whose shipment or terminal the mirror does not hold. */
async function withUnknownRelation(tx: Transaction, ids: string[]): Promise<string[]> {
  if (!ids.length) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from containers c where c.id = any(${sql.param(ids)}::text[]) and (
      (c.shipment_id is not null and not exists (select from shipments s where s.id = c.shipment_id))
      or (c.pod_terminal_id is not null and not exists (select from reference_records r
        where r.id = c.pod_terminal_id and r.type in ('terminal', 'rail_terminal'))))`);
  return rows.map(({ id }) => id);
}

/** Containers that an included shipment lists and the mirror does not hold. */
async function unknownOfShipments(tx: Transaction, shipments: readonly JsonApiRecord[]): Promise<string[]> {
  const listed = shipments.flatMap((shipment) => relatedMany(shipment, "containers")).map(({ id }) => id);
  if (!listed.length) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct id from unnest(${sql.param(listed)}::text[]) as id
    where not exists (select from containers c where c.id = id.id)`);
  return rows.map(({ id }) => id);
}

/** Each subject once, by type and id: two workers that ask for the same ones never wait for each other. */
function inOrder(subjects: readonly RefetchSubject[]): RefetchSubject[] {
  const byKey = new Map(subjects.map((subject) => [`${subject.type} ${subject.id}`, subject]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, subject]) => subject);
}

type Noted = { body: string; receivedAt: Date };

/**
 * Takes one notification's facts into the mirror and asks for what it left out, in the caller's transaction. Records
 * that cannot be read are answered; the others are applied. A notification that claims to be later than it came,
 * by a clock that is ahead, is as of when it came: else nothing fetched afterwards could win against it.
 */
export async function applyNotification(tx: Transaction, { body, receivedAt }: Noted): Promise<Unreadable[]> {
  const notification = notificationDocumentSchema.parse(parseDocument(body));
  const notificationId = notification.data.id;
  const createdAt = new Date(notification.data.attributes.created_at);
  const asOf = createdAt < receivedAt ? createdAt : receivedAt;
  const fromChangeset = containerFromChangeset(notification);
  const usable = fromChangeset && (await isKnown(tx, fromChangeset.id)) ? [fromChangeset] : [];
  const { unreadable } = await applyRecords(tx, [...(notification.included ?? []), ...usable], {
    asOf,
    notificationId,
  });
  const ofType = (type: string) => (notification.included ?? []).filter((record) => record.type === type);
  const fresh = ofType("container").map(({ id }) => id);
  const missing = leftOut(notification);
  for (const id of [
    ...(await withUnknownRelation(tx, fresh)),
    ...(await unknownOfShipments(tx, ofType("shipment"))),
  ])
    missing.push({ type: "container", id });
  for (const subject of inOrder(missing)) await askForRefetch(tx, subject, notificationId);
  return unreadable;
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
      const unreadable = await applyNotification(tx, row);
      const lastError = unreadable.length
        ? `cannot read ${JSON.stringify(unreadable)}`.slice(0, 2_000)
        : null;
      if (lastError) log.warn({ notification: row.notificationId, lastError }, "records could not be read");
      await tx
        .update(inbox)
        .set({ processedAt: sql`clock_timestamp()`, tries: row.tries + 1, lastError })
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
  const message = reasonOf(failed.error);
  log.warn({ notification: failed.id, tries: failed.tries, message }, "notification could not be applied");
  await db
    .update(inbox)
    .set({
      tries: failed.tries,
      lastError: message,
      nextTryAt: sql`clock_timestamp() + make_interval(secs => ${pauseSeconds(failed.tries)})`,
      setAsideAt: failed.tries >= MOST_TRIES ? sql`clock_timestamp()` : null,
    })
    .where(and(eq(inbox.notificationId, failed.id), isNull(inbox.processedAt)));
}
