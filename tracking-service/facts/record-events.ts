import { randomUUID } from "node:crypto";
import type { EventName } from "@/lib/contract/events";
import type { Announcement } from "@/tracking-service/deliveries/announce";
import { stableId } from "@/tracking-service/stable-id";
import type { Transaction } from "@/tracking-service/store/database";
import {
  type ChangeEventType,
  changeEvents,
  type EventPlaces,
  transportEvents,
} from "@/tracking-service/store/schema";
import type { Milestone, Place } from "./facts";

export type Owner = { accountId: string; containerId: string; shipmentId: string };

/** An event about to be stored: a transport event or one of the records that tell of a change. */
export type EventDraft =
  | {
      kind: "transport";
      event: EventName;
      milestone: boolean;
      /** Null for an event that may come again, such as `available`. */
      identity: string | null;
      happenedAt: string | null;
      attributes: Record<string, unknown>;
      places: EventPlaces;
    }
  | {
      kind: "change";
      event: EventName;
      type: ChangeEventType;
      attributes: Record<string, unknown>;
      places: Record<string, Place>;
    };

export type TransportRow = typeof transportEvents.$inferInsert;

/** A milestone as the row that stores it. The same milestone of the same box has the same id wherever it is told. */
export function milestoneRow(owner: Owner, milestone: Milestone, createdAt: Date): TransportRow {
  const event = `container.transport.${milestone.event}`;
  return {
    ...owner,
    id: stableId(owner.containerId, event, milestone.locode ?? "", milestone.at),
    event,
    milestone: true,
    happenedAt: new Date(milestone.at),
    createdAt,
    attributes: {
      timestamp: milestone.at,
      timezone: milestone.timezone,
      voyage_number: milestone.voyage,
      location_locode: milestone.locode,
      data_source: milestone.dataSource,
      value: null,
    },
    places: { location: milestone.location, terminal: milestone.terminal, vessel: milestone.vessel },
  };
}

/** Stores the drafts in order and names those that were not known before. */
export async function recordEvents(
  tx: Transaction,
  owner: Owner,
  drafts: EventDraft[],
  now: Date,
): Promise<Announcement[]> {
  const announcements: Announcement[] = [];
  for (const draft of drafts) {
    if (draft.kind === "change") {
      const { event, kind: _kind, ...row } = draft;
      const id = randomUUID();
      await tx.insert(changeEvents).values({ ...row, ...owner, id, createdAt: now });
      announcements.push({ event, reference: { type: draft.type, id } });
      continue;
    }
    const id = draft.identity ?? randomUUID();
    const { event, milestone, attributes, places } = draft;
    const happenedAt = draft.happenedAt === null ? null : new Date(draft.happenedAt);
    const stored = await tx
      .insert(transportEvents)
      .values({ ...owner, id, event, milestone, happenedAt, createdAt: now, attributes, places })
      .onConflictDoNothing()
      .returning({ id: transportEvents.id });
    if (stored.length > 0) announcements.push({ event, reference: { type: "transport_event", id } });
  }
  return announcements;
}
