import { asc, inArray } from "drizzle-orm";
import { iso } from "@/tracking-service/clock/instant";
import type { Reader } from "@/tracking-service/store/database";
import {
  documentContainers,
  documentShipments,
  documents,
  emailSubmissionDocuments,
  emailSubmissions,
} from "@/tracking-service/store/documents-schema";
import { many, one, path, type Resource } from "./resource";

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
      name: row.name,
      document_type: row.documentType,
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
      email_submission: one("email_submission", row.emailSubmissionId),
    },
    links: { self: path("documents", row.id) },
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
      from: row.fromAddress,
      subject: row.subject,
      message_id: row.messageId,
      sent_at: row.sentAt ? iso(row.sentAt.getTime()) : null,
      created_at: iso(row.createdAt.getTime()),
    },
    relationships: {
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
