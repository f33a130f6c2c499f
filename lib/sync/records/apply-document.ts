import type { CollectionDocument, ItemDocument } from "@/lib/contract/json-api";
import { applyReports } from "@/lib/mirror/apply/apply";
import type { Report } from "@/lib/mirror/merge/observations";
import type { Transaction } from "@/lib/platform/database/client";
import { type Transactor, transact } from "@/lib/platform/database/transaction";
import { logger } from "@/lib/platform/log";
import type { Fetched } from "@/lib/tracking-client/types";

const log = logger("sync");

/** A fetched document and the notification that caused its fetch. */
type FetchedDocument = { fetched: Fetched<ItemDocument | CollectionDocument>; notificationId: string | null };

const reportOf = ({ fetched: { document, sentAt, readUntil }, notificationId }: FetchedDocument): Report => ({
  records: [document.data, document.included ?? []].flat(),
  origin: { asOf: sentAt, readUntil, notificationId },
});

/** Applies fetched documents to the mirror in the caller's transaction, each dated by its request time. */
export async function takeInTogether(tx: Transaction, documents: readonly FetchedDocument[]): Promise<void> {
  const { unreadable: each } = await applyReports(tx, documents.map(reportOf));
  const unreadable = each.flat();
  if (unreadable.length) log.warn({ unreadable: unreadable.slice(0, 5) }, "attributes could not be read");
}

/** Applies one fetched document in its own transaction. Returns how many records it contained. */
export async function takeIn(
  db: Transactor,
  fetched: Fetched<ItemDocument | CollectionDocument>,
  notificationId: string | null = null,
): Promise<number> {
  await transact(db, (tx) => takeInTogether(tx, [{ fetched, notificationId }]));
  return [fetched.document.data].flat().length;
}
