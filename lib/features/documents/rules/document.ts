import { z } from "zod";
import type { DocumentEntry } from "@/lib/contract/document";

export const documentLinkSchema = z.object({
  type: z.enum(["container", "shipment"]),
  id: z.string(),
  number: z.string(),
});
/** A container or shipment that a document is linked to. `number` is its display number. */
export type DocumentLink = z.infer<typeof documentLinkSchema>;

/**
 * A document as shown and edited. `type` is the service's name of its kind. `bytes` is null when the service does not
 * report it.
 */
export type DocumentRecord = DocumentEntry & {
  type: string | null;
  bytes: number | null;
  failedReason: string | null;
  links: DocumentLink[];
};

/** Returns the editable values of a document in a normalized form. Equal values give the same text. */
export const documentState = ({
  name,
  type,
  links,
}: Pick<DocumentRecord, "name" | "type" | "links">): string =>
  JSON.stringify([name, type, [...new Set(links.map((link) => `${link.type} ${link.id}`))].sort()]);

/** Formats a file size: "1.4 MB", "820 KB", "12 bytes". */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
