import type { z } from "zod";
import { EVENTS, type EventName } from "@/lib/contract/events";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { readAttributes } from "@/lib/contract/reading/read-attributes";
import { createWebhookSchema, editWebhookSchema } from "@/lib/contract/request-bodies";
import {
  eventCategoryAttributesSchema,
  notificationAttributesSchema,
  triggeredSchema,
  webhookAttributesSchema,
  webhookHeaderSchema,
} from "@/lib/contract/webhook";
import type { WebhookCheck } from "@/lib/features/webhooks/registration/registration-check";
import type { WebhookHeader } from "@/lib/features/webhooks/rules/custom-headers";
import { beginTestDelivery } from "@/lib/ingest/sample-delivery";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { eachPage } from "@/lib/tracking-client/pagination";

/** A webhook as stored at the service. `secret` is null when the service does not return it. */
export type ServiceWebhook = {
  id: string;
  url: string;
  active: boolean;
  events: string[];
  headers: WebhookHeader[];
  secret: string | null;
};

/** Events so rare that a replaced webhook subscribed only to them receives practically nothing new. */
const QUIET_EVENTS: readonly EventName[] = ["document.extraction_failed"];
const RAIL_DEADLINE: EventName = "container.pickup_lfd_rail.changed";
const DELIVERIES_LOOKED_AT = 30;
const WAITING_MS = 60_000;

function headersOf(sent: unknown): WebhookHeader[] {
  return (Array.isArray(sent) ? sent : []).flatMap((entry) => {
    const { data } = webhookHeaderSchema.safeParse(entry);
    return data ? [{ name: data.name, value: data.value }] : [];
  });
}

function asWebhook({ id, attributes }: JsonApiRecord): ServiceWebhook {
  const read = readAttributes({ schema: webhookAttributesSchema, neverNull: [] }, attributes ?? {});
  const { url, active, events, headers, secret } = webhookAttributesSchema.parse(read.attributes);
  return {
    id,
    url: url ?? "",
    active: active !== false,
    events: events ?? [],
    headers: headersOf(headers),
    secret: secret || null,
  };
}

/** Returns all webhooks of the account. */
export async function listServiceWebhooks(client: TrackingClient): Promise<ServiceWebhook[]> {
  const found = new Map<string, ServiceWebhook>();
  for await (const { document } of eachPage(client, "webhooks"))
    for (const record of document.data) found.set(record.id, asWebhook(record));
  return [...found.values()];
}

/** Returns the events that the service offers. An empty list when the service names none. */
async function offeredEvents(client: TrackingClient): Promise<readonly string[]> {
  const { document } = await client.getPage("webhooks/events");
  return document.data.flatMap(({ attributes }) => {
    const read = eventCategoryAttributesSchema.safeParse(attributes);
    return read.success ? read.data.events.flatMap((event) => event?.name ?? []) : [];
  });
}

/**
 * Returns the events that remain when the plan or the service does not include all of them. Throws the original error
 * when it has another cause.
 */
async function withoutRefused(
  client: TrackingClient,
  events: readonly EventName[],
  error: unknown,
): Promise<EventName[]> {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "not_allowed" && events.includes(RAIL_DEADLINE))
    return events.filter((name) => name !== RAIL_DEADLINE);
  const aboutEvents = error.details.some(({ pointer }) => pointer?.includes("/events"));
  if (error.code !== "refused_by_service" || !aboutEvents) throw error;
  const offered = await offeredEvents(client);
  const left = events.filter((name) => offered.includes(name));
  if (left.length === 0 || left.length === events.length) throw error;
  return left;
}

/** Runs the action with all events, or with those available to the account. `withheld` contains the others. */
async function withEvents<T>(
  client: TrackingClient,
  events: readonly EventName[],
  action: (events: readonly EventName[]) => Promise<T>,
): Promise<{ result: T; withheld: EventName[] }> {
  let left = events;
  for (;;) {
    try {
      const result = await action(left);
      return { result, withheld: events.filter((name) => !left.includes(name)) };
    } catch (error) {
      left = await withoutRefused(client, left, error);
    }
  }
}

/**
 * Registers a webhook. `known` contains the ids of the existing webhooks, so that a webhook with a lost response is
 * found and not created twice. Throws the error of the service.
 */
export async function createServiceWebhook(
  client: TrackingClient,
  {
    url,
    events,
    headers,
    known,
  }: {
    url: string;
    events: readonly EventName[];
    headers?: readonly WebhookHeader[];
    known: readonly string[];
  },
): Promise<{ webhook: ServiceWebhook & { secret: string }; withheld: EventName[] }> {
  const { result, withheld } = await withEvents(client, events, async (names) => {
    const body = createWebhookSchema.parse({
      data: {
        type: "webhook",
        attributes: { url, active: true, events: [...names], headers: headers && [...headers] },
      },
    });
    const { document } = await createOnce(client, "webhooks", body, async () => {
      for await (const { document: page } of eachPage(client, "webhooks")) {
        const found = page.data.find(({ id, attributes }) => !known.includes(id) && attributes?.url === url);
        if (found) return found;
      }
      return null;
    });
    return asWebhook(document.data);
  });
  const { secret } = result;
  if (!secret)
    throw new AppError("service_answer_unreadable", "The service returned no secret for the new webhook.");
  return { webhook: { ...result, secret }, withheld };
}

