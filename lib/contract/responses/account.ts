import { z } from "zod";
import { FAILED_REASONS, REQUEST_TYPES, WRITTEN_REQUEST_STATUSES } from "@/lib/contract/enums";
import { EVENTS, SUBSCRIBABLE_EVENTS } from "@/lib/contract/events";
import { onRequest, toMany, toOne } from "./relationship";
import type { RecordKind } from "./resource-type";
import { instantWritten } from "./strict-values";

/** Records of the account itself: tracking requests, parties and their roles, webhooks and their deliveries. */
export const ACCOUNT = {
  tracking_request: {
    attributes: z.strictObject({
      request_number: z.string(),
      request_type: z.enum(REQUEST_TYPES),
      scac: z.string().nullable(),
      ref_numbers: z.array(z.string()),
      shipment_tags: z.array(z.string()),
      status: z.enum(WRITTEN_REQUEST_STATUSES),
      failed_reason: z.enum(FAILED_REASONS).nullable(),
      is_retrying: z.boolean(),
      retry_count: z.number().int().nullable(),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: { tracked_object: toOne("shipment"), customer: toOne("party"), user: toOne("user") },
    folder: "tracking_requests",
  },
  /** supplement-2.md: what definitions, documents and e-mails belong to. */
  account: { attributes: z.strictObject({ name: z.string() }), relations: {}, folder: null },
  /** The user of a record made with an API key: the label of the key, never the key itself. */
  user: { attributes: z.strictObject({ name: z.string() }), relations: {}, folder: null },
  party: {
    attributes: z.strictObject({ company_name: z.string(), nickname: z.string().nullable() }),
    relations: {},
    folder: "parties",
  },
  party_role: {
    attributes: z.strictObject({
      role: z.string(),
      roleable_type: z.enum(["Container", "Shipment"]),
      roleable_id: z.uuid(),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: { party: toOne("party") },
    folder: null,
  },
  webhook: {
    attributes: z.strictObject({
      url: z.url(),
      active: z.boolean(),
      events: z.array(z.enum(SUBSCRIBABLE_EVENTS)),
      secret: z.string(),
      headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).nullable(),
    }),
    relations: {},
    folder: "webhooks",
  },
  webhook_event_category: {
    attributes: z.strictObject({
      name: z.string(),
      events: z.array(z.strictObject({ name: z.enum(SUBSCRIBABLE_EVENTS), description: z.string() })),
    }),
    relations: {},
    folder: null,
  },
  webhook_notification: {
    attributes: z.strictObject({
      id: z.string(),
      event: z.enum(EVENTS),
      delivery_status: z.enum(["pending", "succeeded", "failed"]),
      created_at: instantWritten,
      version: z.iso.date().optional(),
    }),
    relations: {
      webhook: toOne("webhook"),
      reference_object: toOne(
        "tracking_request",
        "transport_event",
        "estimated_event",
        "container_updated_event",
        "container_created_event",
        "container_pod_terminal_changed_event",
        "document",
      ),
      webhook_notification_logs: toMany("webhook_notification_log"),
      // In deliveries about documents.
      document: onRequest(toOne("document")),
    },
    folder: "webhook_notifications",
  },
  webhook_notification_log: {
    attributes: z.strictObject({
      tried_at: instantWritten,
      duration_ms: z.number().int(),
      status_code: z.number().int().nullable(),
      error: z.string().nullable(),
    }),
    relations: {},
    folder: null,
  },
} as const satisfies Record<string, RecordKind>;
