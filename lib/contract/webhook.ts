import { z } from "zod";
import { itemDocumentSchema, recordSchema } from "./json-api";
import { anyValue, flag, instantSchema, maybe, text, textList } from "./values";

/** webhook (interface.md; supplement.md). The service issues `secret` in the creation response. */
export const webhookAttributesSchema = z.looseObject({
  url: text,
  active: flag,
  events: textList,
  secret: text,
  headers: anyValue,
});

/** A header that the service sends with each delivery. */
export const webhookHeaderSchema = z.looseObject({ name: z.string(), value: z.string() });

/** GET /webhooks/ips: the sender addresses of deliveries. */
export const deliveryAddressesSchema = z.looseObject({ webhook_notification_ips: z.array(z.string()) });

/** POST /webhooks/trigger: the result of one sample delivery. */
export const triggeredSchema = z.looseObject({
  succeeded: z.boolean(),
  error: text,
  status_code: maybe(z.number()),
  response_body: text,
});

/** webhook_event_category: events available for subscription. */
export const eventCategoryAttributesSchema = z.looseObject({
  name: text,
  /** Null for an entry that cannot be read. */
  events: z.array(z.looseObject({ name: z.string() }).nullable().catch(null)),
});

/** The event of one delivery. `created_at` is the date-time at which its facts were valid. */
export const notificationAttributesSchema = z.looseObject({
  event: z.string(),
  delivery_status: text.catch(undefined),
  created_at: instantSchema,
});

/**
 * The same of a delivery that is received, each attribute read by itself: its records count whatever else it says.
 * An event that cannot be read is `unknown`, a `created_at` null.
 */
const receivedAttributesSchema = notificationAttributesSchema.extend({
  event: z.string().min(1).max(200).catch("unknown"),
  created_at: instantSchema.nullable().catch(null),
});

/** webhook_notification_log: one delivery attempt. */
export const deliveryTryAttributesSchema = z.looseObject({
  tried_at: text,
  status_code: maybe(z.number()),
  error: text,
});

/** The part of a delivery body that identifies it. The rest is not validated. */
export const notificationHeadSchema = z.looseObject({
  data: z.looseObject({
    type: z.literal("webhook_notification"),
    id: z.string(),
    attributes: receivedAttributesSchema,
  }),
});

/** The body of a delivery. `data.id` is the idempotency key. `included` may be absent, empty or partial. */
export const notificationDocumentSchema = itemDocumentSchema.extend({
  data: recordSchema.extend({
    type: z.literal("webhook_notification"),
    attributes: receivedAttributesSchema,
  }),
});
export type NotificationDocument = z.infer<typeof notificationDocumentSchema>;

/** container_updated_event: `changeset` has a pair for each changed attribute, its old value first. */
export const containerUpdatedEventAttributesSchema = z.looseObject({
  changeset: z.record(z.string(), z.unknown()),
});
