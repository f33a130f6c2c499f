import { createHash } from "node:crypto";

/** Whether an `If-None-Match` header contains this tag, by weak comparison (RFC 9110, 13.1.2). */
function names(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((part) => part.trim().replace(/^W\//, "") === tag);
}

/**
 * A response with an ETag of `facts` (default: the body). Returns 304 without a body if the client has the same
 * version. `headers` are set on both.
 */
export function taggedResponse(
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
