import { connection } from "next/server";
import { errorResponse } from "@/app/api/_http/responses";
import { runSignedIn } from "@/lib/auth/commands/session-context";
import { openDocument } from "@/lib/features/documents/commands/open-document";
import { savedAs } from "@/lib/features/documents/rules/accepted-files";

type Context = { params: Promise<{ id: string }> };

/** A document's file as a download, never displayed in the browser. See docs/api.md. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const { name, body, bytes } = await runSignedIn(openDocument, () => params);
    const headers = new Headers({
      "Content-Type": "application/octet-stream",
      "Content-Disposition": savedAs(name),
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    });
    if (bytes !== null) headers.set("Content-Length", String(bytes));
    return new Response(body, { headers });
  } catch (error) {
    return errorResponse(error);
  }
}
