import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { z } from "zod";
import type { ExtractedNumbers } from "@/lib/contract/document";
import { type Loop, startLoop } from "@/lib/platform/queue/loop";
import { type Claim, defineLeasedQueue } from "@/lib/platform/queue/queue";
import { announce } from "@/tracking-service/deliveries/enqueue";
import { type Database, isDatabaseAway, type Transaction } from "@/tracking-service/store/database";
import { documentContents, documents } from "@/tracking-service/store/documents-schema";
import { containers, shipments } from "@/tracking-service/store/schema";
import { documentText } from "./document-text";
import { classify, findNumbers } from "./find-numbers";
import { UnreadableError } from "./pdf-reader";
import { type Links, linkDocument } from "./store-document";

/** A document is not attempted again after the process ended this many times while reading it. */
const MAX_ATTEMPTS = 3;
const MAX_SLEEP_MS = 30_000;
/** Stored in `failed_reason` of a document without text, such as a scan. Its status is not failed. */
const NO_TEXT = "No text found in this file.";

export type Reading = { db: Database; log: Logger; now: () => Date };

const entrySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  contentType: z.string(),
  attempts: z.number(),
});
/** A document claimed by this process. `attempts` includes this one. */
type Claimed = Claim & z.infer<typeof entrySchema>;

/** The pending documents, oldest first. A lease is longer than any read, and ends with a process that was killed. */
const unreadDocuments = defineLeasedQueue({
  table: documents,
  key: [documents.id],
  open: sql`${documents.status} = 'pending'`,
  attempts: documents.attempts,
  order: sql`${documents.createdAt}`,
  lease: { until: documents.claimedUntil, id: documents.leaseId, seconds: 60 },
  entry: {
    select: sql`${documents.id}, ${documents.accountId} as "accountId", ${documents.contentType} as "contentType",
      ${documents.attempts}`,
    schema: entrySchema,
  },
});

async function linksOf(tx: Transaction, accountId: string, numbers: ExtractedNumbers): Promise<Links> {
  const { container_numbers: containerNumbers, bill_of_lading_numbers: bills } = numbers;
  const found = containerNumbers.length
    ? await tx
        .select({ id: containers.id })
        .from(containers)
        .where(and(eq(containers.accountId, accountId), inArray(containers.number, containerNumbers)))
    : [];
  const shipped = bills.length
    ? await tx
        .select({ id: shipments.id })
        .from(shipments)
        .where(
          and(
            eq(shipments.accountId, accountId),
            or(inArray(shipments.requestNumber, bills), inArray(shipments.billOfLadingNumber, bills)),
          ),
        )
    : [];
  return { containerIds: found.map(({ id }) => id), shipmentIds: shipped.map(({ id }) => id) };
}

/** Stores the result of reading a document, unless another process has claimed it since. */
export async function finalize(
  { db, now }: Pick<Reading, "db" | "now">,
  row: Claimed,
  outcome: { text: string } | { reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [held] = await tx.select().from(documents).where(unreadDocuments.isOf(row)).for("update");
    if (!held) return;
    const at = now();
    const about = { reference: { type: "document", id: row.id } } as const;
    if ("reason" in outcome) {
      const failed = { status: "extraction_failed", failedReason: outcome.reason } as const;
      await tx
        .update(documents)
        .set({ ...failed, claimedUntil: null, leaseId: null, updatedAt: at })
        .where(eq(documents.id, row.id));
      await announce(tx, row.accountId, [{ event: "document.extraction_failed", ...about }], at);
      return;
    }
    const extracted = findNumbers(outcome.text);
    const documentType = held.documentType ?? classify(outcome.text);
    const failedReason = outcome.text === "" ? NO_TEXT : null;
    const done = { status: "extracted", failedReason, extracted, documentType } as const;
    await tx
      .update(documents)
      .set({ ...done, claimedUntil: null, leaseId: null, updatedAt: at })
      .where(eq(documents.id, row.id));
    await linkDocument(tx, row.id, await linksOf(tx, row.accountId, extracted));
    await announce(tx, row.accountId, [{ event: "document.extracted", ...about }], at);
  });
}

async function textOf({ db, log }: Reading, row: Claimed): Promise<{ text: string } | { reason: string }> {
  if (row.attempts > MAX_ATTEMPTS) return { reason: "The document could not be read." };
  const [held] = await db.select().from(documentContents).where(eq(documentContents.documentId, row.id));
  try {
    return { text: await documentText(held?.content ?? Buffer.alloc(0), row.contentType) };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (!(error instanceof UnreadableError)) log.error({ err: error, document: row.id }, "document not read");
    const reason = error instanceof UnreadableError ? error.message : "something went wrong here";
    return { reason: `The document could not be read: ${reason}.` };
  }
}

/**
 * Starts the loop that reads new documents. It finds numbers, links the documents to tracked records and announces
 * them.
 */
export function startReading(reading: Reading): Loop {
  return startLoop("documents", { log: reading.log, isOutage: isDatabaseAway }, async () => {
    const [row] = await unreadDocuments.claim(reading.db);
    if (!row) return MAX_SLEEP_MS;
    await finalize(reading, row, await textOf(reading, row));
    return 0;
  });
}
