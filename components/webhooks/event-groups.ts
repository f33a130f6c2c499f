import { EVENTS, type EventName } from "@/lib/contract/events";

export type EventGroup = { title: string; events: readonly EventName[] };

const GROUPS: readonly { title: string; holds: (name: EventName) => boolean }[] = [
  { title: "Tracking requests", holds: (name) => name.startsWith("tracking_request.") },
  { title: "Estimated times", holds: (name) => name.includes("estimated.") },
  { title: "Milestones", holds: (name) => name.startsWith("container.transport.") },
  { title: "Containers and deadlines", holds: (name) => name.startsWith("container.") },
  { title: "Documents", holds: () => true },
];

/** All events, grouped by subject, each once. */
export function eventGroups(): EventGroup[] {
  const left = new Set<EventName>(EVENTS);
  return GROUPS.map(({ title, holds }) => {
    const events = [...left].filter(holds);
    for (const name of events) left.delete(name);
    return { title, events };
  });
}
