import { and, eq } from "drizzle-orm";
import { convertPicture } from "@/lib/platform/pictures/convert-picture";
import { type Database, isDuplicate } from "@/tracking-service/store/database";
import { documentContents, documents } from "@/tracking-service/store/documents-schema";
import { duplicateDocument, noSuchDocument } from "./own-document";
import { checksumOf, type DocumentRow, findByChecksum, newDownloadSecret } from "./store-document";

/** The degrees clockwise by which a picture can be rotated. */
export const TURNS = [90, 180, 270];

/**
 * Returns the picture rotated clockwise, in its own format, without its metadata. Throws UnreadablePicture if the content
 * is not one JPEG, PNG, WebP, GIF or TIFF picture within the limits of `convertPicture`.
 */
export const rotatePicture = (content: Buffer, degrees: number): Promise<Buffer> =>
  convertPicture(content, { turn: degrees, to: "same" });

/**
 * Replaces a document's file by the rotated picture and ends its former download addresses. Rotations at the same time add
 * up. Throws UnreadablePicture, 404 for a document that was deleted, and 409 if another document has the rotated file.
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
