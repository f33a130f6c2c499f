import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { EVENTS, SUBSCRIBABLE_EVENTS } from "@/lib/contract/events";
import { type Account, requireFeature } from "@/tracking-service/accounts/authenticate";
import { webhookHeaders } from "@/tracking-service/deliveries/custom-headers";
import { DELIVERIES_CHANNEL } from "@/tracking-service/deliveries/enqueue";
import { dueAtOnce } from "@/tracking-service/deliveries/outbox";
import type { Deliveries } from "@/tracking-service/deliveries/send";
import { requireWebhookAddress } from "@/tracking-service/deliveries/validate-target";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { emptyResponse, itemResponse, pageResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { presentWebhooks } from "@/tracking-service/resources/account-records";
import { path } from "@/tracking-service/resources/resource";
import { webhookNotifications, webhooks } from "@/tracking-service/store/schema";

const url = z.string().max(2_000, { error: "at most 2000 characters" });
const events = z.array(z.enum(SUBSCRIBABLE_EVENTS)).max(200, { error: "at most 200 entries" });

type SubscribableEvent = (typeof SUBSCRIBABLE_EVENTS)[number];

const createSchema = z.object({
  data: z.object({
    type: z.literal("webhook"),
    attributes: z.object({
      url,
      active: z.boolean(),
      events: events.optional(),
      headers: webhookHeaders.nullish(),
    }),
  }),
});

const editSchema = z.object({
  data: z.object({
    type: z.literal("webhook"),
    id: z.string().optional(),
    attributes: z.object({
      url: url.optional(),
      active: z.boolean().optional(),
      events: events.optional(),
      headers: webhookHeaders.nullish(),
    }),
  }),
});

/** Removes duplicates. 422 for an empty list, 403 for an event the plan does not include. */
function subscription(account: Account, names: SubscribableEvent[]): SubscribableEvent[] {
  if (names.length === 0) {
    const source = { pointer: "/data/attributes/events" };
    throw unprocessable("Blank events", "Name at least one event.", source, "blank");
  }
  if (names.includes(RAIL_DEADLINE)) requireFeature(account, "rail_lfd");
  return [...new Set(names)];
}

const RAIL_DEADLINE = "container.pickup_lfd_rail.changed";

/** The subscription of a webhook that names no events: all that the plan includes. */
const everyEvent = ({ features }: Account): SubscribableEvent[] =>
  EVENTS.filter((event) => event !== RAIL_DEADLINE || features.includes("rail_lfd"));

const address = (text: string, deliveries: Deliveries) =>
  requireWebhookAddress(text, "/data/attributes/url", deliveries);

const create = operation({
  summary: "Registers a webhook. Its secret is given in the answer.",
  section: "interface.md, POST /webhooks",
  body: createSchema,
  success: { kind: "item", type: "webhook", status: 201 },
  async handle({ service: { db, deliveries }, account, body }) {
    const { attributes } = body.data;
    const row = {
      id: randomUUID(),
      accountId: account.id,
      url: address(attributes.url, deliveries),
      active: attributes.active,
      events: attributes.events ? subscription(account, attributes.events) : everyEvent(account),
      headers: attributes.headers ?? null,
      secret: randomBytes(24).toString("hex"),
    };
    const [webhook] = presentWebhooks(await db.insert(webhooks).values(row).returning());
    if (!webhook) throw new Error("the webhook was not stored");
    return itemResponse(webhook, path("webhooks", row.id), null, 201);
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
    return pageResponse(presentWebhooks(rows), null, total, page);
  },
});

const own = (account: Account, id: string) =>
  and(eq(webhooks.id, requireUuid(id)), eq(webhooks.accountId, account.id));

const item = operation({
  summary: "One webhook.",
  section: "supplement.md, GET /webhooks/{id}",
  success: { kind: "item", type: "webhook" },
  async handle({ service: { db }, account, param, self }) {
    const rows = await db
      .select()
      .from(webhooks)
      .where(own(account, param("id")));
    const [webhook] = presentWebhooks(rows);
    if (!webhook) throw notFound();
    return itemResponse(webhook, self, null);
  },
});

const edit = operation({
  summary: "Edits a webhook; what is left out stays. What waits for one that is active is sent at once.",
  section: "supplement.md, PATCH /webhooks/{id}",
  body: editSchema,
  success: { kind: "item", type: "webhook" },
  async handle({ service: { db, deliveries }, account, param, body, self }) {
    const mine = own(account, param("id"));
    const { attributes, id } = body.data;
    if (id !== undefined && id.toLowerCase() !== param("id").toLowerCase()) {
      const detail = "id must be that of the webhook in the address.";
      throw unprocessable("Invalid id", detail, { pointer: "/data/id" }, "invalid");
    }
    const { active, headers } = attributes;
    const changed: Partial<typeof webhooks.$inferInsert> = { headers, active };
    if (attributes.url !== undefined) changed.url = address(attributes.url, deliveries);
    if (attributes.events !== undefined) changed.events = subscription(account, attributes.events);
    if (active || attributes.url !== undefined) changed.notBefore = null;
    if (active) {
      changed.failingSince = null;
      changed.abandonedAt = null;
    }
    const isChanged = Object.values(changed).some((value) => value !== undefined);
    const rows = await db.transaction(async (tx) => {
      const edited = isChanged
        ? await tx.update(webhooks).set(changed).where(mine).returning()
        : await tx.select().from(webhooks).where(mine);
      const [row] = edited;
      if (row?.active && (active || attributes.url !== undefined)) {
        await dueAtOnce(tx, row.id);
        await tx.execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
      }
      return edited;
    });
    const [webhook] = presentWebhooks(rows);
    if (!webhook) throw notFound();
    return itemResponse(webhook, self, null);
  },
});

const remove = operation({
  summary: "Deletes a webhook with its notifications and their log. What waited is never sent.",
  section: "supplement.md, DELETE /webhooks/{id}",
  success: { kind: "empty", status: 200 },
  async handle({ service: { db }, account, param }) {
    const mine = own(account, param("id"));
    await db.transaction(async (tx) => {
      const [webhook] = await tx.select({ id: webhooks.id }).from(webhooks).where(mine);
      if (!webhook) throw notFound();
      // Notifications are deleted first: finalizing a delivery locks a notification before its webhook.
      await tx.delete(webhookNotifications).where(eq(webhookNotifications.webhookId, webhook.id));
      const gone = await tx.delete(webhooks).where(mine).returning({ id: webhooks.id });
      if (gone.length === 0) throw notFound();
    });
    return emptyResponse(200);
  },
});

export const webhookEndpoints = [
  endpoint("/webhooks", { get: list, post: create }),
  endpoint("/webhooks/{id}", { get: item, patch: edit, delete: remove }),
];
