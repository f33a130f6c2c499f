import { customType, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { DocumentSource, DocumentStatus, DocumentType, ExtractedNumbers } from "@/lib/contract/document";

/** The tables of migrations/0004-documents.sql as drizzle definitions. */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const emailSubmissions = pgTable("email_submissions", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  fromAddress: text("from_address"),
  toAddresses: jsonb("to_addresses").$type<string[]>().notNull().default([]),
  ccAddresses: jsonb("cc_addresses").$type<string[]>().notNull().default([]),
  inReplyTo: text("in_reply_to"),
  referenceIds: jsonb("reference_ids").$type<string[]>().notNull().default([]),
  contentType: text("content_type"),
  subject: text(),
  messageId: text("message_id"),
  sentAt: instant("sent_at"),
  createdAt: instant("created_at").notNull(),
});

export const documents = pgTable("documents", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  emailSubmissionId: uuid("email_submission_id"),
  name: text().notNull(),
  documentType: text("document_type").$type<DocumentType>(),
  documentTypeManual: text("document_type_manual"),
  extractedManual: jsonb("extracted_manual").$type<Record<string, unknown>>(),
  source: text().$type<DocumentSource>().notNull().default("upload"),
  fileName: text("file_name"),
  userKeyId: uuid("user_key_id"),
  contentType: text("content_type").notNull(),
  byteSize: integer("byte_size").notNull(),
  checksum: text().notNull(),
  downloadSecret: text("download_secret").notNull(),
  status: text().$type<DocumentStatus>().notNull().default("pending"),
  failedReason: text("failed_reason"),
  extracted: jsonb().$type<ExtractedNumbers>(),
  attempts: integer().notNull().default(0),
  claimedUntil: instant("claimed_until"),
  leaseId: uuid("lease_id"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const directUploads = pgTable("direct_uploads", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  secret: text().notNull(),
  filename: text().notNull(),
  contentType: text("content_type").notNull(),
  byteSize: integer("byte_size").notNull(),
  checksum: text().notNull(),
  content: bytes(),
  createdAt: instant("created_at").notNull(),
});

export const documentContents = pgTable("document_contents", {
  documentId: uuid("document_id").primaryKey(),
  content: bytes().notNull(),
});

export const documentShipments = pgTable("document_shipments", {
  documentId: uuid("document_id").notNull(),
  shipmentId: uuid("shipment_id").notNull(),
});

export const documentContainers = pgTable("document_containers", {
  documentId: uuid("document_id").notNull(),
  containerId: uuid("container_id").notNull(),
});

export const emailSubmissionDocuments = pgTable("email_submission_documents", {
  emailSubmissionId: uuid("email_submission_id").notNull(),
  documentId: uuid("document_id").notNull(),
});
