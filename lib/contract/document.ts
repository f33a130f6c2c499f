import { z } from "zod";
import { code, instant, text } from "./values";

/** Types of documents that belong to a shipment, with their labels. */
export const DOCUMENT_TYPES = {
  arrival_notice: "Arrival notice",
  bill_of_lading: "Bill of lading",
  booking_confirmation: "Booking confirmation",
  commercial_invoice: "Commercial invoice",
  customs_entry: "Customs entry",
  delivery_order: "Delivery order",
  freight_invoice: "Freight invoice",
  interchange_receipt: "Equipment interchange receipt",
  packing_list: "Packing list",
  proof_of_delivery: "Proof of delivery",
  other: "Other",
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

export const isDocumentType = (text: string): text is DocumentType => Object.hasOwn(DOCUMENT_TYPES, text);

export const DOCUMENT_STATUSES = ["pending", "extracted", "extraction_failed"] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** supplement-2.md, 2. 11 attributes: how a document came to the service. */
export const DOCUMENT_SOURCES = ["upload", "api", "email", "split_document"] as const;
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** Numbers found in the text of a document, whether or not the account tracks them. */
export type ExtractedNumbers = { container_numbers: string[]; bill_of_lading_numbers: string[] };

/** Attributes of a document. The relationships `cargos` (containers) and `shipments` name the records it belongs to. */
export const documentAttributesSchema = z.looseObject({
  name: text,
  file_name: text,
  document_type: code,
  document_type_manual: code,
  status: code,
  created_at: instant,
});

/** A document entry for display. The live service reports no status. `createdAt` is UTC text. */
export type DocumentEntry = {
  id: string;
  name: string;
  kind: string | null;
  status: string | null;
  createdAt: string | null;
};

/** Builds a document entry from its attributes. Null when the attributes are invalid. */
export function documentEntry(id: string, attributes: unknown): DocumentEntry | null {
  const read = documentAttributesSchema.safeParse(attributes);
  if (!read.success) return null;
  const { name, file_name: fileName, status, created_at: createdAt } = read.data;
  const kind = read.data.document_type_manual || read.data.document_type;
  return {
    id,
    name: name || fileName || "Document",
    kind: kind ? (isDocumentType(kind) ? DOCUMENT_TYPES[kind] : kind) : null,
    status: status ?? null,
    createdAt: createdAt ?? null,
  };
}

/** A document type: the value used by the service and its label. */
export type DocumentKind = { value: string; label: string };
