import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { EVENTS } from "@/lib/contract/events";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { loadNotifications, presentWebhooks } from "@/tracking-service/resources/account-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { webhookNotifications, webhooks } from "@/tracking-service/store/schema";

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

const create = operation({
  summary: "Registers a webhook. Its secret is given in the answer.",
  section: "interface.md, POST /webhooks",
  body: bodySchema,
  success: { kind: "item", type: "webhook", status: 201 },
  async handle({ service: { db, now }, account, body }) {
    const { attributes } = body.data;
    const events = [...new Set(attributes.events)];
    const url = checkUrl(attributes.url);
    if (events.length === 0) {
      const source = { pointer: "/data/attributes/events" };
      throw unprocessable("Blank events", "Name at least one event.", source, "blank");
    }
    const row = {
      id: randomUUID(),
      accountId: account.id,
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
  },
});

const list = operation({
  summary: "Webhooks of the account, newest first.",
  section: "supplement.md, GET /webhooks",
  pageSize: 30,
  success: { kind: "list", type: "webhook" },
  async handle({ service: { db }, account, page }) {
    const where = eq(webhooks.accountId, account.id);
    const total = await db.$count(webhooks, where);
    const rows = await db
      .select()
      .from(webhooks)
      .where(where)
      .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
      .limit(page.size)
      .offset(page.offset);
    return pageAnswer(presentWebhooks(rows), null, total, page);
  },
});

const item = operation({
  summary: "One webhook.",
  section: "supplement.md, GET /webhooks/{id}",
  success: { kind: "item", type: "webhook" },
  async handle({ service: { db }, account, param }) {
    const id = requireUuid(param("id"));
    const rows = await db
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, id), eq(webhooks.accountId, account.id)));
    const [webhook] = presentWebhooks(rows);
    if (!webhook) throw notFound();
    return itemAnswer(webhook, path("webhooks", id), null);
  },
});

const notification = operation({
  summary: "What became of one delivery, and by include what it was about.",
  section: "supplement.md, GET /webhook_notifications/{id}",
  include: "webhook_notification",
  success: { kind: "item", type: "webhook_notification" },
  async handle({ service: { db }, account, param, include, self }) {
    const id = requireUuid(param("id"));
    const n = webhookNotifications;
    const own = await db
      .select({ id: n.id })
      .from(n)
      .where(and(eq(n.id, id), eq(n.accountId, account.id)));
    if (own.length === 0) throw notFound();
    const [resource] = await loadNotifications(db, [id]);
    if (!resource) throw notFound();
    const included = include.length > 0 ? await collectIncluded(db, [resource], include) : null;
    return itemAnswer(resource, self, included);
  },
});

export const webhookEndpoints = [
  endpoint("/webhooks", { get: list, post: create }),
  endpoint("/webhooks/{id}", { get: item }),
  endpoint("/webhook_notifications/{id}", { get: notification }),
];
