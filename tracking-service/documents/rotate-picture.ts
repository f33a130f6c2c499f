import { and, eq } from "drizzle-orm";
import sharp, { type FormatEnum } from "sharp";
import { type Database, isDuplicate } from "@/tracking-service/store/database";
import { documentContents, documents } from "@/tracking-service/store/documents-schema";
import { duplicateDocument, noSuchDocument } from "./own-document";
import { checksumOf, type DocumentRow, findByChecksum, newDownloadSecret } from "./store-document";

/** The degrees clockwise by which a picture can be rotated. */
export const TURNS = [90, 180, 270];

/** A picture decodes to 4 bytes a pixel, so this is 160 MB. A page scanned at 600 dpi has 35 million pixels. */
const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 20;

const FORMATS: Partial<Record<keyof FormatEnum, object>> = {
  jpeg: { quality: 92 },
  png: {},
  webp: { quality: 92 },
  gif: {},
  tiff: { compression: "lzw" },
};

// Files are untrusted: only the loaders of these formats may run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Tiff"].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

/** Why a file cannot be rotated, in a sentence for the user. */
export class UnrotatablePicture extends Error {}

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` after the earlier rotations of this process, because each can hold 160 MB. */
function afterEarlier<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

/**
 * Returns the picture rotated clockwise, in its own format, without its metadata. Throws UnrotatablePicture if the content
 * is not one JPEG, PNG, WebP, GIF or TIFF picture of at most 40 million pixels.
 */
export function rotatePicture(content: Buffer, degrees: number): Promise<Buffer> {
  return afterEarlier(async () => {
    const options = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const;
    const unreadable = (cause: unknown) =>
      new UnrotatablePicture(
        `The file is not a readable picture of at most ${MAX_PIXELS / 1_000_000} million pixels.`,
        { cause },
      );
    const { format, pages = 1 } = await sharp(content, options)
      .metadata()
      .catch((error: unknown) => Promise.reject(unreadable(error)));
    const output = FORMATS[format];
    if (!output) throw new UnrotatablePicture("Only JPEG, PNG, WebP, GIF and TIFF pictures can be rotated.");
    if (pages > 1) throw new UnrotatablePicture("A picture with several pages cannot be rotated.");
    return sharp(content, options)
      .autoOrient()
      .rotate(degrees)
      .toFormat(format, output)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
      .catch((error: unknown) => Promise.reject(unreadable(error)));
  });
}

/**
 * Replaces a document's file by the rotated picture and ends its former download addresses. Rotations at the same time add
 * up. Throws UnrotatablePicture, 404 for a document that was deleted, and 409 if another document has the rotated file.
 */
export async function rotateDocument(
  db: Database,
  { id, accountId }: DocumentRow,
  degrees: number,
  now: () => Date,
): Promise<void> {
  for (;;) {
    const [file] = await db
      .select({ checksum: documents.checksum, content: documentContents.content })
      .from(documents)
      .innerJoin(documentContents, eq(documentContents.documentId, documents.id))
      .where(eq(documents.id, id));
    if (!file) throw noSuchDocument();
    const content = await rotatePicture(file.content, degrees);
    const checksum = checksumOf(content);
    const isReplaced = await db
      .transaction(async (tx) => {
        const changed = { checksum, byteSize: content.byteLength, downloadSecret: newDownloadSecret() };
        const rows = await tx
          .update(documents)
          .set({ ...changed, updatedAt: now() })
          .where(and(eq(documents.id, id), eq(documents.checksum, file.checksum)))
          .returning({ id: documents.id });
        if (rows.length === 0) return false;
        await tx.update(documentContents).set({ content }).where(eq(documentContents.documentId, id));
        return true;
      })
      .catch(async (error: unknown) => {
        const other = isDuplicate(error) && (await findByChecksum(db, accountId, checksum));
        throw other ? duplicateDocument(other) : error;
      });
    if (isReplaced) return;
  }
}
