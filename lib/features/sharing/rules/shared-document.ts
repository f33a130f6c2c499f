import type { DocumentType } from "@/lib/contract/document";

/**
 * The types of documents that customers may be shown. Invoices of lines and truckers, "Other" and documents without a
 * type are not among them.
 */
export const SHARED_DOCUMENT_TYPES = [
  "arrival_notice",
  "bill_of_lading",
  "commercial_invoice",
  "customs_entry",
  "delivery_order",
  "interchange_receipt",
  "packing_list",
  "proof_of_delivery",
] as const satisfies readonly DocumentType[];

/** A document as customers see it. `about`: the numbers of its containers and shipments. `createdAt` is UTC text. */
export type SharedDocument = {
  id: string;
  name: string;
  kind: string | null;
  bytes: number | null;
  createdAt: string | null;
  about: string[];
};

type Format = { mediaType: string; ending: string; begins: readonly number[] };

/** The formats of files that customers can download, by their first bytes. */
const FORMATS: readonly Format[] = [
  { mediaType: "application/pdf", ending: "pdf", begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mediaType: "image/jpeg", ending: "jpg", begins: [0xff, 0xd8, 0xff] },
  { mediaType: "image/png", ending: "png", begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mediaType: "image/tiff", ending: "tif", begins: [0x49, 0x49, 0x2a, 0x00] },
  { mediaType: "image/tiff", ending: "tif", begins: [0x4d, 0x4d, 0x00, 0x2a] },
];

export const SHARED_MEDIA_TYPES = [...new Set(FORMATS.map(({ mediaType }) => mediaType))];

/** The number of first bytes that `sharedFormat` needs. */
export const FORMAT_BYTES = 8;

/** The format of a file by its first bytes, whatever its name says. Null for a file that is not shared. */
export const sharedFormat = (head: Uint8Array): Pick<Format, "mediaType" | "ending"> | null =>
  FORMATS.find(({ begins }) => begins.every((byte, at) => head[at] === byte)) ?? null;
