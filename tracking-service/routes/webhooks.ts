import { randomBytes, randomUUID } from "node:crypto";
import { and, count, desc, eq } from "drizzle-orm";
import type { Hono } from "hono";
import { z } from "zod";
import { EVENTS } from "@/lib/contract/events";
import { readBody, readDocument } from "@/tracking-service/json-api/body";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { includePaths } from "@/tracking-service/json-api/include";
import { pageOf } from "@/tracking-service/json-api/paging";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { loadNotifications, presentWebhooks } from "@/tracking-service/resources/account-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { webhookNotifications, webhooks } from "@/tracking-service/store/schema";
import { type Environment, endpoint, type Request, type Service, selfOf } from "./context";

const bodySchema = z.object({
  data: z.object({
    type: z.literal("webhook"),
    attributes: z.object({
      url: z.string().max(2_000, { error: "at most 2000 characters" }),
      active: z.boolean().nullish(),
      events: z.array(z.enum(EVENTS)).max(200, { error: "at most 200 entries" }),
    }),
  }),
});

const URL_MEMBER = { pointer: "/data/attributes/url" };
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** https anywhere; plain http on this machine alone. */
function checkUrl(text: string): string {
  if (text.trim() === "") throw unprocessable("Blank url", "url can't be blank.", URL_MEMBER, "blank");
  const url = URL.canParse(text) ? new URL(text) : null;
  const allowed = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (!url || !allowed || url.username !== "" || url.password !== "") {
    const detail = "url must be an https address; http is taken for this machine alone.";
    throw unprocessable("Invalid url", detail, URL_MEMBER, "invalid");
  }
  return text;
}

async function create({ db, now }: Service, context: Request): Promise<Response> {
  const { attributes } = readBody(bodySchema, await readDocument(context.req.raw)).data;
  const events = [...new Set(attributes.events)];
  const url = checkUrl(attributes.url);
  if (events.length === 0) {
    const source = { pointer: "/data/attributes/events" };
    throw unprocessable("Blank events", "Name at least one event.", source, "blank");
  }
  const row = {
    id: randomUUID(),
    accountId: context.var.account.id,
    url,
    active: attributes.active ?? true,
    events,
    headers: null,
    secret: randomBytes(24).toString("hex"),
    createdAt: now(),
    failingSince: null,
  };
  await db.insert(webhooks).values(row);
  const [webhook] = presentWebhooks([row]);
  if (!webhook) throw new Error("the webhook was not presented");
  return itemAnswer(webhook, path("webhooks", row.id), null, 201);
}

async function list({ db }: Service, context: Request): Promise<Response> {
  const page = pageOf(new URL(context.req.url), 30);
  const where = eq(webhooks.accountId, context.var.account.id);
  const [total] = await db.select({ rows: count() }).from(webhooks).where(where);
  const rows = await db
    .select()
    .from(webhooks)
    .where(where)
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
    .limit(page.size)
    .offset(page.offset);
  return pageAnswer(presentWebhooks(rows), null, total?.rows ?? 0, page);
}

async function item({ db }: Service, context: Request): Promise<Response> {
  const id = requireUuid(context.req.param("id"));
  const rows = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.accountId, context.var.account.id)));
  const [webhook] = presentWebhooks(rows);
  if (!webhook) throw notFound();
  return itemAnswer(webhook, path("webhooks", id), null);
}

/** GET /webhook_notifications/{id}: what became of one delivery, and by include what it was about. */
async function notification({ db }: Service, context: Request): Promise<Response> {
  const id = requireUuid(context.req.param("id"));
  const paths = includePaths("webhook_notification", context.req.query("include"));
  const n = webhookNotifications;
  const own = await db
    .select({ id: n.id })
    .from(n)
    .where(and(eq(n.id, id), eq(n.accountId, context.var.account.id)));
  if (own.length === 0) throw notFound();
  const [resource] = await loadNotifications(db, [id]);
  if (!resource) throw notFound();
  const included = paths.length > 0 ? await collectIncluded(db, [resource], paths) : null;
  return itemAnswer(resource, selfOf(context), included);
}

export function webhookRoutes(app: Hono<Environment>, service: Service): void {
  endpoint(app, "/webhooks", {
    get: (context) => list(service, context),
    post: (context) => create(service, context),
  });
  endpoint(app, "/webhooks/:id", { get: (context) => item(service, context) });
  endpoint(app, "/webhook_notifications/:id", { get: (context) => notification(service, context) });
}
