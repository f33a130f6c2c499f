import type { DocumentEntry } from "@/lib/contract/document";

/** A container or shipment that a paper goes with; `number` as people call it. */
export type PaperLink = { type: "container" | "shipment"; id: string; number: string };

/** A paper as it is shown and edited; `type` as the service names its kind, `bytes` null where it does not tell. */
export type Paper = DocumentEntry & {
  type: string | null;
  bytes: number | null;
  failedReason: string | null;
  links: PaperLink[];
};

/** What can be edited of a paper, in one form however it came: two that say the same are the same text. */
export const paperState = ({ name, type, links }: Pick<Paper, "name" | "type" | "links">): string =>
  JSON.stringify([name, type, [...new Set(links.map((link) => `${link.type} ${link.id}`))].sort()]);

/** "1.4 MB", "820 KB", "12 bytes". */
export function bytesWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
