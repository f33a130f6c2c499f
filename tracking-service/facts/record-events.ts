import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { EVENTS, type EventName } from "@/lib/contract/events";
import type { Announcement } from "@/tracking-service/deliveries/enqueue";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import type { Transaction } from "@/tracking-service/store/database";
import {
  type ChangeEventType,
  changeEvents,
  type EventPlaces,
  transportEvents,
} from "@/tracking-service/store/schema";
import type { Milestone, Place } from "./attributes";

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

/** A milestone as the row that stores it. The same milestone of the same container has the same id wherever it is reported. */
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

/** A milestone a source takes back: its event without `container.transport.`, and where. */
export type WithdrawnMilestone = Pick<Milestone, "event" | "locode">;

type Reported = { id: string; happenedAt: Date | null };

/** What makes a milestone the same however often its time is corrected: a container passes a place once in this way. */
const passing = (event: string, locode: unknown) => `${event}@${locode ?? ""}`;

/** The milestones of these kinds reported of a container so far, by event and place. */
async function reportedMilestones(
  tx: Transaction,
  containerId: string,
  events: string[],
): Promise<Map<string, Reported>> {
  if (events.length === 0) return new Map();
  const rows = await tx
    .select({
      id: transportEvents.id,
      event: transportEvents.event,
      locode: sql<string | null>`${transportEvents.attributes} ->> 'location_locode'`,
      happenedAt: transportEvents.happenedAt,
    })
    .from(transportEvents)
    .where(
      and(
        eq(transportEvents.containerId, containerId),
        eq(transportEvents.milestone, true),
        inArray(transportEvents.event, events),
      ),
    );
  return new Map(rows.map((row) => [passing(row.event, row.locode), row]));
}

type TransportDraft = Extract<EventDraft, { kind: "transport" }>;

/** Writes the time, place and vessel a source now gives for a milestone it reported otherwise before. */
async function correct(tx: Transaction, reported: Reported, draft: TransportDraft): Promise<boolean> {
  const happenedAt = draft.happenedAt === null ? null : new Date(draft.happenedAt);
  if (reported.happenedAt?.getTime() === happenedAt?.getTime()) return false;
  const { attributes, places } = draft;
  await tx
    .update(transportEvents)
    .set({ happenedAt, attributes, places })
    .where(eq(transportEvents.id, reported.id));
  return true;
}

/**
 * Takes milestones back that did not happen. They keep their id, so that whoever heard of one hears of its end: the
 * same event with a timestamp of null. Lists of milestones leave them out from then on.
 */
export async function withdrawMilestones(
  tx: Transaction,
  owner: Owner,
  withdrawn: WithdrawnMilestone[],
): Promise<Announcement[]> {
  const announcements: Announcement[] = [];
  const names = EVENTS.filter((name) =>
    withdrawn.some(({ event }) => name === `container.transport.${event}`),
  );
  const reported = await reportedMilestones(tx, owner.containerId, names);
  for (const name of names) {
    for (const { locode } of withdrawn.filter(({ event }) => name === `container.transport.${event}`)) {
      const earlier = reported.get(passing(name, locode));
      if (!earlier) continue;
      await tx
        .update(transportEvents)
        .set({
          milestone: false,
          happenedAt: null,
          attributes: sql`${transportEvents.attributes} || '{"timestamp": null}'::jsonb`,
        })
        .where(eq(transportEvents.id, earlier.id));
      announcements.push({ event: name, reference: { type: "transport_event", id: earlier.id } });
    }
  }
  return announcements;
}

/**
 * Stores the drafts in order and names those that say something new: an event not known before, or a milestone with
 * another time than was reported, which keeps its id.
 */
export async function recordEvents(
  tx: Transaction,
  owner: Owner,
  drafts: EventDraft[],
  now: Date,
): Promise<Announcement[]> {
  const announcements: Announcement[] = [];
  const passed = drafts.flatMap((draft) =>
    draft.kind === "transport" && draft.identity !== null ? [draft.event] : [],
  );
  const reported = await reportedMilestones(tx, owner.containerId, passed);
  for (const draft of drafts) {
    if (draft.kind === "change") {
      const { event, kind: _kind, ...row } = draft;
      const id = randomUUID();
      await tx.insert(changeEvents).values({ ...row, ...owner, id, createdAt: now });
      announcements.push({ event, reference: { type: draft.type, id } });
      continue;
    }
    const earlier =
      draft.identity === null
        ? undefined
        : reported.get(passing(draft.event, draft.attributes.location_locode));
    if (earlier) {
      const reference = { type: "transport_event", id: earlier.id } as const;
      if (await correct(tx, earlier, draft)) announcements.push({ event: draft.event, reference });
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
