import type { EventName } from "@/lib/contract/events";

const REFERENCES: readonly (readonly [beginning: string, type: string])[] = [
  ["tracking_request.", "tracking_request"],
  ["shipment.estimated.arrival", "estimated_event"],
  ["container.created", "container_created_event"],
  ["container.updated", "container_updated_event"],
  ["container.pod_terminal_changed", "container_pod_terminal_changed_event"],
  ["container.", "transport_event"],
  ["document.", "document"],
];

/** The type of an event's reference object (supplement.md, Webhook deliveries: reference_object types). */
export const referenceOf = (event: string): string | null =>
  REFERENCES.find(([beginning]) => event.startsWith(beginning))?.[1] ?? null;

const RELATED: Record<string, readonly string[]> = {
  tracking_request: [],
  transport_event: ["shipment", "container"],
  estimated_event: ["shipment", "port"],
  container_updated_event: ["container", "shipment", "terminal", "port"],
  container_created_event: ["container", "shipment"],
  container_pod_terminal_changed_event: ["container", "terminal", "shipment"],
  document: [],
};
const FOUND: readonly EventName[] = ["tracking_request.succeeded", "tracking_request.tracking_stopped"];

/** The types of the records that `included` always contains, unless the event is minimal. */
export function relatedOf(event: EventName): readonly string[] {
  if (FOUND.includes(event)) return ["shipment"];
  return RELATED[referenceOf(event) ?? ""] ?? [];
}
