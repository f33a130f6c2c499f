import { and, count, desc, eq } from "drizzle-orm";
import type { Hono } from "hono";
import { readDocument } from "@/tracking-service/json-api/body";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { includePaths } from "@/tracking-service/json-api/include";
import { pageOf } from "@/tracking-service/json-api/paging";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { createTrackingRequest } from "@/tracking-service/requests/create-tracking-request";
import { presentTrackingRequests } from "@/tracking-service/resources/account-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { trackingRequests } from "@/tracking-service/store/schema";
import { type Environment, endpoint, type Request, type Service, selfOf } from "./context";

/** tracked_object is included whether or not it is asked for (supplement.md, tracking_request). */
const ALWAYS = ["tracked_object"];

/** GET /tracking_requests: newest created first. */
async function list({ db }: Service, context: Request): Promise<Response> {
  const url = new URL(context.req.url);
  const page = pageOf(url, 30);
  const paths = includePaths("tracking_request", url.searchParams.get("include") ?? undefined);
  const where = eq(trackingRequests.accountId, context.var.account.id);
  const [total] = await db.select({ rows: count() }).from(trackingRequests).where(where);
  const rows = await db
    .select()
    .from(trackingRequests)
    .where(where)
    .orderBy(desc(trackingRequests.createdAt), desc(trackingRequests.id))
    .limit(page.size)
    .offset(page.offset);
  const resources = presentTrackingRequests(rows);
  const included = await collectIncluded(db, resources, [ALWAYS, ...paths]);
  return pageAnswer(resources, included, total?.rows ?? 0, page);
}

async function create(service: Service, context: Request): Promise<Response> {
  const document = await readDocument(context.req.raw);
  const row = await createTrackingRequest(
    { ...service, now: service.now() },
    context.var.account.id,
    document,
  );
  const [resource] = presentTrackingRequests([row]);
  if (!resource) throw new Error("the tracking request was not presented");
  return itemAnswer(resource, path("tracking_requests", row.id), null, 201);
}

async function item({ db }: Service, context: Request): Promise<Response> {
  const id = requireUuid(context.req.param("id"));
  const paths = includePaths("tracking_request", context.req.query("include"));
  const rows = await db
    .select()
    .from(trackingRequests)
    .where(and(eq(trackingRequests.id, id), eq(trackingRequests.accountId, context.var.account.id)));
  const [resource] = presentTrackingRequests(rows);
  if (!resource) throw notFound();
  return itemAnswer(resource, selfOf(context), await collectIncluded(db, [resource], [ALWAYS, ...paths]));
}

export function trackingRequestRoutes(app: Hono<Environment>, service: Service): void {
  endpoint(app, "/tracking_requests", {
    get: (context) => list(service, context),
    post: (context) => create(service, context),
  });
  endpoint(app, "/tracking_requests/:id", { get: (context) => item(service, context) });
}
