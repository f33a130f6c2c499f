import { asc, inArray } from "drizzle-orm";
import { SHORT_FORMS } from "@/lib/contract/responses/documents";
import type { ResourceType } from "@/lib/contract/responses/resources";
import { iso } from "@/tracking-service/clock/instant";
import { DOCUMENT_SCHEMA_VERSION } from "@/tracking-service/documents/document-schemas";
import type { Reader } from "@/tracking-service/store/database";
import {
  documentContainers,
  documentShipments,
  documents,
  emailSubmissionDocuments,
  emailSubmissions,
} from "@/tracking-service/store/documents-schema";
import { many, one, path, type Resource } from "./resource";

/** The attributes of a document next to its e-mail. */
const DOCUMENT_NAMES = Object.keys(SHORT_FORMS.document.attributes.shape);
const EMAIL_NAMES = Object.keys(SHORT_FORMS.email_submission.attributes.shape);

/**
 * The form of an included record next to `roots`, the type of the records that were requested: documents next to an e-mail
 * and every included e-mail have fewer attributes (supplement-2.md, 2. Its includes).
 */
export function includedForm(record: Resource, roots: readonly ResourceType[]): Resource {
  const only = (names: readonly string[], given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
  if (record.type === "email_submission") {
    const { body, ...given } = record.attributes;
    return { ...record, attributes: { ...only(EMAIL_NAMES, given), body_preview: body } };
  }
  if (record.type !== "document" || !roots.includes("email_submission")) return record;
  return { ...record, attributes: only(DOCUMENT_NAMES, record.attributes) };
}

type DocumentRow = typeof documents.$inferSelect;
type EmailRow = typeof emailSubmissions.$inferSelect;

export async function presentDocuments(reader: Reader, rows: DocumentRow[]): Promise<Resource[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const shipped = await reader
    .select()
    .from(documentShipments)
    .where(inArray(documentShipments.documentId, ids))
    .orderBy(asc(documentShipments.shipmentId));
  const containers = await reader
    .select()
    .from(documentContainers)
    .where(inArray(documentContainers.documentId, ids))
    .orderBy(asc(documentContainers.containerId));
  return rows.map((row) => ({
    type: "document",
    id: row.id,
    attributes: {
      id: row.id,
      name: row.name,
      document_type: row.documentType,
      document_type_manual: row.documentTypeManual,
      classification_notes: null,
      source: row.source,
      file_name: row.fileName ?? row.name,
      file_content_type: row.contentType,
      file_size_bytes: row.byteSize,
      content_type: row.contentType,
      byte_size: row.byteSize,
      checksum: row.checksum,
      status: row.status,
      failed_reason: row.failedReason,
      extracted_data: row.extracted,
      created_at: iso(row.createdAt.getTime()),
      updated_at: iso(row.updatedAt.getTime()),
    },
    relationships: {
      shipments: many(
        "shipment",
        shipped.filter(({ documentId }) => documentId === row.id).map(({ shipmentId }) => shipmentId),
      ),
      cargos: many(
        "container",
        containers.filter(({ documentId }) => documentId === row.id).map(({ containerId }) => containerId),
      ),
      account: one("account", row.accountId),
      user: one("user", row.userKeyId),
      email_submission: one("email_submission", row.emailSubmissionId),
      last_document_representation: one("document_representation", isRepresented(row) ? row.id : null),
    },
    links: { self: path("documents", row.id), download: path("documents", row.id, "download_url") },
  }));
}

/** Whether something was read from a document or entered by hand. */
const isRepresented = ({ extracted, extractedManual }: DocumentRow) =>
  extracted !== null || extractedManual !== null;

/** What the documents contain, by their ids: a document has one representation. Data entered by hand takes precedence. */
export async function loadRepresentations(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = await reader.select().from(documents).where(inArray(documents.id, ids));
  return rows.filter(isRepresented).map((row) => ({
    type: "document_representation",
    id: row.id,
    attributes: {
      schema_version: DOCUMENT_SCHEMA_VERSION,
      payload: row.extractedManual ?? row.extracted ?? {},
      created_at: iso(row.createdAt.getTime()),
      updated_at: iso(row.updatedAt.getTime()),
    },
  }));
}

export async function presentEmailSubmissions(reader: Reader, rows: EmailRow[]): Promise<Resource[]> {
  if (rows.length === 0) return [];
  const attached = await reader
    .select()
    .from(emailSubmissionDocuments)
    .where(
      inArray(
        emailSubmissionDocuments.emailSubmissionId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(emailSubmissionDocuments.documentId));
  return rows.map((row) => ({
    type: "email_submission",
    id: row.id,
    attributes: {
      subject: row.subject,
      body: null,
      from: row.fromAddress === null ? [] : [row.fromAddress],
      to: row.toAddresses,
      cc: row.ccAddresses,
      sent_at: row.sentAt ? iso(row.sentAt.getTime()) : null,
      message_id: row.messageId,
      in_reply_to: row.inReplyTo,
      references: row.referenceIds,
      content_type: row.contentType,
      documents_count: attached.filter(({ emailSubmissionId }) => emailSubmissionId === row.id).length,
      created_at: iso(row.createdAt.getTime()),
      updated_at: iso(row.createdAt.getTime()),
    },
    relationships: {
      account: one("account", row.accountId),
      user: one("user", null),
      documents: many(
        "document",
        attached
          .filter(({ emailSubmissionId }) => emailSubmissionId === row.id)
          .map(({ documentId }) => documentId),
      ),
    },
    links: { self: path("email_submissions", row.id) },
  }));
}

export async function loadDocuments(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentDocuments(reader, await reader.select().from(documents).where(inArray(documents.id, ids)));
}

export async function loadEmailSubmissions(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentEmailSubmissions(
    reader,
    await reader.select().from(emailSubmissions).where(inArray(emailSubmissions.id, ids)),
  );
}
