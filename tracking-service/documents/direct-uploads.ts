import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { and, count, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { notFound, unprocessable, uploadsBusy } from "@/tracking-service/json-api/errors";
import { limitedBytes } from "@/tracking-service/json-api/limited-bytes";
import { isUuid } from "@/tracking-service/json-api/uuid";
import { path } from "@/tracking-service/resources/resource";
import type { Database, Reader, Transaction } from "@/tracking-service/store/database";
import { directUploads } from "@/tracking-service/store/documents-schema";
import { fileName } from "./parse-email";
import type { File } from "./store-document";
import { contentTypeOf, MAX_UPLOAD_BYTES } from "./upload";
import { withUploadSlot } from "./upload-slots";

const KEPT_MS = 24 * 3_600_000;
/** Uploads of one account that no document has taken yet. */
const MAX_OPEN = 100;
const RETRY_AFTER_SECONDS = 60;

/** POST /rails/active_storage/direct_uploads. `checksum` is the MD5 of the bytes in base64. */
export const blobSchema = z.object({
  blob: z.object({
    filename: z.string().min(1).max(255),
    content_type: z.string().max(100).nullish(),
    byte_size: z.number().int().min(1).max(MAX_UPLOAD_BYTES),
    checksum: z.string().regex(/^[A-Za-z0-9+/]{22}==$/, { error: "must be an MD5 in base64" }),
  }),
});

type Row = typeof directUploads.$inferSelect;

const signedIdOf = ({ id, secret }: Pick<Row, "id" | "secret">) => `${id}.${secret}`;

/** Returns the upload of a signed id, or null. */
async function find(reader: Reader, signedId: string): Promise<Row | null> {
  const [id = "", secret = ""] = signedId.split(".");
  if (!isUuid(id)) return null;
  const [row] = await reader.select().from(directUploads).where(eq(directUploads.id, id));
  const [expected, sent] = [Buffer.from(row?.secret ?? ""), Buffer.from(secret)];
  return row && expected.length === sent.length && timingSafeEqual(expected, sent) ? row : null;
}

/**
 * Announces a file and returns where to send its bytes. Uploads that no document took within a day are removed. 429 when
 * too many are open.
 */
export async function beginUpload(
  { db, now, publicUrl }: { db: Database; now: () => Date; publicUrl: () => string },
  accountId: string,
  { blob }: z.infer<typeof blobSchema>,
): Promise<object> {
  const at = now();
  const own = eq(directUploads.accountId, accountId);
  await db
    .delete(directUploads)
    .where(and(own, lt(directUploads.createdAt, new Date(at.getTime() - KEPT_MS))));
  const [open] = await db.select({ count: count() }).from(directUploads).where(own);
  if ((open?.count ?? 0) >= MAX_OPEN)
    throw uploadsBusy(`${MAX_OPEN} uploads of this account belong to no document yet.`, RETRY_AFTER_SECONDS);
  const row = {
    id: randomUUID(),
    accountId,
    secret: randomBytes(32).toString("hex"),
    filename: fileName(blob.filename),
    contentType: contentTypeOf(blob.content_type ?? ""),
    byteSize: blob.byte_size,
    checksum: blob.checksum,
    createdAt: at,
  };
  await db.insert(directUploads).values(row);
  return {
    id: row.id,
    key: row.id,
    filename: row.filename,
    content_type: row.contentType,
    metadata: {},
    service_name: "database",
    byte_size: row.byteSize,
    checksum: row.checksum,
    created_at: at.toISOString(),
    signed_id: signedIdOf(row),
    direct_upload: {
      url: `${publicUrl()}${path("rails", "active_storage", "disk", signedIdOf(row))}`,
      headers: {
        "Content-Type": row.contentType,
        "Content-MD5": row.checksum,
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(row.filename)}`,
      },
    },
  };
}

/** Stores the bytes of an announced file. Needs no key: the address is secret. 422 when they are not the announced ones. */
export async function receiveUpload(db: Database, signedId: string, request: Request): Promise<Response> {
  const row = await find(db, signedId);
  if (!row) throw notFound("There is no upload at this address.");
  return withUploadSlot(row.accountId, async () => {
    const content = await limitedBytes(request, MAX_UPLOAD_BYTES);
    const checksum = createHash("md5").update(content).digest("base64");
    if (content.byteLength !== row.byteSize || checksum !== row.checksum) {
      const detail = "The bytes do not have the size and checksum that were announced.";
      throw unprocessable("Invalid file", detail, { pointer: "" }, "invalid");
    }
    await db.update(directUploads).set({ content }).where(eq(directUploads.id, row.id));
    return new Response(null, { status: 204 });
  });
}

/** Takes the file of a signed id for a document of this account. 422 on attached_document when there is none. */
export async function takeUpload(tx: Transaction, accountId: string, signedId: string): Promise<File> {
  const row = await find(tx, signedId);
  if (!row?.content || row.accountId !== accountId) {
    const source = { pointer: "/data/attributes/attached_document" };
    throw unprocessable("Invalid attached_document", "There is no such uploaded file.", source, "invalid");
  }
  await tx.delete(directUploads).where(eq(directUploads.id, row.id));
  return { name: row.filename, fileName: row.filename, contentType: row.contentType, content: row.content };
}
