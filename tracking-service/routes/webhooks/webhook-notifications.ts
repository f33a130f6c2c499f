import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { EVENTS } from "@/lib/contract/events";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { RESOURCES } from "@/lib/contract/responses/resources";
import { exampleNotification } from "@/tracking-service/deliveries/examples/example-notification";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemResponse, numberedPageResponse } from "@/tracking-service/json-api/document";
import { missingParameter, notFound } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { loadNotifications } from "@/tracking-service/resources/account-records";
import { requestedIncluded } from "@/tracking-service/resources/included";
import { webhookNotifications } from "@/tracking-service/store/schema";

const n = webhookNotifications;

const list = operation({
  summary: "Deliveries of the account's webhooks, newest first, and by include what they were about.",
  section: "supplement.md, GET /webhook_notifications",
  include: "webhook_notification",
  pageSize: 30,
  success: { kind: "list", type: "webhook_notification" },
  async handle({ service: { db }, account, page, include }) {
    const where = eq(n.accountId, account.id);
    const total = await db.$count(n, where);
    const newest = await db
      .select({ id: n.id })
      .from(n)
      .where(where)
      .orderBy(desc(n.createdAt), desc(n.sequence))
      .limit(page.size)
      .offset(page.offset);
    const ids = newest.map(({ id }) => id);
    const loaded = ids.length > 0 ? await loadNotifications(db, ids) : [];
    const byId = new Map(loaded.map((resource) => [resource.id, resource]));
    const resources = ids.flatMap((id) => byId.get(id) ?? []);
    return numberedPageResponse(resources, await requestedIncluded(db, resources, include), total, page);
  },
});

const item = operation({
  summary: "What became of one delivery, and by include what it was about.",
  section: "supplement.md, GET /webhook_notifications/{id}",
  include: "webhook_notification",
  success: { kind: "item", type: "webhook_notification" },
  async handle({ service: { db }, account, param, include, self }) {
    const id = requireUuid(param("id"));
    const own = await db
      .select({ id: n.id })
      .from(n)
      .where(and(eq(n.id, id), eq(n.accountId, account.id)));
    if (own.length === 0) throw notFound();
    const [resource] = await loadNotifications(db, [id]);
    if (!resource) throw notFound();
    return itemResponse(resource, self, await requestedIncluded(db, [resource], include));
  },
});

const named = z.strictObject({ type: z.string(), id: z.string() });
const deliverySchema = z.strictObject({
  data: z
    .array(
      z.strictObject({
        id: z.uuid(),
        type: z.literal("webhook_notification"),
        attributes: RESOURCES.webhook_notification.attributes,
        relationships: z.strictObject({
          reference_object: z.strictObject({ data: named }),
          webhook: z.strictObject({ data: named }),
          webhook_notification_logs: z.strictObject({ data: z.array(named) }),
          document: z.strictObject({ data: named }).optional(),
        }),
        links: z.strictObject({ self: z.string() }),
      }),
    )
    .length(1),
  /** A bare reference object has no relationships. */
  included: z
    .array(
      z.strictObject({
        ...named.shape,
        attributes: z.record(z.string(), z.unknown()),
        relationships: z.record(z.string(), z.unknown()).optional(),
        links: z.strictObject({ self: z.string(), download: z.string().optional() }).optional(),
      }),
    )
    .optional(),
  links: z.strictObject({ self: z.string() }),
  meta: z.strictObject({ size: z.number().int(), total: z.number().int() }),
});

const eventParameter = z
  .enum(EVENTS, { error: "must be an event of GET /webhooks/events" })
  .optional()
  .meta({ param: { required: true } });

const example = operation({
  summary: "What a delivery of an event looks like, of an invented shipment.",
  section: "supplement.md, GET /webhook_notifications/examples",
  query: { event: eventParameter },
  success: { kind: "other", schema: deliverySchema, mediaType: JSON_API_MEDIA_TYPE },
  async handle({ service: { db }, query, self }) {
    const { event } = query;
    if (event === undefined) throw missingParameter("event");
    const { data, included } = await exampleNotification(db, event);
    const document = { data: [data], included, links: { self }, meta: { size: 1, total: 1 } };
    return new Response(JSON.stringify(document), { headers: { "Content-Type": JSON_API_MEDIA_TYPE } });
  },
});

/** The examples come before /webhook_notifications/{id}, which would match their address as an id. */
export const webhookNotificationEndpoints = [
  endpoint("/webhook_notifications", { get: list }),
  endpoint("/webhook_notifications/examples", { get: example }),
  endpoint("/webhook_notifications/{id}", { get: item }),
];
