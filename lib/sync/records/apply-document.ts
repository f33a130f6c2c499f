import type { CollectionDocument, ItemDocument } from "@/lib/contract/json-api";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { type Transactor, transact } from "@/lib/platform/database/transaction";
import { logger } from "@/lib/platform/log";
import type { Fetched } from "@/lib/tracking-client/types";

const log = logger("sync");

/** Applies a fetched document to the mirror, dated by its request time. Returns how many records it contained. */
export async function takeIn(
  db: Transactor,
  fetched: Fetched<ItemDocument | CollectionDocument>,
  notificationId: string | null = null,
): Promise<number> {
  const { document, sentAt, readUntil } = fetched;
  const records = [document.data, document.included ?? []].flat();
  const { unreadable } = await transact(db, (tx) =>
    applyRecords(tx, records, { asOf: sentAt, readUntil, notificationId }),
  );
  if (unreadable.length) log.warn({ unreadable: unreadable.slice(0, 5) }, "attributes could not be read");
  return [document.data].flat().length;
}
