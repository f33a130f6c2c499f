import type { OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import {
  EVENTS,
  type EventName,
  MINIMAL_BODY_EVENTS,
  SIGNATURE_HEADER,
  UNRELATED_BODY_EVENTS,
} from "@/lib/contract/events";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { EVENT_DESCRIPTIONS } from "@/lib/contract/responses/event-catalog";

const bareRecord = z.strictObject({
  type: z.string(),
  id: z.uuid(),
  attributes: z.record(z.string(), z.unknown()),
});

const remarks = (event: EventName) =>
  `supplement.md, Webhook deliveries. ${
    MINIMAL_BODY_EVENTS.includes(event)
      ? `Comes with its reference object at most${UNRELATED_BODY_EVENTS.includes(event) ? ", without relationships" : ""}.`
      : "Comes with its reference object and the records around it."
  } Any other answer is a failure, and the delivery is tried again.`;

/** Describes the webhook deliveries: each event of the catalog with its document. */
export function describeDeliveries(
  registry: OpenAPIRegistry,
  notification: z.ZodType,
  anyRecord: z.ZodType,
): void {
  const schema = registry.register(
    "delivery",
    z.strictObject({
      data: notification,
      included: z.array(z.union([anyRecord, bareRecord])).optional(),
    }),
  );
  const headers = z.object({
    [SIGNATURE_HEADER]: z.string().meta({ description: "Hex HMAC-SHA256 of the body under the secret" }),
  });
  for (const event of EVENTS) {
    registry.registerWebhook({
      method: "post",
      path: event,
      summary: EVENT_DESCRIPTIONS[event],
      description: remarks(event),
      tags: ["deliveries"],
      request: { headers, body: { required: true, content: { "application/json": { schema } } } },
      responses: Object.fromEntries([200, 201, 202, 204].map((code) => [code, { description: "Accepted." }])),
    });
  }
}

/** Describes the address that GET /documents/{id}/download_url returns. It is signed and needs no key. */
export function describeDownload(registry: OpenAPIRegistry, errors: z.ZodType): void {
  registry.registerPath({
    method: "get",
    path: "/documents/{id}/download",
    summary: "The file of a document, at the address that download_url gives.",
    description: "supplement.md, GET /documents/{id}/download_url. Needs no key: the address is signed.",
    operationId: "get_documents_id_download",
    tags: ["documents"],
    security: [],
    request: {
      params: z.object({ id: z.string() }),
      query: z.object({ expires: z.string(), signature: z.string() }),
    },
    responses: {
      200: {
        description: "The file, to be saved.",
        content: { "application/octet-stream": { schema: z.string().meta({ format: "binary" }) } },
      },
      404: {
        description: "There is no file at this address, or its time is over.",
        content: { [JSON_API_MEDIA_TYPE]: { schema: errors } },
      },
      503: {
        description: "The service cannot reach its database.",
        content: { [JSON_API_MEDIA_TYPE]: { schema: errors } },
      },
    },
  });
}
