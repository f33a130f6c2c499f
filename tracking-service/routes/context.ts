import type { Context, Hono } from "hono";
import type { Account } from "@/tracking-service/access";
import { methodNotAllowed } from "@/tracking-service/json-api/errors";
import type { Source } from "@/tracking-service/sources/source";
import type { Database } from "@/tracking-service/store/database";

/** What routes work with. */
export type Service = { db: Database; source: Source; now: () => Date };

export type Environment = { Variables: { account: Account } };
export type Request = Context<Environment>;
type Handler = (context: Request) => Promise<Response>;
type Method = "get" | "post" | "patch" | "delete";

/** Puts the methods a path knows on the router; every other one is answered 405 with Allow. */
export function endpoint(
  app: Hono<Environment>,
  path: string,
  methods: Partial<Record<Method, Handler>>,
): void {
  for (const [method, handler] of Object.entries(methods)) app.on(method.toUpperCase(), path, handler);
  const allowed = Object.keys(methods).flatMap((method) =>
    method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
  );
  app.all(path, (context) => {
    throw methodNotAllowed(context.req.method, allowed);
  });
}

/** The address as links.self gives it: path and query, without the host. */
export function selfOf(context: Request): string {
  const url = new URL(context.req.url);
  return `${url.pathname}${url.search}`.replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%2C", ",");
}
