import { type EventName, MINIMAL_BODY_EVENTS } from "@/lib/contract/events";
import type { ResourceType } from "@/lib/contract/responses/resources";
import { path, type Resource } from "@/tracking-service/resources/resource";

/** The records that go with each kind of reference object (supplement.md, Webhook deliveries). */
const INCLUDED: Partial<Record<ResourceType, string[][]>> = {
  tracking_request: [["tracked_object", "containers"]],
  transport_event: [["shipment"], ["container"], ["location"], ["vessel"], ["terminal"]],
  estimated_event: [["shipment"], ["port"], ["vessel"]],
  container_updated_event: [["container"], ["shipment"], ["terminal"]],
  container_pod_terminal_changed_event: [["container", "shipment"], ["terminal"]],
  container_created_event: [["container"], ["shipment"]],
  document: [["shipments"], ["cargos"]],
};

const isMinimal = (event: EventName) => MINIMAL_BODY_EVENTS.includes(event);

/** Where to look for what a notification includes next to its reference object; nowhere for the minimal kinds. */
export function includedPaths(event: EventName, type: ResourceType): string[][] {
  return isMinimal(event) ? [] : (INCLUDED[type] ?? []);
}

/** Minimal kinds about the container itself come with nothing; the others with their bare reference object. */
function includedRecords(event: EventName, record: Resource, related: Resource[]): Resource[] | null {
  if (!isMinimal(event)) return [...related, record];
  if (event.startsWith("container.transport.") && !event.includes(".estimated.")) return null;
  const { type, id, attributes } = record;
  return [{ type, id, attributes }];
}

export type Notification = {
  id: string;
  webhookId: string;
  event: EventName;
  createdAt: Date;
  record: Resource;
  related: Resource[];
};

/** One delivery's document. */
export function notificationDocument({ id, webhookId, event, createdAt, record, related }: Notification) {
  const included = includedRecords(event, record, related);
  return {
    data: {
      id,
      type: "webhook_notification",
      attributes: { id, event, delivery_status: "pending", created_at: createdAt.toISOString() },
      relationships: {
        reference_object: { data: { type: record.type, id: record.id } },
        webhook: { data: { type: "webhook", id: webhookId } },
        webhook_notification_logs: { data: [] },
      },
      links: { self: path("webhook_notifications", id) },
    },
    ...(included ? { included } : {}),
  };
}

/** The text of one delivery, as it is signed and sent on every try. */
export const notificationBody = (notification: Notification) =>
  JSON.stringify(notificationDocument(notification));
