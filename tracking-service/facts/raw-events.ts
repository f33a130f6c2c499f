import { eq, sql } from "drizzle-orm";
import { stableId } from "@/tracking-service/stable-id";
import type { Transaction } from "@/tracking-service/store/database";
import { containers } from "@/tracking-service/store/schema";
import { containerRawEvents } from "@/tracking-service/store/sources-schema";
import type { Place } from "./facts";

/** One thing as the carrier itself tells it, vetted by nobody (supplement.md, raw_event). */
export type RawEvent = {
  /** Names the event among those of its container, whatever else the carrier comes to say of it. */
  key: string;
  /** Our name for it, or null when none fits. */
  event: string | null;
  original: string;
  /** When it happened or is expected, ISO 8601 in UTC. */
  at: string | null;
  estimated: boolean;
  timezone: string | null;
  place: string | null;
  locode: string | null;
  location: Place;
  vessel: { id: string; name: string; imo: string } | null;
  voyage: string | null;
  /** When the carrier first said so. */
  createdAt: string;
};

/** A container's uuid up to here stands in the ids of its raw events, so that each names the row it is in. */
const SHARED = 19;

/** The ids of a container's raw events, in their order. */
export function rawEventIds(containerId: string, events: readonly RawEvent[]): string[] {
  const shared = containerId.slice(0, SHARED);
  return events.map(({ key }) => shared + stableId(containerId, key).slice(SHARED));
}

/** The least and the greatest id of a container that a raw event of this id can belong to. */
export function ownersOf(rawEventId: string): [least: string, greatest: string] {
  const shared = rawEventId.slice(0, SHARED);
  return [`${shared}0000-000000000000`, `${shared}ffff-ffffffffffff`];
}

/** Puts the carrier's newest view of a container in the place of the one before. */
export async function saveRawEvents(
  tx: Transaction,
  owner: { accountId: string; containerId: string },
  events: RawEvent[],
): Promise<void> {
  const { accountId, containerId } = owner;
  await tx
    .insert(containerRawEvents)
    .values({ containerId, accountId, events })
    .onConflictDoUpdate({ target: containerRawEvents.containerId, set: { events: sql`excluded.events` } });
  await tx
    .update(containers)
    .set({ rawEventIds: rawEventIds(containerId, events) })
    .where(eq(containers.id, containerId));
}
