import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Shown } from "@/lib/domain/visibility";
import { findPaperOfFile } from "@/lib/features/documents/queries/documents";
import {
  contentProblem,
  fileProblem,
  MAX_FILE_BYTES,
  mediaTypeOf,
  safeFileName,
  TELLING_BYTES,
} from "@/lib/features/documents/rules/accepted-files";
import type { PaperLink } from "@/lib/features/documents/rules/document";
import { applyAnswer } from "@/lib/mirror/apply/apply-response";
import { listDocumentKinds } from "@/lib/mirror/document-kinds";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { formOfFile } from "@/lib/tracking-client/multipart-file";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import type { Fetched } from "@/lib/tracking-client/types";

/** A file to be kept with a container or shipment; `parts` are read as they come, `type` null for no kind. */
export type NewDocument = {
  name: string;
  type: string | null;
  record: { type: PaperLink["type"]; id: string };
  bytes: number;
  parts: AsyncIterable<Uint8Array>;
};

/** What became of a file: kept as a new document, or the account has the same under this id already. */
export type Uploaded =
  | { document: { id: string; name: string }; shown: Shown }
  | { known: { id: string; name: string } };

async function requireRecord({ type, id }: NewDocument["record"]): Promise<void> {
  const table = type === "container" ? sql`containers` : sql`shipments`;
  const { rows } = id.includes("\0")
    ? { rows: [] }
    : await db().execute(sql`select from ${table} where id = ${id}`);
  if (rows.length === 0) throw new AppError("not_found", `This ${type} was not found.`);
}

/** The beginning of what comes, and all of it. */
async function peek(parts: AsyncIterable<Uint8Array>, bytes: number) {
  const iterator = parts[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let ended = false;
  while (!ended && read.reduce((sum, part) => sum + part.byteLength, 0) < bytes) {
    const { value, done } = await iterator.next();
    if (done) ended = true;
    else read.push(value);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* read;
      if (!ended)
        for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(read).subarray(0, bytes), whole: whole() };
}

/** Hashes what goes through. */
function hashed(parts: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  async function* through(): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      hash.update(part);
      yield part;
    }
  }
  return { parts: through(), checksum: () => hash.digest("hex") };
}

/** A document with this file that the service made although its answer did not come. */
async function findMade(checksum: string, since: Date): Promise<Fetched<{ data: JsonApiRecord }> | null> {
  const { document, ...read } = await clientForPerson().getPage("documents", { "page[size]": 20 });
  const data = document.data.find(
    ({ attributes }) =>
      attributes?.checksum === checksum &&
      Date.parse(String(attributes.created_at)) >= since.getTime() - 60_000,
  );
  return data ? { document: { data }, ...read } : null;
}

async function refuse({ name, type, bytes }: NewDocument): Promise<void> {
  const problem = fileProblem(name, bytes);
  if (problem) throw new AppError(bytes > MAX_FILE_BYTES ? "too_large" : "bad_input", problem);
  if (type !== null && !(await listDocumentKinds(db())).some(({ value }) => value === type))
    throw new AppError("bad_input", "There is no such kind of document.");
}

/**
 * Keeps a file at the service as a document of a container or shipment; it goes through as it comes and is nowhere held
 * whole. Refused before anything is sent: a kind of file that is not taken, an empty one, one that is too large, and one
 * that is not what its name says. What breaks off is not kept. Throws the service's own refusal.
 */
export async function uploadDocument(file: NewDocument): Promise<Uploaded> {
  const by = await requireSession("dispatch");
  await refuse(file);
  await requireRecord(file.record);
  const { head, whole } = await peek(file.parts, Math.min(TELLING_BYTES, file.bytes));
  const wrong = contentProblem(file.name, head);
  if (wrong) {
    await whole.return(undefined);
    throw new AppError("bad_input", wrong);
  }
  const name = safeFileName(file.name);
  const { parts, checksum } = hashed(whole);
  const relation = file.record.type === "container" ? "cargo_ids[]" : "shipment_ids[]";
  const form = formOfFile({ name, mediaType: mediaTypeOf(name), bytes: file.bytes, parts }, [
    ["name", name],
    [relation, file.record.id],
    ...(file.type === null ? [] : [["document_type", file.type] as const]),
  ]);
  const begun = new Date();
  const record = () => recordDone(by, { action: "added a document", record: file.record, detail: name });
  try {
    const { document, sentAt } = await clientForPerson().upload("documents", form);
    await record();
    const shown = await showDone(() => applyAnswer(db(), document, sentAt), null);
    return { document: { id: document.data.id, name }, shown };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const sum = checksum();
    if (error.mayBeDone) {
      const made = await findMade(sum, begun).catch(() => null);
      if (!made) throw error;
      await record();
      const shown = await showDone(() => applyAnswer(db(), made.document, made.sentAt), null);
      return { document: { id: made.document.data.id, name }, shown };
    }
    const known = error.details.some(({ pointer }) => pointer === "/file")
      ? await findPaperOfFile(db(), sum)
      : null;
    if (!known) throw error;
    return { known: { id: known.id, name: known.name } };
  }
}
