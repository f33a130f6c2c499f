import { EVENTS, type EventName, FURTHER_EVENTS } from "@/lib/contract/events";
import { EVENT_DESCRIPTIONS } from "@/lib/contract/responses/event-catalog";
import type { Resource } from "@/tracking-service/resources/resource";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";

const CATEGORIES: [name: string, holds: (event: EventName) => boolean][] = [
  ["Tracking requests", (event) => event.startsWith("tracking_request.")],
  ["Rail and inland", (event) => /\.(rail_|arrived_at_inland|estimated\.arrived_at_inland)/.test(event)],
  ["Estimates", (event) => event.includes(".estimated.")],
  ["Transshipment and feeder", (event) => /\.(transshipment|feeder)_/.test(event)],
  ["Milestones", (event) => event.startsWith("container.transport.")],
  ["Container updates", (event) => event.startsWith("container.")],
  ["Documents", (event) => event.startsWith("document.")],
];

const categoryOf = (event: EventName) => CATEGORIES.find(([, holds]) => holds(event))?.[0];

function category(name: string, events: { name: string; description: string }[]): Resource {
  return {
    type: "webhook_event_category",
    id: stableId("webhook_event_category", name),
    attributes: { name, events },
  };
}

/** Every event a webhook can subscribe to, once each, by category (supplement.md, GET /webhooks/events). */
export const EVENT_CATEGORIES: readonly Resource[] = [
  ...CATEGORIES.map(([name]) =>
    category(
      name,
      EVENTS.filter((event) => categoryOf(event) === name).map((event) => ({
        name: event,
        description: EVENT_DESCRIPTIONS[event],
      })),
    ),
  ),
  category(
    "Links",
    FURTHER_EVENTS.map((event) => ({ name: event, description: "Known by name only; never sent." })),
  ),
];
