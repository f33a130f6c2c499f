import { Hono } from "hono";
import {
  type Account,
  authenticate,
  requireFeature,
  requireFullAccess,
} from "@/tracking-service/accounts/authenticate";
import { receiveUpload } from "@/tracking-service/documents/direct-uploads";
import { download } from "@/tracking-service/documents/download";
import { readBody, readDocument } from "@/tracking-service/json-api/body";
import { methodNotAllowed, notFound } from "@/tracking-service/json-api/errors";
import { includePaths } from "@/tracking-service/json-api/include";
import { type Page, pageOf } from "@/tracking-service/json-api/paging";
import { readQuery } from "@/tracking-service/json-api/query";
import type { Bucket, Limits } from "@/tracking-service/limits/rate-limits";
import { mountSelfDescription } from "./openapi-cache";
import type { Endpoint, Environment, Operation, OperationInput, Service } from "./operation";

const everything = (self: string): Page => ({
  number: 1,
  size: Number.MAX_SAFE_INTEGER,
  offset: 0,
  self,
  list: self,
});

type Request = OperationInput<unknown, unknown>["context"];

/**
 * Returns the relationships to include. 400 when a GET operation does not support them. Operations with other methods
 * ignore them.
 */
function includeOf(types: Operation["include"], method: string, query: URLSearchParams): string[][] {
  if (types === undefined && method !== "GET") return [];
  return includePaths(types ?? [], query.getAll("include").join(","));
}

async function requested(operation: Operation, service: Service, context: Request) {
  const url = new URL(context.req.url);
  const query = url.searchParams;
  const { include, pageSize, ignoresUnknownFilters } = operation;
  const origin = service.publicUrl();
  const self = `${origin}${url.pathname}${url.search}`;
  return {
    service,
    account: context.var.account,
    param: (name: string) => context.req.param(name) ?? "",
    query: readQuery(operation.query ?? {}, query, { ignoresUnknownFilters }),
    page: pageSize === undefined ? everything(self) : pageOf(url, pageSize, origin),
    include: includeOf(include, context.req.method, query),
    body: operation.body ? readBody(operation.body, await readDocument(context.req.raw)) : undefined,
    self,
    context,
  };
}

const honoPath = (path: string) => path.replaceAll("{", ":").replaceAll("}", "");

/** Checks before every operation: the limits, and the wall clock for plan terms (not simulation time). */
export type Gate = { limits: Limits; wallNow: () => Date };

/** Checks the account's access and counts the request against its rate limit. */
function pass({ limits, wallNow }: Gate, account: Account, bucket: Bucket, freePlan = false): void {
  if (!freePlan) requireFullAccess(account, wallNow());
  limits.admit(account.id, bucket);
}

function mount(app: Hono<Environment>, { path, methods }: Endpoint, service: Service, gate: Gate): void {
  const address = honoPath(path);
  for (const [method, operation] of Object.entries(methods)) {
    app.on(method.toUpperCase(), address, async (context) => {
      const { account } = context.var;
      pass(gate, account, operation.bucket ?? "default", operation.freePlan);
      if (operation.needs) requireFeature(account, operation.needs);
      return operation.handle(await requested(operation, service, context));
    });
  }
  const allowed = Object.keys(methods).flatMap((method) =>
    method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
  );
  app.all(address, (context) => {
    pass(gate, context.var.account, "default");
    throw methodNotAllowed(context.req.method, allowed);
  });
}

/** Mounts all endpoints under /v2. Each request passes the checks for key, plan, rate limit and plan features. */
export function createRouter(
  endpoints: readonly Endpoint[],
  service: Service,
  gate: Gate,
): Hono<Environment> {
  const app = new Hono<Environment>().basePath("/v2");
  mountSelfDescription(app, endpoints);
  app.get("/documents/:id/download", (context) =>
    download(service.db, context.req.param("id"), new URL(context.req.url).searchParams),
  );
  app.put("/rails/active_storage/disk/:id", (context) =>
    receiveUpload(service.db, context.req.param("id"), context.req.raw),
  );
  app.use("*", async (context, next) => {
    context.set("account", await authenticate(service.db, context.req.header("Authorization")));
    await next();
  });
  for (const each of endpoints) mount(app, each, service, gate);
  app.all("*", (context) => {
    pass(gate, context.var.account, "default");
    throw notFound("There is nothing at this address.");
  });
  return app;
}
