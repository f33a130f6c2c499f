import { eq, sql } from "drizzle-orm";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import type { Transaction } from "@/tracking-service/store/database";
import type { RawEvent } from "@/tracking-service/store/raw-event";
import { containers } from "@/tracking-service/store/schema";
import { containerRawEvents } from "@/tracking-service/store/sources-schema";

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
