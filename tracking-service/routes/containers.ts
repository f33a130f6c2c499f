import { and, asc, count, desc, eq } from "drizzle-orm";
import type { Hono } from "hono";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { includePaths } from "@/tracking-service/json-api/include";
import { pageOf } from "@/tracking-service/json-api/paging";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { collectIncluded } from "@/tracking-service/resources/included";
import { presentContainers, presentTransportEvents } from "@/tracking-service/resources/journey-records";
import type { Database } from "@/tracking-service/store/database";
import { containers, transportEvents } from "@/tracking-service/store/schema";
import { type Environment, endpoint, type Request, type Service, selfOf } from "./context";

/** The account's container of this id; 404 for another account's as for none. */
export async function requireContainer(db: Database, accountId: string, id: string | undefined) {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.id, requireUuid(id)), eq(containers.accountId, accountId)));
  if (!row) throw notFound("There is no such container in this account.");
  return row;
}

/** GET /containers: most recently refreshed first (supplement.md, Endpoints). */
async function list({ db }: Service, context: Request): Promise<Response> {
  const url = new URL(context.req.url);
  const page = pageOf(url, 30);
  const paths = includePaths("container", url.searchParams.get("include") ?? undefined);
  const number = url.searchParams.get("filter[number]");
  const where = and(
    eq(containers.accountId, context.var.account.id),
    number ? eq(containers.number, normalizeNumber(number)) : undefined,
  );
  const [total] = await db.select({ rows: count() }).from(containers).where(where);
  const rows = await db
    .select()
    .from(containers)
    .where(where)
    .orderBy(desc(containers.refreshedAt), desc(containers.id))
    .limit(page.size)
    .offset(page.offset);
  const resources = await presentContainers(db, rows);
  const included = paths.length > 0 ? await collectIncluded(db, resources, paths) : null;
  return pageAnswer(resources, included, total?.rows ?? 0, page);
}

async function item({ db }: Service, context: Request): Promise<Response> {
  const paths = includePaths("container", context.req.query("include"));
  const row = await requireContainer(db, context.var.account.id, context.req.param("id"));
  const resources = await presentContainers(db, [row]);
  const [resource] = resources;
  if (!resource) throw notFound();
  const included = paths.length > 0 ? await collectIncluded(db, resources, paths) : null;
  return itemAnswer(resource, selfOf(context), included);
}

/** GET /containers/{id}/transport_events: past, vetted milestones, oldest first. */
async function events({ db }: Service, context: Request): Promise<Response> {
  const url = new URL(context.req.url);
  const page = pageOf(url, 1_000);
  const paths = includePaths("transport_event", url.searchParams.get("include") ?? undefined);
  const container = await requireContainer(db, context.var.account.id, context.req.param("id"));
  const where = and(eq(transportEvents.containerId, container.id), eq(transportEvents.milestone, true));
  const [total] = await db.select({ rows: count() }).from(transportEvents).where(where);
  const rows = await db
    .select()
    .from(transportEvents)
    .where(where)
    .orderBy(asc(transportEvents.happenedAt), asc(transportEvents.id))
    .limit(page.size)
    .offset(page.offset);
  const resources = presentTransportEvents(rows);
  const included = paths.length > 0 ? await collectIncluded(db, resources, paths) : null;
  return pageAnswer(resources, included, total?.rows ?? 0, page);
}

export function containerRoutes(app: Hono<Environment>, service: Service): void {
  endpoint(app, "/containers", { get: (context) => list(service, context) });
  endpoint(app, "/containers/:id", { get: (context) => item(service, context) });
  endpoint(app, "/containers/:id/transport_events", { get: (context) => events(service, context) });
}
