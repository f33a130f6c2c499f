import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { DOCUMENT_TYPES, isDocumentType } from "@/lib/contract/document";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { takeUpload } from "@/tracking-service/documents/direct-uploads";
import { DOWNLOAD_FOR_MS, downloadAddress } from "@/tracking-service/documents/download-address";
import { duplicateDocument, requireDocument } from "@/tracking-service/documents/own-document";
import { type DocumentRow, linkDocument, storeDocument } from "@/tracking-service/documents/store-document";
import { readUpload, uploadSchema } from "@/tracking-service/documents/upload";
import { withUploadSlot } from "@/tracking-service/documents/upload-slots";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { readBody, readDocument, shortText } from "@/tracking-service/json-api/body";
import { emptyResponse, itemResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { mediaTypeOf } from "@/tracking-service/json-api/limited-bytes";
import { isUuid } from "@/tracking-service/json-api/uuid";
import { presentDocuments } from "@/tracking-service/resources/document-records";
import { requestedIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import type { Reader } from "@/tracking-service/store/database";
import { documentContainers, documentShipments, documents } from "@/tracking-service/store/documents-schema";
import { containers, shipments } from "@/tracking-service/store/schema";
import { documentActionEndpoints } from "./document-actions";
import { aliased, listDocuments } from "./document-list";

const SECTION = "supplement.md, documents";
const TYPE_NAMES = Object.keys(DOCUMENT_TYPES);

const related = (type: "shipment" | "container") =>
  z.object({ data: z.array(z.object({ type: z.literal(type), id: z.string() })).max(100) }).optional();

const editSchema = z.object({
  data: z.object({
    type: z.literal("document"),
    attributes: z
      .object({
        name: shortText.optional(),
        document_type: z.enum(TYPE_NAMES).nullish(),
        document_type_manual: shortText.nullish(),
        extracted_data_manual: z.record(z.string(), z.unknown()).nullish(),
      })
      .optional(),
    relationships: z.object({ shipments: related("shipment"), cargos: related("container") }).optional(),
  }),
});

/** Returns the ids when all are records of the account. Otherwise 422 on the pointer. */
async function ownIds(
  reader: Reader,
  table: typeof shipments | typeof containers,
  accountId: string,
  ids: string[],
  pointer: string,
): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const found = wanted.every(isUuid)
    ? await reader
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.accountId, accountId), inArray(table.id, wanted)))
    : [];
  if (found.length === wanted.length) return wanted;
  throw unprocessable(
    "Unknown record",
    "Not every one of these is a record of this account.",
    { pointer },
    "invalid",
  );
}

async function response(
  reader: Reader,
  row: DocumentRow,
  include: string[][],
  status: 200 | 201 = 200,
  self = path("documents", row.id),
): Promise<Response> {
  const resources = await presentDocuments(reader, [row]);
  const [resource] = resources;
  if (!resource) throw new Error("the document was not presented");
  const included = await requestedIncluded(reader, resources, include);
  return itemResponse(resource, self, included, status);
}

function checkedName(name: string): string {
  if (name !== "") return name;
  throw unprocessable("Blank name", "name can't be blank.", { pointer: "/data/attributes/name" }, "blank");
}

/** The live form of an upload: its file was sent before and is named by its signed_id (supplement-2.md, 2. POST /documents). */
const attachedSchema = z.object({
  data: z.object({
    type: z.literal("document"),
    attributes: z.object({ name: shortText, attached_document: z.string() }),
  }),
});
const JSON_TYPES = [JSON_API_MEDIA_TYPE, "application/json"];

const create = operation({
  summary:
    "Uploads a file. It is read soon after, and document.extracted or document.extraction_failed tells of it.",
  section: SECTION,
  rawBody: { mediaType: "multipart/form-data", schema: uploadSchema, document: attachedSchema },
  success: { kind: "item", type: "document", status: 201 },
  async handle({ service: { db, now }, account, context }) {
    const request = context.req.raw;
    if (JSON_TYPES.includes(mediaTypeOf(request))) {
      const { attributes } = readBody(attachedSchema, await readDocument(request)).data;
      return db.transaction(async (tx) => {
        const file = await takeUpload(tx, account.id, attributes.attached_document);
        const document = {
          ...file,
          name: checkedName(attributes.name),
          source: "api" as const,
          userKeyId: account.keyId,
          accountId: account.id,
          documentType: null,
          emailSubmissionId: null,
        };
        const { row, known } = await storeDocument(tx, document, now());
        if (known) throw duplicateDocument(row);
        return response(tx, row, [], 201);
      });
    }
    return withUploadSlot(account.id, async () => {
      const { shipmentIds, containerIds, ...file } = await readUpload(request);
      return db.transaction(async (tx) => {
        const links = {
          shipmentIds: await ownIds(tx, shipments, account.id, shipmentIds, "/shipment_ids"),
          containerIds: await ownIds(tx, containers, account.id, containerIds, "/cargo_ids"),
        };
        const document = {
          ...file,
          source: "upload" as const,
          userKeyId: account.keyId,
          accountId: account.id,
          emailSubmissionId: null,
        };
        const { row, known } = await storeDocument(tx, document, now());
        if (known) throw duplicateDocument(row);
        await linkDocument(tx, row.id, links);
        return response(tx, row, [], 201);
      });
    });
  },
});

