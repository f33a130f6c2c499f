import { sql } from "drizzle-orm";
import { z } from "zod";
import type { RawEvent } from "@/lib/contract/raw-event";
import type { RawEvents } from "@/lib/features/containers/rules";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";
import { loadRelatedState } from "./supplementary-data";

const eventsSchema = z.object({ events: storedJson<RawEvent[]>() });

/** Loads the raw events of a container from the mirror only, in the carrier's order. */
export async function loadRawEvents(executor: Executor, containerId: string): Promise<RawEvents> {
  const [state, [row]] = await Promise.all([
    loadRelatedState(executor, "raw_events", containerId),
    queryRows(
      executor,
      eventsSchema,
      sql`select events from container_raw_events where container_id = ${containerId}`,
    ),
  ]);
  return { ...state, events: row?.events ?? [] };
}
