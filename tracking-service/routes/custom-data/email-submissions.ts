import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { parseEmail } from "@/tracking-service/documents/parse-email";
import { storeDocument } from "@/tracking-service/documents/store-document";
import { MAX_UPLOAD_BYTES } from "@/tracking-service/documents/upload";
import { withUploadSlot } from "@/tracking-service/documents/upload-slots";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemResponse, pageResponse } from "@/tracking-service/json-api/document";
import { notFound, unsupportedMediaType } from "@/tracking-service/json-api/errors";
import { limitedBytes, mediaTypeOf } from "@/tracking-service/json-api/limited-bytes";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { presentEmailSubmissions } from "@/tracking-service/resources/document-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { emailSubmissionDocuments, emailSubmissions } from "@/tracking-service/store/documents-schema";

const SECTION = "supplement.md, email_submissions";
const MEDIA_TYPE = "message/rfc822";

const e = emailSubmissions;

/** supplement-2.md, 2. Its includes: documents and what they contain are included without a request. */
const withDefaults = (include: string[][]): string[][] => [
  ["documents", "last_document_representation"],
  ...include,
];

const list = operation({
  summary: "E-mails that brought documents, newest first.",
  section: SECTION,
  include: "email_submission",
  pageSize: 30,
  success: { kind: "list", type: "email_submission", included: true },
  async handle({ service: { db }, account, page, include }) {
    const where = eq(e.accountId, account.id);
    const total = await db.$count(e, where);
    const rows = await db
      .select()
      .from(e)
      .where(where)
      .orderBy(desc(e.createdAt), desc(e.id))
      .limit(page.size)
      .offset(page.offset);
    const resources = await presentEmailSubmissions(db, rows);
    return pageResponse(resources, await collectIncluded(db, resources, withDefaults(include)), total, page);
  },
});

/** The account's mail receiver posts the raw message. Every attachment becomes a document. */
const create = operation({
  summary: "Takes in an e-mail as it came; each attachment becomes a document.",
  section: SECTION,
  rawBody: { mediaType: MEDIA_TYPE, schema: z.string() },
  success: { kind: "item", type: "email_submission", status: 201, included: true },
  async handle({ service: { db, now }, account, context }) {
    const request = context.req.raw;
    if (mediaTypeOf(request) !== MEDIA_TYPE) throw unsupportedMediaType(MEDIA_TYPE);
    return withUploadSlot(account.id, async () => {
      const { files, from, ...message } = await parseEmail(await limitedBytes(request, MAX_UPLOAD_BYTES));
      return db.transaction(async (tx) => {
        const at = now();
        const row = { id: randomUUID(), accountId: account.id, fromAddress: from, ...message, createdAt: at };
        const [submission] = await tx.insert(e).values(row).returning();
        if (!submission) throw new Error("the e-mail was not stored");
        for (const file of files) {
          const document = {
            ...file,
            source: "email" as const,
            userKeyId: null,
            accountId: account.id,
            documentType: null,
            emailSubmissionId: row.id,
          };
          const { row: stored } = await storeDocument(tx, document, at);
          await tx
            .insert(emailSubmissionDocuments)
            .values({ emailSubmissionId: row.id, documentId: stored.id })
            .onConflictDoNothing();
        }
        const resources = await presentEmailSubmissions(tx, [submission]);
        const [resource] = resources;
        if (!resource) throw new Error("the e-mail was not presented");
        const included = await collectIncluded(tx, resources, withDefaults([]));
        return itemResponse(resource, path("email_submissions", row.id), included, 201);
      });
    });
  },
});

const item = operation({
  summary: "One e-mail that brought documents.",
  section: SECTION,
  include: "email_submission",
  success: { kind: "item", type: "email_submission", included: true },
  async handle({ service: { db }, account, param, include, self }) {
    const id = requireUuid(param("id"));
    const rows = await db
      .select()
      .from(e)
      .where(and(eq(e.id, id), eq(e.accountId, account.id)));
    const resources = await presentEmailSubmissions(db, rows);
    const [resource] = resources;
    if (!resource) throw notFound("There is no such e-mail in this account.");
    const included = await collectIncluded(db, resources, withDefaults(include));
    return itemResponse(resource, self, included);
  },
});

export const emailSubmissionEndpoints = [
  endpoint("/email_submissions", { get: list, post: create }),
  endpoint("/email_submissions/{id}", { get: item }),
];
