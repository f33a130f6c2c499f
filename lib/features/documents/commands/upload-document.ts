import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { command } from "@/lib/auth/commands/command";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Visibility } from "@/lib/domain/visibility";
import { findDocument, findDocumentOfFile } from "@/lib/features/documents/queries/documents";
import {
  contentProblem,
  fileProblem,
  MAX_FILE_BYTES,
  mediaTypeOf,
  safeFileName,
  TELLING_BYTES,
} from "@/lib/features/documents/rules/accepted-files";
import type { DocumentRecord } from "@/lib/features/documents/rules/document";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { listDocumentKinds } from "@/lib/mirror/document-kinds";
import type { Executor } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { formOfFile } from "@/lib/tracking-client/multipart-file";
import type { Fetched } from "@/lib/tracking-client/types";

const isStream = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** A file to upload for a container or shipment. `parts` is read as a stream. `type` is null for no kind. */
const newDocumentSchema = z.object({
  name: z.string(),
  type: z.string().nullable(),
  record: z.object({ type: z.enum(["container", "shipment"]), id: z.string() }),
  bytes: z.number(),
  parts: z.custom<AsyncIterable<Uint8Array>>(isStream),
});
export type NewDocument = z.infer<typeof newDocumentSchema>;

/**
 * The result of an upload: a new document, or the id of the document with the same file that the account already has.
 */
export type Uploaded =
  | { document: { id: string; name: string }; visibility: Visibility }
  | { known: { id: string; name: string } };

async function requireRecord(executor: Executor, { type, id }: NewDocument["record"]): Promise<void> {
  const table = type === "container" ? sql`containers` : sql`shipments`;
  const { rows } = id.includes("\0")
    ? { rows: [] }
    : await executor.execute(sql`select from ${table} where id = ${id}`);
  if (rows.length === 0) throw new AppError("not_found", `This ${type} was not found.`);
}

/** Returns the first bytes of a stream, and the whole stream. */
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

/** Hashes the bytes that pass through a stream. */
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

/** Finds a document with this file that the service created although its response was lost. */
async function findMade(
  tracking: TrackingClient,
  { checksum, name, bytes }: { checksum: string; name: string; bytes: number },
  since: Date,
): Promise<Fetched<{ data: JsonApiRecord }> | null> {
  const { document, ...read } = await tracking.getPage("documents", { "page[size]": 20 });
  const data = document.data.find(
    ({ attributes }) =>
      (attributes?.checksum === checksum ||
        // The live service reports no checksum.
        (attributes?.checksum === undefined &&
          attributes?.name === name &&
          attributes.file_size_bytes === bytes)) &&
      Date.parse(String(attributes.created_at)) >= since.getTime() - 60_000,
  );
  return data ? { document: { data }, ...read } : null;
}

/**
 * Finds the stored document that has the refused file. The live service names it; a refusal that only points to the
 * file is matched by checksum.
 */
async function findDuplicate(
  executor: Executor,
  { details }: AppError,
  checksum: string,
): Promise<DocumentRecord | null> {
  const named = details.flatMap(({ existingDocumentId }) => existingDocumentId ?? []);
  if (named[0] !== undefined) return findDocument(executor, named[0]);
  return details.some(({ pointer }) => pointer === "/file") ? findDocumentOfFile(executor, checksum) : null;
}

async function refuse(executor: Executor, { name, type, bytes }: NewDocument): Promise<void> {
  const problem = fileProblem(name, bytes);
  if (problem) throw new AppError(bytes > MAX_FILE_BYTES ? "too_large" : "bad_input", problem);
  if (type !== null && !(await listDocumentKinds(executor)).some(({ value }) => value === type))
    throw new AppError("bad_input", "Unknown document type. Select another.");
}

/**
 * Uploads a file to the service as a document of a container or shipment. The file is streamed and never stored whole.
 * Some files are rejected before anything is sent: other types, empty files, too large files, and content that does not
 * match the name. An aborted upload is not stored. Throws the service's own refusal.
 */
export const uploadDocument = command(
  { right: "dispatch", input: newDocumentSchema },
  async (ctx, file): Promise<Uploaded> => {
    const { db, tracking } = ctx;
    await refuse(db, file);
    await requireRecord(db, file.record);
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
    const added = async ({ document, sentAt }: Fetched<{ data: JsonApiRecord }>): Promise<Uploaded> => {
      await recordDone(ctx, { action: "document.added", record: file.record, data: { name } });
      const visibility = await showDone(db, () => applyResponse(db, document, sentAt), null);
      return { document: { id: document.data.id, name }, visibility };
    };
    let uploaded: Fetched<{ data: JsonApiRecord }>;
    try {
      uploaded = await tracking.upload("documents", form);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const sum = checksum();
      if (error.mayBeDone) {
        const made = await findMade(tracking, { checksum: sum, name, bytes: file.bytes }, begun).catch(
          () => null,
        );
        if (!made) throw error;
        return added(made);
      }
      const known = await findDuplicate(db, error, sum);
      if (!known) throw error;
      return { known: { id: known.id, name: known.name } };
    }
    return added(uploaded);
  },
);
