import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { methodNotAllowed } from "@/tracking-service/json-api/errors";
import { DOCS_FILES, DOCS_HEADERS, DOCS_PAGE, readDocsFile } from "./docs-page";
import { describeInterface } from "./openapi";
import type { Endpoint, Environment } from "./operation";

type Text = { body: string; headers: Record<string, string> };

function prepared(body: string, headers: Record<string, string>): Text {
  const hash = createHash("sha256").update(body).digest("base64url");
  const lasting = { ETag: `"${hash}"`, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" };
  return { body, headers: { ...lasting, ...headers } };
}

/** Serves text that is built on the first request and cached for the lifetime of the process. */
function serve(app: Hono<Environment>, path: string, make: () => Text): void {
  let text: Text | undefined;
  app.get(path, (context) => {
    text ??= make();
    const known = (context.req.header("If-None-Match") ?? "").split(",").map((tag) => tag.trim());
    const unchanged = known.some((tag) => tag === "*" || tag.replace(/^W\//, "") === text?.headers.ETag);
    return new Response(unchanged ? null : text.body, {
      status: unchanged ? 304 : 200,
      headers: text.headers,
    });
  });
  app.all(path, (context) => {
    throw methodNotAllowed(context.req.method, ["GET", "HEAD"]);
  });
}

/**
 * Mounts the interface description as /openapi.json and as the page /docs. It needs no key, because it contains no
 * account data.
 */
export function mountSelfDescription(app: Hono<Environment>, endpoints: readonly Endpoint[]): void {
  serve(app, "/openapi.json", () =>
    prepared(JSON.stringify(describeInterface(endpoints)), { "Content-Type": "application/json" }),
  );
  serve(app, "/docs", () => prepared(DOCS_PAGE, DOCS_HEADERS));
  for (const [name, mediaType] of Object.entries(DOCS_FILES)) {
    serve(app, `/docs/${name}`, () => prepared(readDocsFile(name), { "Content-Type": mediaType }));
  }
}
