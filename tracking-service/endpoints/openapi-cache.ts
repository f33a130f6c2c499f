import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { interfacePage, PAGE_HEADERS } from "@/tracking-service/endpoints/page/page";
import { methodNotAllowed } from "@/tracking-service/json-api/errors";
import { describeInterface } from "./openapi";
import type { Endpoint, Environment } from "./operation";

type Text = { body: string; headers: Record<string, string> };

function prepared(body: string, headers: Record<string, string>): Text {
  const hash = createHash("sha256").update(body).digest("base64url");
  const lasting = { ETag: `"${hash}"`, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" };
  return { body, headers: { ...lasting, ...headers } };
}

/** Text that is made when it is first asked for, and is the same as long as the process lives. */
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

/** What the interface is like, as /openapi.json and as the page /docs: no secret, so no key is asked for, and nothing of any account. */
export function mountSelfDescription(app: Hono<Environment>, endpoints: readonly Endpoint[]): void {
  serve(app, "/openapi.json", () =>
    prepared(JSON.stringify(describeInterface(endpoints)), { "Content-Type": "application/json" }),
  );
  serve(app, "/docs", () => prepared(interfacePage(describeInterface(endpoints)), PAGE_HEADERS));
}
