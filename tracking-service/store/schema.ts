import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { RequestType, TrackingRequestStatus } from "@/lib/contract/enums";
import type {
  ContainerFacts,
  ContainerPlaces,
  Place,
  ShipmentFacts,
  ShipmentPlaces,
} from "@/tracking-service/facts/attributes";
import { FEATURES, type Feature, type Plan } from "./plans";

/** The tables of migrations/*.sql as drizzle definitions. The SQL is authoritative. */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const accounts = pgTable("accounts", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  seeded: boolean().notNull(),
  plan: text().$type<Plan>().notNull().default("paid"),
  trialEndsAt: instant("trial_ends_at"),
  features: text()
    .array()
    .$type<Feature[]>()
    .notNull()
    .default([...FEATURES]),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const apiKeys = pgTable("api_keys", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  label: text(),
  hash: text().notNull(),
  lastFour: text("last_four").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  revokedAt: instant("revoked_at"),
  lastUsedAt: instant("last_used_at"),
});

export const catalogue = pgTable("catalogue", {
  id: uuid().primaryKey(),
  type: text().notNull(),
  code: text(),
  attributes: jsonb().$type<Record<string, unknown>>().notNull(),
  portId: uuid("port_id"),
  metroAreaId: uuid("metro_area_id"),
});

export const parties = pgTable("parties", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  companyName: text("company_name").notNull(),
  nickname: text(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const shipments = pgTable("shipments", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  requestNumber: text("request_number"),
  billOfLadingNumber: text("bill_of_lading_number").notNull(),
  createdAt: instant("created_at").notNull(),
  trackingStoppedAt: instant("tracking_stopped_at"),
  stoppedByKeyId: uuid("stopped_by_key_id"),
  trackingResumedAt: instant("tracking_resumed_at"),
  attributes: jsonb().$type<ShipmentFacts>().notNull(),
  places: jsonb().$type<ShipmentPlaces>().notNull(),
});

export const containers = pgTable("containers", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  shipmentId: uuid("shipment_id").notNull(),
  number: text().notNull(),
  status: text().notNull(),
  offDock: boolean("off_dock").notNull(),
  rawEventIds: uuid("raw_event_ids").array().notNull().default([]),
  createdAt: instant("created_at").notNull(),
  refreshedAt: instant("refreshed_at").notNull(),
  attributes: jsonb().$type<ContainerFacts>().notNull(),
  places: jsonb().$type<ContainerPlaces>().notNull(),
});

export type EventPlaces = { location: Place; terminal: Place; vessel: Place };

export const transportEvents = pgTable("transport_events", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  shipmentId: uuid("shipment_id").notNull(),
  containerId: uuid("container_id").notNull(),
  event: text().notNull(),
  milestone: boolean().notNull(),
  happenedAt: instant("happened_at"),
  createdAt: instant("created_at").notNull(),
  attributes: jsonb().$type<Record<string, unknown>>().notNull(),
  places: jsonb().$type<EventPlaces>().notNull(),
});

export type ChangeEventType =
  | "container_updated_event"
  | "container_created_event"
  | "container_pod_terminal_changed_event"
  | "estimated_event";

export const changeEvents = pgTable("change_events", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  type: text().$type<ChangeEventType>().notNull(),
  shipmentId: uuid("shipment_id"),
  containerId: uuid("container_id"),
  createdAt: instant("created_at").notNull(),
  attributes: jsonb().$type<Record<string, unknown>>().notNull(),
  places: jsonb().$type<Record<string, Place>>().notNull(),
  storedAt: instant("stored_at").notNull().defaultNow(),
});

/** A value of a custom field, checked when the request was made. `number` limits it to one container. */
export type InitialCustomField = { definitionId: string; value: unknown; number: string | null };
export type InitialCustomFields = { shipment: InitialCustomField[]; containers: InitialCustomField[] };

export const trackingRequests = pgTable("tracking_requests", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  requestNumber: text("request_number").notNull(),
  normalizedNumber: text("normalized_number").notNull(),
  requestType: text("request_type").$type<RequestType>().notNull(),
  scac: text(),
  autoDetectScac: boolean("auto_detect_scac").notNull(),
  refNumbers: jsonb("ref_numbers").$type<string[]>().notNull(),
  shipmentTags: jsonb("shipment_tags").$type<string[]>().notNull(),
  initialCustomFields: jsonb("initial_custom_fields").$type<InitialCustomFields>(),
  customerId: uuid("customer_id"),
  createdByKeyId: uuid("created_by_key_id"),
  shipmentId: uuid("shipment_id"),
  status: text().$type<TrackingRequestStatus>().notNull(),
  failedReason: text("failed_reason"),
  attempts: integer().notNull().default(0),
  failedAttempts: integer("failed_attempts").notNull().default(0),
  retryCount: integer("retry_count"),
  awaitingSince: instant("awaiting_since"),
  nextAttemptAt: instant("next_attempt_at"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const partyRoles = pgTable("party_roles", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  roleableType: text("roleable_type").$type<"Container" | "Shipment">().notNull(),
  roleableId: uuid("roleable_id").notNull(),
  partyId: uuid("party_id").notNull(),
  role: text().notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const webhooks = pgTable("webhooks", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  url: text().notNull(),
  active: boolean().notNull(),
  events: jsonb().$type<string[]>().notNull(),
  headers: jsonb().$type<{ name: string; value: string }[]>(),
  secret: text().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  failingSince: instant("failing_since"),
  abandonedAt: instant("abandoned_at"),
  notBefore: instant("not_before"),
});

export const webhookNotifications = pgTable("webhook_notifications", {
  id: uuid().primaryKey(),
  sequence: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
  accountId: uuid("account_id").notNull(),
  webhookId: uuid("webhook_id").notNull(),
  event: text().notNull(),
  referenceType: text("reference_type").notNull(),
  referenceId: uuid("reference_id").notNull(),
  createdAt: instant("created_at").notNull(),
  body: text(),
  deliveryStatus: text("delivery_status").notNull().default("pending"),
  attempts: integer().notNull().default(0),
  nextAttemptAt: instant("next_attempt_at"),
  scheduledAt: instant("scheduled_at"),
  attemptedAt: instant("attempted_at"),
  freeAttempts: integer("free_attempts").notNull().default(0),
  claimedUntil: instant("claimed_until"),
  leaseId: uuid("lease_id"),
  storedAt: instant("stored_at").notNull().defaultNow(),
});

export const webhookNotificationLogs = pgTable("webhook_notification_logs", {
  id: uuid().primaryKey(),
  notificationId: uuid("notification_id").notNull(),
  attemptedAt: instant("attempted_at").notNull(),
  durationMs: integer("duration_ms").notNull(),
  statusCode: integer("status_code"),
  error: text(),
});

export const simulations = pgTable("simulations", {
  accountId: uuid("account_id").primaryKey(),
  seed: text().notNull(),
  startsAt: instant("starts_at").notNull(),
  containers: integer().notNull(),
});

export const journeys = pgTable("journeys", {
  containerId: uuid("container_id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  input: jsonb().$type<unknown>().notNull(),
  publishedUntil: instant("published_until").notNull(),
  nextStepAt: instant("next_step_at"),
  parked: boolean().notNull().default(false),
});

export const restored = pgTable("restored", {
  one: boolean().primaryKey().default(true),
  backupAt: instant("backup_at").notNull(),
  restoredAt: instant("restored_at").notNull(),
});