/** The changes of a webhook. Omitted attributes stay unchanged. */
export type WebhookEdit = {
  url?: string;
  active?: boolean;
  events?: readonly EventName[];
  headers?: readonly WebhookHeader[];
};

function edit(client: TrackingClient, id: string, { events, headers, ...rest }: WebhookEdit) {
  const attributes = {
    ...rest,
    events: events && [...events],
    headers: headers && [...headers],
  };
  const body = editWebhookSchema.parse({ data: { type: "webhook", id, attributes } });
  return client.edit(pathOf("webhooks", id), body);
}

/** Returns the current state of one webhook. Throws `not_found` when it does not exist. */
export async function getServiceWebhook(client: TrackingClient, id: string): Promise<ServiceWebhook> {
  return asWebhook((await client.getItem(pathOf("webhooks", id))).document.data);
}

/** Edits a webhook. `withheld` contains the events not available to the account. Throws the error of the service. */
export async function editServiceWebhook(
  client: TrackingClient,
  id: string,
  change: WebhookEdit,
): Promise<{ webhook: ServiceWebhook; withheld: EventName[] }> {
  const { events, ...rest } = change;
  const { result, withheld } = events
    ? await withEvents(client, events, (names) => edit(client, id, { ...rest, events: names }))
    : { result: await edit(client, id, rest), withheld: [] };
  return { webhook: asWebhook(result.document.data), withheld };
}

/** Reactivates a webhook. The service then sends its waiting deliveries immediately. */
export async function activateServiceWebhook(client: TrackingClient, id: string): Promise<void> {
  await edit(client, id, { active: true });
}

/**
 * Subscribes a webhook to other events. `withheld` contains the events not available to the account, either refused or
 * missing in the response. `reported` is false when the response contains no events at all. Throws the error of the
 * service.
 */
export async function subscribe(
  client: TrackingClient,
  id: string,
  events: readonly EventName[],
): Promise<{ withheld: EventName[]; reported: boolean }> {
  const { webhook, withheld } = await editServiceWebhook(client, id, { events });
  const reported = webhook.events.length > 0;
  const missing = (name: EventName) =>
    withheld.includes(name) || (reported && !webhook.events.includes(name));
  return { withheld: events.filter(missing), reported };
}

/** Limits a replaced webhook to sending its waiting deliveries, without new ones. */
export async function quietServiceWebhook(client: TrackingClient, id: string): Promise<void> {
  await edit(client, id, { events: [...QUIET_EVENTS] });
}

/** Deletes a webhook. A webhook that is already deleted counts as deleted. */
export function removeServiceWebhook(client: TrackingClient, id: string): Promise<void> {
  return client.remove(pathOf("webhooks", id));
}

/**
 * Requests one sample delivery about a sample shipment to an address and returns its result. Without a secret the
 * service signs it with a random one.
 */
export async function sendSample(
  client: TrackingClient,
  sample: { url: string; event: EventName; secret?: string },
): Promise<z.infer<typeof triggeredSchema>> {
  return (await client.postPlain("webhooks/trigger", sample, triggeredSchema)).document;
}

/**
 * Why the service cannot deliver to Drayboard's address, in words; null when it can. It sends one sample there, signed
 * with the secret of a test delivery (docs/decisions/0012): the dashboard accepts it and takes nothing in. Hold the
 * webhook's lock.
 */
export async function findObstacle(
  db: Database,
  client: TrackingClient,
  url: string,
): Promise<string | null> {
  const secret = await beginTestDelivery(db);
  const message = await sendSample(client, { url, event: "container.updated", secret });
  if (message.succeeded) return null;
  return message.status_code ? `response status ${message.status_code}` : (message.error ?? "no response");
}

/** Counts the results of the newest deliveries to a webhook. Null when the log is not available. */
export async function countDeliveries(
  client: TrackingClient,
  webhookId: string,
): Promise<WebhookCheck["deliveries"]> {
  try {
    const { document } = await client.getPage("webhook_notifications", {
      "page[size]": DELIVERIES_LOOKED_AT,
    });
    const ours = document.data.filter(
      (record) => (relatedOne(record, "webhook")?.id ?? webhookId) === webhookId,
    );
    const read = ours.flatMap(({ attributes }) => {
      const { data } = notificationAttributesSchema.safeParse(attributes);
      return data ? [data] : [];
    });
    const old = (at: string) => Date.now() - Date.parse(at) > WAITING_MS;
    return {
      looked: read.length,
      failed: read.filter(({ delivery_status }) => delivery_status === "failed").length,
      waiting: read.filter(
        ({ delivery_status, created_at }) => delivery_status === "pending" && old(created_at),
      ).length,
    };
  } catch (error) {
    if (error instanceof AppError && ["not_allowed", "not_found", "refused_by_service"].includes(error.code))
      return null;
    throw error;
  }
}

/** Returns the chosen events, or all events when no choice was made. */
export function eventsOf(choice: { events: readonly EventName[] | null }): readonly EventName[] {
  return choice.events ?? EVENTS;
}
