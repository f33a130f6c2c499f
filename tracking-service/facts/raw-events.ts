import { eq, sql } from "drizzle-orm";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import type { Transaction } from "@/tracking-service/store/database";
import type { RawEvent } from "@/tracking-service/store/raw-event";
import { containers } from "@/tracking-service/store/schema";
import { containerRawEvents } from "@/tracking-service/store/sources-schema";

/**
 * The length of the container uuid prefix in the ids of its raw events. The id identifies the row that contains the
 * event.
 */
const SHARED = 19;

/** The ids of a container's raw events, in order. */
export function rawEventIds(containerId: string, events: readonly RawEvent[]): string[] {
  const shared = containerId.slice(0, SHARED);
  return events.map(({ key }) => shared + stableId(containerId, key).slice(SHARED));
}

/** The lowest and highest container id that a raw event with this id can belong to. */
export function ownersOf(rawEventId: string): [least: string, greatest: string] {
  const shared = rawEventId.slice(0, SHARED);
  return [`${shared}0000-000000000000`, `${shared}ffff-ffffffffffff`];
}

/** Replaces the stored raw events of a container with the carrier's newest list. */
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
