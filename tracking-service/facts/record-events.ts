import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { EVENTS, type EventName } from "@/lib/contract/events";
import { iso } from "@/tracking-service/clock/instant";
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

/** An event to be stored: a transport event or a change record. */
export type EventDraft =
  | {
      kind: "transport";
      event: EventName;
      milestone: boolean;
      /** Null for an event that may occur again, such as `available`. */
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

/** Builds the row of a milestone. The same milestone of a container always has the same id. */
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

/** A milestone that a source withdraws: its event without `container.transport.`, and its place. */
export type WithdrawnMilestone = Pick<Milestone, "event" | "locode">;

type Reported = { id: string; happenedAt: Date | null };

/** The identity of a milestone, independent of its time. A container has each event at a place only once. */
const passing = (event: string, locode: unknown) => `${event}@${locode ?? ""}`;

/** Reads the stored milestones of these kinds for a container, by event and place. */
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

/** Updates a stored milestone with the source's new time, place and vessel. */
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
 * Withdraws milestones that did not happen. They keep their id, so that their subscribers receive the withdrawal: the
 * same event with a null timestamp. Lists of milestones exclude them from then on.
 */
export async function withdrawMilestones(
  tx: Transaction,
  owner: Owner,
  withdrawn: WithdrawnMilestone[],
  now: Date,
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
          attributes: sql`${transportEvents.attributes}
            || ${JSON.stringify({ timestamp: null, invalidated_at: iso(now.getTime()) })}::jsonb`,
        })
        .where(eq(transportEvents.id, earlier.id));
      announcements.push({ event: name, reference: { type: "transport_event", id: earlier.id } });
    }
  }
  return announcements;
}

/**
 * Stores the drafts in order and returns those with new information. These are new events, and milestones with a
 * corrected time, which keep their id.
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
