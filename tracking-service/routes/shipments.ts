import { and, count, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { Hono } from "hono";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { includePaths } from "@/tracking-service/json-api/include";
import { pageOf } from "@/tracking-service/json-api/paging";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { collectIncluded } from "@/tracking-service/resources/included";
import { presentShipments } from "@/tracking-service/resources/journey-records";
import { many, type Resource } from "@/tracking-service/resources/resource";
import { listRoleIds } from "@/tracking-service/resources/roles";
import type { Database } from "@/tracking-service/store/database";
import { shipments } from "@/tracking-service/store/schema";
import { type Environment, endpoint, type Request, type Service, selfOf } from "./context";

/** A true-or-false parameter; undefined when it was not sent. */
function flagOf(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  if (text === "true" || text === "false") return text === "true";
  throw unprocessable(`Invalid ${name}`, `${name} must be true or false.`, { parameter: name });
}

function conditions(accountId: string, query: URLSearchParams): SQL | undefined {
  const stopped = flagOf(query, "filter[tracking_stopped]");
  const number = query.get("number");
  const wanted = [eq(shipments.accountId, accountId)];
  if (stopped !== undefined) {
    wanted.push(stopped ? isNotNull(shipments.trackingStoppedAt) : isNull(shipments.trackingStoppedAt));
  }
  if (number) wanted.push(eq(shipments.requestNumber, normalizeNumber(number)));
  return and(...wanted);
}

async function withRoles(db: Database, resources: Resource[]): Promise<Resource[]> {
  const roles = await listRoleIds(
    db,
    resources.map(({ id }) => id),
  );
  return resources.map((resource) => ({
    ...resource,
    relationships: {
      ...resource.relationships,
      party_roles: many("party_role", roles.get(resource.id) ?? []),
    },
  }));
}

/** GET /shipments: newest created first (interface.md, GET /shipments). */
async function list({ db }: Service, context: Request): Promise<Response> {
  const url = new URL(context.req.url);
  const page = pageOf(url, 30);
  const paths = includePaths("shipment", url.searchParams.get("include") ?? undefined);
  const where = conditions(context.var.account.id, url.searchParams);
  const parties = flagOf(url.searchParams, "flag[parties]") === true;
  const [total] = await db.select({ rows: count() }).from(shipments).where(where);
  const rows = await db
    .select()
    .from(shipments)
    .where(where)
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(page.size)
    .offset(page.offset);
  const plain = await presentShipments(db, rows);
  const resources = parties ? await withRoles(db, plain) : plain;
  const included = paths.length > 0 ? await collectIncluded(db, resources, paths) : null;
  return pageAnswer(resources, included, total?.rows ?? 0, page);
}

async function item({ db }: Service, context: Request): Promise<Response> {
  const id = requireUuid(context.req.param("id"));
  const paths = includePaths("shipment", context.req.query("include"));
  const rows = await db
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), eq(shipments.accountId, context.var.account.id)));
  const [resource] = await presentShipments(db, rows);
  if (!resource) throw notFound();
  const included = paths.length > 0 ? await collectIncluded(db, [resource], paths) : null;
  return itemAnswer(resource, selfOf(context), included);
}

export function shipmentRoutes(app: Hono<Environment>, service: Service): void {
  endpoint(app, "/shipments", { get: (context) => list(service, context) });
  endpoint(app, "/shipments/:id", { get: (context) => item(service, context) });
}
