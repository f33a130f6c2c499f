import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { ExtractedNumbers } from "@/lib/contract/document";
import { announce } from "@/tracking-service/deliveries/enqueue";
import { type Loop, startLoop } from "@/tracking-service/runtime/loop-runner";
import { type Database, isDatabaseAway, type Transaction } from "@/tracking-service/store/database";
import { documentContents, documents } from "@/tracking-service/store/documents-schema";
import { containers, shipments } from "@/tracking-service/store/schema";
import { documentText } from "./document-text";
import { classify, findNumbers } from "./find-numbers";
import { UnreadableError } from "./pdf-reader";
import { type DocumentRow, type Links, linkDocument } from "./store-document";

/** Longer than any read. When a process ends during a read, another process takes over the expired claim. */
const CLAIM = sql`now() + interval '60 seconds'`;
/** A document is not attempted again after the process ended this many times while reading it. */
const MAX_ATTEMPTS = 3;
const MAX_SLEEP_MS = 30_000;
/** Stored in `failed_reason` of a document without text, such as a scan. Its status is not failed. */
const NO_TEXT = "No text found in this file.";

export type Reading = { db: Database; log: Logger; now: () => Date };

const free = or(isNull(documents.claimedUntil), lt(documents.claimedUntil, sql`now()`));

/** Claims the oldest pending document. No other process can claim it meanwhile. */
async function claim(db: Database): Promise<DocumentRow | null> {
  const oldest = db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.status, "pending"), free))
    .orderBy(asc(documents.createdAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db
    .update(documents)
    .set({ claimedUntil: CLAIM, attempts: sql`${documents.attempts} + 1` })
    .where(inArray(documents.id, oldest))
    .returning();
  return row ?? null;
}

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
  row: DocumentRow,
  outcome: { text: string } | { reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [held] = await tx.select().from(documents).where(eq(documents.id, row.id)).for("update");
    // Every claim counts an attempt. A higher count means another process has claimed the document since.
    if (held?.status !== "pending" || held.attempts !== row.attempts) return;
    const at = now();
    const about = { reference: { type: "document", id: row.id } } as const;
    if ("reason" in outcome) {
      const failed = { status: "extraction_failed", failedReason: outcome.reason } as const;
      await tx
        .update(documents)
        .set({ ...failed, claimedUntil: null, updatedAt: at })
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
      .set({ ...done, claimedUntil: null, updatedAt: at })
      .where(eq(documents.id, row.id));
    await linkDocument(tx, row.id, await linksOf(tx, row.accountId, extracted));
    await announce(tx, row.accountId, [{ event: "document.extracted", ...about }], at);
  });
}

async function textOf(
  { db, log }: Reading,
  row: DocumentRow,
): Promise<{ text: string } | { reason: string }> {
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
  return startLoop("documents", reading.log, async (stopping) => {
    for (let row = await claim(reading.db); row !== null; row = await claim(reading.db)) {
      await finalize(reading, row, await textOf(reading, row));
      if (stopping()) return 0;
    }
    return MAX_SLEEP_MS;
  });
}
