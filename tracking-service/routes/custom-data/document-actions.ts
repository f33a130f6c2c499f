import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { UnreadablePicture } from "@/lib/platform/pictures/convert-picture";
import { findDocumentSchema } from "@/tracking-service/documents/document-schemas";
import { requireDocument } from "@/tracking-service/documents/own-document";
import { rotateDocument, TURNS } from "@/tracking-service/documents/rotate-picture";
import { DOCUMENTS_CHANNEL, type DocumentRow } from "@/tracking-service/documents/store-document";
import { withUploadSlot } from "@/tracking-service/documents/upload-slots";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { documents } from "@/tracking-service/store/documents-schema";

const SECTION = "supplement-2.md, 1. POST /documents/{id}/reextract, reclassify, relink";

const ACCEPTED = {
  kind: "other" as const,
  mediaType: JSON_API_MEDIA_TYPE,
  schema: z.strictObject({ status: z.literal("accepted") }),
  status: 202 as const,
};

const accepted = () =>
  new Response(JSON.stringify({ status: "accepted" }), {
    status: 202,
    headers: { "Content-Type": JSON_API_MEDIA_TYPE },
  });

/** An operation that has a document read again. `change` is what is forgotten before. */
const readingAgain = (summary: string, change: Partial<DocumentRow>) =>
  operation({
    summary,
    section: SECTION,
    success: ACCEPTED,
    async handle({ service: { db }, account, param }) {
      const { id } = await requireDocument(db, account.id, param("id"));
      await db.transaction(async (tx) => {
        const again = { status: "pending" as const, attempts: 0 };
        await tx
          .update(documents)
          .set({ ...change, ...again })
          .where(eq(documents.id, id));
        await tx.execute(sql`select pg_notify(${DOCUMENTS_CHANNEL}, '')`);
      });
      return accepted();
    },
  });

const rotate = operation({
  summary: "Rotates the picture of a document clockwise. Former download addresses end.",
  section: "supplement-2.md, 1. POST /documents/{id}/rotate",
  body: z.object({ degrees: z.unknown() }),
  success: ACCEPTED,
  async handle({ service: { db, now }, account, param, body }) {
    const document = await requireDocument(db, account.id, param("id"));
    const refuse = (detail: string) =>
      unprocessable("Invalid rotation", detail, { pointer: "/degrees" }, "invalid");
    const degrees = TURNS.find((turn) => turn === body.degrees);
    if (degrees === undefined) throw refuse(`degrees must be ${TURNS.join(", ")}.`);
    if (!document.contentType.startsWith("image/")) throw refuse("Only pictures can be rotated.");
    try {
      await withUploadSlot(account.id, () => rotateDocument(db, document, degrees, now));
    } catch (error) {
      throw error instanceof UnreadablePicture ? refuse(error.message) : error;
    }
    return accepted();
  },
});

const schema = operation({
  summary: "The schema of what is read from a type of document, by type@version.",
  section: "supplement-2.md, 1. GET /document_schemas/{id}",
  success: { kind: "item", type: "document_schema" },
  async handle({ param, self }) {
    const found = findDocumentSchema(param("id"));
    if (!found) throw notFound("There is no such document schema.");
    return itemResponse(found, self, null);
  },
});

export const documentActionEndpoints = [
  endpoint("/documents/{id}/reextract", {
    post: readingAgain("Reads a document again.", { extracted: null }),
  }),
  endpoint("/documents/{id}/reclassify", {
    post: readingAgain("Finds the type of a document again.", { documentType: null }),
  }),
  endpoint("/documents/{id}/relink", {
    post: readingAgain("Links a document again to the records that it names.", {}),
  }),
  endpoint("/documents/{id}/rotate", { post: rotate }),
  endpoint("/document_schemas/{id}", { get: schema }),
];
