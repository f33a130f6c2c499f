import { asc, inArray } from "drizzle-orm";
import { iso } from "@/tracking-service/clock/instant";
import { writtenStatus } from "@/tracking-service/requests/status-words";
import type { Reader } from "@/tracking-service/store/database";
import {
  accounts,
  apiKeys,
  parties,
  partyRoles,
  trackingRequests,
  webhookNotificationLogs,
  webhookNotifications,
  webhooks,
} from "@/tracking-service/store/schema";
import { many, one, path, type Resource } from "./resource";

export function presentTrackingRequests(rows: (typeof trackingRequests.$inferSelect)[]): Resource[] {
  return rows.map((row) => ({
    type: "tracking_request",
    id: row.id,
    attributes: {
      request_number: row.requestNumber,
      request_type: row.requestType,
      scac: row.scac,
      ref_numbers: row.refNumbers,
      shipment_tags: row.shipmentTags,
      status: writtenStatus(row.status),
      failed_reason: row.failedReason,
      is_retrying: row.failedAttempts > 0,
      retry_count: row.retryCount,
      created_at: iso(row.createdAt.getTime()),
      updated_at: iso(row.updatedAt.getTime()),
    },
    relationships: {
      tracked_object: one("shipment", row.shipmentId),
      customer: one("party", row.customerId),
      user: one("user", row.createdByKeyId),
    },
    links: { self: path("tracking_requests", row.id) },
  }));
}

export function presentParties(rows: (typeof parties.$inferSelect)[]): Resource[] {
  return rows.map((row) => ({
    type: "party",
    id: row.id,
    attributes: { company_name: row.companyName, nickname: row.nickname },
    links: { self: path("parties", row.id) },
  }));
}

export function presentPartyRoles(rows: (typeof partyRoles.$inferSelect)[]): Resource[] {
  return rows.map((row) => ({
    type: "party_role",
    id: row.id,
    attributes: {
      role: row.role,
      roleable_type: row.roleableType,
      roleable_id: row.roleableId,
      created_at: iso(row.createdAt.getTime()),
      updated_at: iso(row.updatedAt.getTime()),
    },
    relationships: { party: one("party", row.partyId) },
  }));
}

/**
 * The secret is part of the record: every reader belongs to the account that registered it (supplement.md, webhook).
 */
export function presentWebhooks(rows: (typeof webhooks.$inferSelect)[]): Resource[] {
  return rows.map((row) => ({
    type: "webhook",
    id: row.id,
    attributes: {
      url: row.url,
      active: row.active,
      events: row.events,
      secret: row.secret,
      headers: row.headers,
    },
    links: { self: path("webhooks", row.id) },
  }));
}

export async function loadNotifications(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = await reader.select().from(webhookNotifications).where(inArray(webhookNotifications.id, ids));
  const logs = await reader
    .select({ id: webhookNotificationLogs.id, notificationId: webhookNotificationLogs.notificationId })
    .from(webhookNotificationLogs)
    .where(inArray(webhookNotificationLogs.notificationId, ids))
    .orderBy(asc(webhookNotificationLogs.attemptedAt));
  return rows.map((row) => ({
    type: "webhook_notification",
    id: row.id,
    attributes: {
      id: row.id,
      event: row.event,
      delivery_status: row.deliveryStatus,
      created_at: row.createdAt.toISOString(),
    },
    relationships: {
      reference_object: { data: { type: row.referenceType, id: row.referenceId } },
      webhook: one("webhook", row.webhookId),
      webhook_notification_logs: many(
        "webhook_notification_log",
        logs.filter((log) => log.notificationId === row.id).map((log) => log.id),
      ),
    },
    links: { self: path("webhook_notifications", row.id) },
  }));
}

export async function loadNotificationLogs(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = await reader
    .select()
    .from(webhookNotificationLogs)
    .where(inArray(webhookNotificationLogs.id, ids));
  return rows.map((row) => ({
    type: "webhook_notification_log",
    id: row.id,
    attributes: {
      tried_at: row.attemptedAt.toISOString(),
      duration_ms: row.durationMs,
      status_code: row.statusCode,
      error: row.error,
    },
  }));
}

export async function loadTrackingRequests(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentTrackingRequests(
    await reader.select().from(trackingRequests).where(inArray(trackingRequests.id, ids)),
  );
}

export async function loadParties(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentParties(await reader.select().from(parties).where(inArray(parties.id, ids)));
}

export async function loadPartyRoles(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentPartyRoles(await reader.select().from(partyRoles).where(inArray(partyRoles.id, ids)));
}

export async function loadWebhooks(reader: Reader, ids: string[]): Promise<Resource[]> {
  return presentWebhooks(await reader.select().from(webhooks).where(inArray(webhooks.id, ids)));
}

/** Loads the users who acted with a key, named by the key's label. Nothing of the key itself is shown. */
export async function loadAccounts(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = await reader
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, ids));
  return rows.map(({ id, name }) => ({ type: "account", id, attributes: { name } }));
}

export async function loadUsers(reader: Reader, ids: string[]): Promise<Resource[]> {
  const rows = await reader
    .select({ id: apiKeys.id, label: apiKeys.label })
    .from(apiKeys)
    .where(inArray(apiKeys.id, ids));
  return rows.map(({ id, label }) => ({ type: "user", id, attributes: { name: label ?? "API key" } }));
}
