import { type EventName, MINIMAL_BODY_EVENTS, UNRELATED_BODY_EVENTS } from "@/lib/contract/events";
import type { ResourceType } from "@/lib/contract/responses/resources";
import { DOCUMENT_SCHEMA_VERSION } from "@/tracking-service/documents/document-schemas";
import { path, type Resource } from "@/tracking-service/resources/resource";

/**
 * Paths of the included records for each type of reference object (supplement-2.md, 7. Events and deliveries). Those of a
 * transport event depend on the event.
 */
const INCLUDED: Partial<Record<ResourceType, string[][]>> = {
  tracking_request: [["tracked_object", "containers"]],
  estimated_event: [["shipment"], ["port"], ["vessel"]],
  container_updated_event: [["shipment"], ["terminal", "port"], ["container"]],
  container_pod_terminal_changed_event: [["shipment"], ["terminal"], ["container"]],
  container_created_event: [["container"], ["shipment"]],
  document: [["shipments"], ["cargos"], ["email_submission"], ["last_document_representation"]],
};

const WITH_VESSEL = /\.(vessel|transshipment|feeder)_/;
const WITH_TERMINAL =
  /\.(vessel_berthed|vessel_discharged|full_out|arrived_at_inland_destination|rail_arrived|rail_unloaded|changed)$/;

function withTransportEvent(event: EventName): string[][] {
  const paths = [["shipment"], ["container"], ["location"]];
  if (WITH_TERMINAL.test(event)) paths.push(["terminal"]);
  if (WITH_VESSEL.test(event)) paths.push(["vessel"]);
  return paths;
}

const isMinimal = (event: EventName) => MINIMAL_BODY_EVENTS.includes(event);

/** Returns the paths of the records that a notification includes. Empty for minimal events. */
export function includedPaths(event: EventName, type: ResourceType): string[][] {
  if (isMinimal(event)) return [];
  return type === "transport_event" ? withTransportEvent(event) : (INCLUDED[type] ?? []);
}

/**
 * Minimal events about the container itself include nothing. Other minimal events include only their reference object,
 * most of them without relationships.
 */
function includedRecords(event: EventName, record: Resource, related: Resource[]): Resource[] | null {
  if (!isMinimal(event)) return [...related, record];
  if (event.startsWith("container.transport.") && !event.includes(".estimated.")) return null;
  if (!UNRELATED_BODY_EVENTS.includes(event)) return [record];
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

/** Builds the document of one delivery. */
export function notificationDocument({ id, webhookId, event, createdAt, record, related }: Notification) {
  const included = includedRecords(event, record, related);
  const reference = { data: { type: record.type, id: record.id } };
  const isDocument = record.type === "document";
  return {
    data: {
      id,
      type: "webhook_notification",
      attributes: {
        id,
        event,
        delivery_status: "pending",
        created_at: createdAt.toISOString(),
        // supplement-2.md, 7. document.*
        version: isDocument ? DOCUMENT_SCHEMA_VERSION : undefined,
      },
      relationships: {
        reference_object: reference,
        document: isDocument ? reference : undefined,
        webhook: { data: { type: "webhook", id: webhookId } },
        webhook_notification_logs: { data: [] },
      },
      links: { self: path("webhook_notifications", id) },
    },
    included: included ?? undefined,
  };
}

/** The text of one delivery. Each attempt signs and sends the same text. */
export const notificationBody = (notification: Notification) =>
  JSON.stringify(notificationDocument(notification));
