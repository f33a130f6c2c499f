import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { type JsonApiRecord, relatedMany } from "@/lib/contract/json-api";
import { parseDocument } from "@/lib/contract/storable-text";
import { type NotificationDocument, notificationDocumentSchema } from "@/lib/contract/webhook";
import { applyReports } from "@/lib/mirror/apply/apply";
import type { Transaction } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { containers } from "@/lib/platform/database/schema/schema";
import { type RefetchRequest, requestRefetches } from "@/lib/sync/fetch-queue/enqueue";
import { containerFromChangeset, leftOut } from "@/lib/sync/fetch-queue/missing-references";
import { notificationAsOf } from "@/lib/tracking-client/service-clock";

export type Noted = { body: Buffer; receivedAt: Date };
/** A parsed notification and the time it was received. */
export type ReadNotification = { document: NotificationDocument; receivedAt: Date };

/** The same records without their facts, so that they are fetched. */
const withoutFacts = (document: NotificationDocument): NotificationDocument => ({
  ...document,
  included: document.included?.map((record) => ({ ...record, attributes: undefined })),
});

/**
 * Parses a stored notification body completely. Without a readable `created_at` it is not known whether its facts are
 * newer than the known ones: they are left out, so that the records are fetched. Throws when an older version or the
 * service stored something that is not a notification.
 */
export function readNotification({ body, receivedAt }: Noted): ReadNotification {
  const document = notificationDocumentSchema.parse(parseDocument(body.toString("utf8")));
  const dated = document.data.attributes.created_at !== null;
  return { document: dated ? document : withoutFacts(document), receivedAt };
}

const included = ({ document }: ReadNotification, type: string): JsonApiRecord[] =>
  (document.included ?? []).filter((record) => record.type === type);

async function knownContainers(tx: Transaction, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await tx.select({ id: containers.id }).from(containers).where(inArray(containers.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Returns the containers whose shipment or terminal is not in the mirror. */
async function withUnknownRelation(tx: Transaction, ids: string[]): Promise<string[]> {
  if (!ids.length) return [];
  return queryColumn(
    tx,
    z.string(),
    sql`
      select c.id from containers c where c.id = any(${sql.param(ids)}::text[]) and (
        (c.shipment_id is not null and not exists (select from shipments s where s.id = c.shipment_id))
        or (c.pod_terminal_id is not null and not exists (select from reference_records r
          where r.id = c.pod_terminal_id and r.type in ('terminal', 'rail_terminal'))))`,
  );
}

/** Returns those of the listed containers that are not in the mirror. */
async function unknownContainers(tx: Transaction, listed: string[]): Promise<string[]> {
  if (!listed.length) return [];
  return queryColumn(
    tx,
    z.string(),
    sql`
      select distinct id from unnest(${sql.param(listed)}::text[]) as id
      where not exists (select from containers c where c.id = id.id)`,
  );
}

/** Returns the fetches for the references missing from the notifications. */
async function missing(tx: Transaction, read: readonly ReadNotification[]): Promise<RefetchRequest[]> {
  const shipmentOf = new Map<string, string>();
  const listed = new Map<string, string>();
  for (const notification of read) {
    const { id } = notification.document.data;
    for (const container of included(notification, "container")) shipmentOf.set(container.id, id);
    for (const shipment of included(notification, "shipment"))
      for (const container of relatedMany(shipment, "containers")) listed.set(container.id, id);
  }
  const container = (asker: Map<string, string>) => (id: string) => ({
    type: "container" as const,
    id,
    notificationId: asker.get(id) ?? null,
  });
  return [
    ...read.flatMap(({ document }) =>
      leftOut(document).map((subject) => ({ ...subject, notificationId: document.data.id })),
    ),
    ...(await withUnknownRelation(tx, [...shipmentOf.keys()])).map(container(shipmentOf)),
    ...(await unknownContainers(tx, [...listed.keys()])).map(container(listed)),
  ];
}

/**
 * Applies the facts of notifications to the mirror, in arrival order, and requests their missing references. Runs in
 * the caller's transaction. Returns, for each notification, which of its attributes could not be read. All else is
 * applied.
 */
export async function applyNotifications(
  tx: Transaction,
  read: readonly ReadNotification[],
): Promise<(string | null)[]> {
  const changesets = read.map(({ document }) => containerFromChangeset(document));
  const known = await knownContainers(
    tx,
    changesets.flatMap((container) => (container ? [container.id] : [])),
  );
  const reports = read.map((notification, at) => {
    const { document, receivedAt } = notification;
    for (const { id } of included(notification, "container")) known.add(id);
    const changeset = changesets[at];
    const usable = changeset && known.has(changeset.id) ? [changeset] : [];
    const { created_at: createdAt } = document.data.attributes;
    const asOf = createdAt === null ? receivedAt : notificationAsOf(new Date(createdAt), receivedAt);
    return {
      records: [...(document.included ?? []), ...usable],
      origin: { asOf, notificationId: document.data.id, receivedAt },
    };
  });
  const { unreadable } = await applyReports(tx, reports);
  await requestRefetches(tx, await missing(tx, read));
  return unreadable.map((records) =>
    records.length ? `cannot read ${JSON.stringify(records)}`.slice(0, 2_000) : null,
  );
}