const item = operation({
  summary: "One document.",
  section: SECTION,
  include: "document",
  success: { kind: "item", type: "document" },
  handle: async ({ service: { db }, account, param, include, self }) =>
    response(db, await requireDocument(db, account.id, param("id")), aliased(include), 200, self),
});

const given = <T>(sent: T | undefined, kept: T): T => (sent === undefined ? kept : sent);

const edit = operation({
  summary: "Edits name and type; relationships that are sent take the place of those before.",
  section: SECTION,
  body: editSchema,
  success: { kind: "item", type: "document" },
  async handle({ service: { db, now }, account, param, body }) {
    const { attributes = {}, relationships = {} } = body.data;
    if (attributes.name !== undefined) checkedName(attributes.name);
    const ids = (links: { data: { id: string }[] }) => links.data.map(({ id }) => id);
    return db.transaction(async (tx) => {
      const row = await requireDocument(tx, account.id, param("id"));
      const sent = attributes.document_type;
      const documentType = sent === undefined ? row.documentType : sent && isDocumentType(sent) ? sent : null;
      const [edited] = await tx
        .update(documents)
        .set({
          name: attributes.name ?? row.name,
          documentType,
          // What is null is cleared, what is absent stays.
          documentTypeManual: given(attributes.document_type_manual, row.documentTypeManual),
          extractedManual: given(attributes.extracted_data_manual, row.extractedManual),
          updatedAt: now(),
        })
        .where(eq(documents.id, row.id))
        .returning();
      if (!edited) throw notFound();
      const links = { shipmentIds: [] as string[], containerIds: [] as string[] };
      if (relationships.shipments) {
        const pointer = "/data/relationships/shipments";
        links.shipmentIds = await ownIds(tx, shipments, account.id, ids(relationships.shipments), pointer);
        await tx.delete(documentShipments).where(eq(documentShipments.documentId, row.id));
      }
      if (relationships.cargos) {
        const pointer = "/data/relationships/cargos";
        links.containerIds = await ownIds(tx, containers, account.id, ids(relationships.cargos), pointer);
        await tx.delete(documentContainers).where(eq(documentContainers.documentId, row.id));
      }
      await linkDocument(tx, row.id, links);
      return response(tx, edited, []);
    });
  },
});

const remove = operation({
  summary: "Deletes a document and its file.",
  section: SECTION,
  success: { kind: "empty" },
  async handle({ service: { db }, account, param }) {
    const row = await requireDocument(db, account.id, param("id"));
    const gone = await db.delete(documents).where(eq(documents.id, row.id)).returning({ id: documents.id });
    if (gone.length === 0) throw notFound("There is no such document in this account.");
    return emptyResponse();
  },
});

const json = (document: object) =>
  new Response(JSON.stringify(document), { headers: { "Content-Type": JSON_API_MEDIA_TYPE } });

/** The kinds of documents in the live form (supplement-2.md, 2. GET /documents/types). */
const types = operation({
  summary: "Kinds of documents.",
  section: "supplement.md, GET /documents/types; supplement-2.md, 2. GET /documents/types",
  success: {
    kind: "other",
    mediaType: JSON_API_MEDIA_TYPE,
    schema: z.strictObject({
      document_types: z.array(z.strictObject({ code: z.enum(TYPE_NAMES), label: z.string() })),
    }),
  },
  handle: async () =>
    json({ document_types: Object.entries(DOCUMENT_TYPES).map(([code, label]) => ({ code, label })) }),
});

const downloadUrl = operation({
  summary: "An address at which the file can be fetched without a key for five minutes.",
  section: "supplement.md, GET /documents/{id}/download_url",
  success: {
    kind: "other",
    mediaType: JSON_API_MEDIA_TYPE,
    schema: z.strictObject({ download_url: z.url(), expires_at: z.iso.datetime() }),
  },
  async handle({ service: { db, publicUrl }, account, param }) {
    const row = await requireDocument(db, account.id, param("id"));
    const expires = Date.now() + DOWNLOAD_FOR_MS;
    const address = downloadAddress({ id: row.id, secret: row.downloadSecret, expires });
    return json({
      download_url: `${publicUrl()}${address}`,
      expires_at: new Date(expires).toISOString(),
    });
  },
});

export const documentEndpoints = [
  endpoint("/documents", { get: listDocuments, post: create }),
  endpoint("/documents/types", { get: types }),
  endpoint("/documents/{id}", { get: item, patch: edit, delete: remove }),
  endpoint("/documents/{id}/download_url", { get: downloadUrl }),
  ...documentActionEndpoints,
];
