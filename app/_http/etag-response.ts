import { createHash } from "node:crypto";

/** Whether an `If-None-Match` names this tag, weakly compared (RFC 9110, 13.1.2). */
function names(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((part) => part.trim().replace(/^W\//, "") === tag);
}

/**
 * An answer with an ETag of `facts` (by default the body): 304 without a body for whoever has the same already.
 * `headers` go with both.
 */
export function taggedAnswer(
  request: Request,
  body: string,
  headers: Readonly<Record<string, string>>,
  facts: string = body,
): Response {
  const tag = `"${createHash("sha256").update(facts).digest("base64url").slice(0, 27)}"`;
  const tagged = { ...headers, ETag: tag };
  if (!names(request.headers.get("if-none-match"), tag)) return new Response(body, { headers: tagged });
  const { "Content-Type": _type, ...rest }: Record<string, string> = tagged;
  return new Response(null, { status: 304, headers: rest });
}
