import { z } from "zod";
import { itemDocumentSchema, recordSchema } from "./json-api";
import { flag, instantSchema, maybe, text } from "./values";

/** webhook (interface.md; supplement.md). `secret` is given by the service in the creation answer. */
export const webhookAttributesSchema = z.looseObject({
  url: text,
  active: flag,
  events: maybe(z.array(z.string())),
  secret: text,
  headers: maybe(z.array(z.looseObject({ name: z.string(), value: z.string() }))),
});

/** GET /webhooks/ips: the addresses deliveries come from. */
export const deliveryAddressesSchema = z.looseObject({ webhook_notification_ips: z.array(z.string()) });

/** POST /webhooks/trigger: what became of one sample delivery. */
export const triggeredSchema = z.looseObject({
  succeeded: z.boolean(),
  error: text,
  status_code: maybe(z.number()),
  response_body: text,
});

/** webhook_event_category: events that can be chosen. */
export const eventCategoryAttributesSchema = z.looseObject({
  name: text,
  events: z.array(z.looseObject({ name: z.string() })),
});

/** What one delivery is about. `created_at` is the instant its facts are as of. */
export const notificationAttributesSchema = z.looseObject({
  event: z.string(),
  delivery_status: text,
  created_at: instantSchema,
});

/** webhook_notification_log: one try of a delivery. */
export const deliveryTryAttributesSchema = z.looseObject({
  tried_at: text,
  status_code: maybe(z.number()),
  error: text,
});

/** As much of a delivery's body as tells what it is; the rest is not looked at. */
export const notificationHeadSchema = z.looseObject({
  data: z.looseObject({
    type: z.literal("webhook_notification"),
    id: z.string(),
    attributes: notificationAttributesSchema,
  }),
});

/** A delivery's body: `data.id` is the idempotency key; `included` may be absent, empty or partial. */
export const notificationDocumentSchema = itemDocumentSchema.extend({
  data: recordSchema.extend({
    type: z.literal("webhook_notification"),
    attributes: notificationAttributesSchema,
  }),
});
export type NotificationDocument = z.infer<typeof notificationDocumentSchema>;

/** container_updated_event: each changed attribute with its old value first, the new one second. */
export const containerUpdatedEventAttributesSchema = z.looseObject({
  changeset: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  timestamp: instantSchema,
  timezone: text,
  data_source: text,
});
