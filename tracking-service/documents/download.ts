import { eq } from "drizzle-orm";
import { notFound } from "@/tracking-service/json-api/errors";
import { isUuid } from "@/tracking-service/json-api/uuid";
import type { Database } from "@/tracking-service/store/database";
import { documentContents, documents } from "@/tracking-service/store/documents-schema";
import { isGoodAddress } from "./download-address";

/**
 * Returns the file of a signed address, always as an attachment, because its content is untrusted. Every invalid
 * request gets 404, so that guessing reveals nothing.
 */
export async function download(db: Database, id: string, query: URLSearchParams): Promise<Response> {
  const gone = () => notFound("There is no file at this address, or its time is over: ask for a new one.");
  if (!isUuid(id)) throw gone();
  const [row] = await db
    .select({ name: documents.name, secret: documents.downloadSecret, content: documentContents.content })
    .from(documents)
    .innerJoin(documentContents, eq(documentContents.documentId, documents.id))
    .where(eq(documents.id, id));
  const expires = Number(query.get("expires"));
  const signed = row && { id: id.toLowerCase(), secret: row.secret, expires };
  if (!signed || !isGoodAddress(signed, query.get("signature") ?? "", Date.now())) throw gone();
  return new Response(new Uint8Array(row.content), {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(row.name)}`,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Cache-Control": "private, no-store",
    },
  });
}
