import { z } from "zod";
import { instant, text } from "./values";

/** Kinds of papers that go with a shipment, with what people call them. */
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

/** Numbers that were found in a document's text, whether or not the account follows them. */
export type ExtractedNumbers = { container_numbers: string[]; bill_of_lading_numbers: string[] };

/** A paper's attributes; relationships `cargos` (containers) and `shipments` say what it goes with. */
export const documentAttributesSchema = z.looseObject({
  name: text,
  document_type: text,
  status: text,
  created_at: instant,
});

/** A paper to show; `createdAt` is UTC text. */
export type DocumentEntry = {
  id: string;
  name: string;
  kind: string | null;
  status: string | null;
  createdAt: string | null;
};

/** A paper to show, by its attributes; null when they cannot be read. */
export function documentEntry(id: string, attributes: unknown): DocumentEntry | null {
  const read = documentAttributesSchema.safeParse(attributes);
  if (!read.success) return null;
  const { name, document_type: kind, status, created_at: createdAt } = read.data;
  return {
    id,
    name: name || "Document",
    kind: kind ? (isDocumentType(kind) ? DOCUMENT_TYPES[kind] : kind) : null,
    status: status ?? null,
    createdAt: createdAt ?? null,
  };
}

/** A kind of document as the service names it, and what people call it. */
export type DocumentKind = { value: string; label: string };
