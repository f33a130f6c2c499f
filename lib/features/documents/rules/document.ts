import { z } from "zod";
import type { DocumentEntry } from "@/lib/contract/document";

export const documentLinkSchema = z.object({
  type: z.enum(["container", "shipment"]),
  id: z.string(),
  number: z.string(),
});
/** A container or shipment that a document is linked to. `number` is its display number. */
export type DocumentLink = z.infer<typeof documentLinkSchema>;

export const documentEmailSchema = z.object({
  id: z.string(),
  subject: z.string().nullable().catch(null),
  from: z.string().nullable().catch(null),
  sentAt: z.string().nullable().catch(null),
});
/** An email that brought documents. `sentAt` is UTC text. What is not reported is null. */
export type DocumentEmail = z.infer<typeof documentEmailSchema>;

/**
 * A document as shown and edited. `type` is the service's name of its kind. `bytes` is null when the service does not
 * report it.
 */
export type DocumentRecord = DocumentEntry & {
  /** The email that brought the document. Null for other sources. */
  email: DocumentEmail | null;
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

/**
 * Groups documents by the email that brought them, in the order of their first document. `email` is null for those from
 * other sources, each of which is a group by itself.
 */
export function byEmail(
  documents: readonly DocumentRecord[],
): { email: DocumentEmail | null; documents: DocumentRecord[] }[] {
  const groups: { email: DocumentEmail | null; documents: DocumentRecord[] }[] = [];
  for (const document of documents) {
    const { email } = document;
    const group = email && groups.find((each) => each.email?.id === email.id);
    if (group) group.documents.push(document);
    else groups.push({ email, documents: [document] });
  }
  return groups;
}
