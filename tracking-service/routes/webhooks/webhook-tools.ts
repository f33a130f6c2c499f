import { randomBytes } from "node:crypto";
import { z } from "zod";
import { EVENTS } from "@/lib/contract/events";
import { EVENT_CATEGORIES } from "@/tracking-service/deliveries/event-categories";
import { exampleNotification } from "@/tracking-service/deliveries/examples/example-notification";
import { findDeliveryAddresses } from "@/tracking-service/deliveries/sender-addresses";
import { requireWebhookAddress } from "@/tracking-service/deliveries/validate-target";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { readBody, readDocument } from "@/tracking-service/json-api/body";
import { listResponse } from "@/tracking-service/json-api/document";

const JSON_MEDIA_TYPE = "application/json";
const TRIGGER_TIMEOUT_MS = 10_000;

const events = operation({
  summary: "Every event a webhook can subscribe to, by category.",
  section: "supplement.md, GET /webhooks/events",
  success: { kind: "list", type: "webhook_event_category" },
  handle: async ({ self }) => listResponse([...EVENT_CATEGORIES], [], self),
});

const ipsSchema = z.strictObject({
  webhook_notification_ips: z.array(
    z.union([z.ipv4().meta({ format: "ipv4" }), z.ipv6().meta({ format: "ipv6" })]),
  ),
  last_updated: z.iso.datetime(),
});

const ips = operation({
  summary: "The addresses deliveries come from, for a firewall's list.",
  section: "interface.md, GET /webhooks/ips",
  success: { kind: "other", schema: ipsSchema, mediaType: JSON_MEDIA_TYPE },
  async handle({ service: { db }, context }) {
    const known = await findDeliveryAddresses(db);
    if (!known) throw new Error("the addresses of deliveries were not noted at start");
    const { addresses, updatedAt } = known;
    return context.json({ webhook_notification_ips: addresses, last_updated: updatedAt.toISOString() });
  },
});

const triggerSchema = z.object({
  url: z.string().max(2_000, { error: "at most 2000 characters" }),
  event: z.enum(EVENTS),
  secret: z.string().max(255, { error: "at most 255 characters" }).nullish(),
});

const headers = z.record(z.string(), z.string());
const triggeredSchema = z.strictObject({
  url: z.string(),
  succeeded: z.boolean(),
  error: z.string().nullable(),
  status_code: z.number().int().nullable(),
  request_headers: headers,
  request_body: z.string(),
  response_headers: headers.nullable(),
  response_body: z.string().nullable(),
});

/** `response_headers` and `response_body` are null for receivers at loopback and private addresses. */
const trigger = operation({
  summary: "Sends one sample delivery and tells what was said on both sides.",
  section: "supplement.md, POST /webhooks/trigger",
  rawBody: { mediaType: JSON_MEDIA_TYPE, schema: triggerSchema },
  success: { kind: "other", schema: triggeredSchema, mediaType: JSON_MEDIA_TYPE },
  async handle({ service: { db, deliveries }, context }) {
    const { url, event, secret } = readBody(triggerSchema, await readDocument(context.req.raw));
    requireWebhookAddress(url, "/url", deliveries);
    const body = JSON.stringify(await exampleNotification(db, event));
    const to = { url, secret: secret || randomBytes(24).toString("hex"), headers: null };
    const reported = await deliveries.send(to, body, TRIGGER_TIMEOUT_MS, new AbortController());
    return context.json({
      url,
      succeeded: reported.delivered,
      error: reported.error,
      status_code: reported.statusCode,
      request_headers: reported.requestHeaders,
      request_body: body,
      response_headers: reported.responseHeaders,
      response_body: reported.responseBody,
    });
  },
});

/** These come before /webhooks/{id}, which would match their addresses as ids. */
export const webhookToolEndpoints = [
  endpoint("/webhooks/events", { get: events }),
  endpoint("/webhooks/ips", { get: ips }),
  endpoint("/webhooks/trigger", { post: trigger }),
];
