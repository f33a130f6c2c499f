import { z } from "zod";
import type { SharedFile } from "@/lib/features/sharing/commands/open-shared-document";

export const documentParams = z.object({ id: z.string().min(1).max(200) });

/** A document's file as a download for a customer, never displayed in the browser. */
export function documentResponse({ body, bytes, mediaType, disposition }: SharedFile): Response {
  const headers = new Headers({
    "Content-Type": mediaType,
    "Content-Disposition": disposition,
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
  });
  if (bytes !== null) headers.set("Content-Length", String(bytes));
  return new Response(body, { headers });
}
