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
