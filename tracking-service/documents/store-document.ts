import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, count, eq, sql } from "drizzle-orm";
import type { DocumentSource, DocumentType } from "@/lib/contract/document";
import { uploadsBusy } from "@/tracking-service/json-api/errors";
import type { Reader, Transaction } from "@/tracking-service/store/database";
import {
  documentContainers,
  documentContents,
  documentShipments,
  documents,
} from "@/tracking-service/store/documents-schema";

/** The channel that wakes the document reader. */
export const DOCUMENTS_CHANNEL = "documents";

/** Maximum number of documents of one account that wait to be read. Each can occupy the reader for 20 seconds. */
export const MAX_PENDING = 100;
const RETRY_AFTER_SECONDS = 20;

/** `fileName` is the file's own name, when the document has another. */
export type File = { name: string; fileName?: string; contentType: string; content: Buffer };

export type NewDocument = File & {
  source: DocumentSource;
  /** The key with which it was uploaded. Null for an attachment. */
  userKeyId: string | null;
  accountId: string;
  documentType: DocumentType | null;
  emailSubmissionId: string | null;
};

export type DocumentRow = typeof documents.$inferSelect;
export type Links = { shipmentIds: string[]; containerIds: string[] };

export const checksumOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
export const newDownloadSecret = () => randomBytes(32).toString("hex");

/** The account's document with this content. */
export async function findByChecksum(
  reader: Reader,
  accountId: string,
  checksum: string,
): Promise<DocumentRow | undefined> {
  const [row] = await reader
    .select()
    .from(documents)
    .where(and(eq(documents.accountId, accountId), eq(documents.checksum, checksum)));
  return row;
}

/** Links a document to shipments and containers of its account. Existing links remain. */
export async function linkDocument(tx: Transaction, documentId: string, links: Links): Promise<void> {
  const { shipmentIds, containerIds } = links;
  if (shipmentIds.length > 0) {
    const rows = shipmentIds.map((shipmentId) => ({ documentId, shipmentId }));
    await tx.insert(documentShipments).values(rows).onConflictDoNothing();
  }
  if (containerIds.length > 0) {
    const rows = containerIds.map((containerId) => ({ documentId, containerId }));
    await tx.insert(documentContainers).values(rows).onConflictDoNothing();
  }
}

/** Throws 429 when the account has the maximum number of documents waiting to be read. */
async function requireAllowance(tx: Transaction, accountId: string): Promise<void> {
  const [pending] = await tx
    .select({ count: count() })
    .from(documents)
    .where(and(eq(documents.accountId, accountId), eq(documents.status, "pending")));
  if ((pending?.count ?? 0) >= MAX_PENDING)
    throw uploadsBusy(`${MAX_PENDING} documents of this account wait to be read.`, RETRY_AFTER_SECONDS);
}

/**
 * Stores a file for reading. `known` is true when the account already has a document with the same content: then the
 * existing document is returned. Throws 429 while too many documents wait to be read.
 */
export async function storeDocument(
  tx: Transaction,
  { content, ...input }: NewDocument,
  now: Date,
): Promise<{ row: DocumentRow; known: boolean }> {
  await requireAllowance(tx, input.accountId);
  const checksum = checksumOf(content);
  const [row] = await tx
    .insert(documents)
    .values({
      ...input,
      id: randomUUID(),
      byteSize: content.byteLength,
      checksum,
      downloadSecret: newDownloadSecret(),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (row) {
    await tx.insert(documentContents).values({ documentId: row.id, content });
    await tx.execute(sql`select pg_notify(${DOCUMENTS_CHANNEL}, '')`);
    return { row, known: false };
  }
  const earlier = await findByChecksum(tx, input.accountId, checksum);
  if (!earlier) throw new Error("the document was deleted while it was stored again");
  return { row: earlier, known: true };
}
