import { z } from "zod";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { readRawEvent } from "@/lib/contract/raw-event";
import { loadRawEvents } from "@/lib/features/containers/queries/raw-events";
import type { RawEvents } from "@/lib/features/containers/rules";
import { noteRelatedFailure, saveRawEvents, wasRefused } from "@/lib/mirror/read-status";
import { requireContainer } from "@/lib/mirror/require-container";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { pathOf } from "@/lib/tracking-client/client";

/** Raw events that were read more recently are shown as they are, without a request. */
const FRESH_MS = 10 * 60_000;
/** The largest page of the service. No container has as many events. */
const MAX_EVENTS = 1_000;

async function request({ db, tracking }: CommandContext, containerId: string): Promise<void> {
  const path = pathOf("containers", containerId, "raw_events");
  const { document, sentAt } = await tracking.getPage(path, { "page[size]": MAX_EVENTS });
  const events = document.data.filter(({ type }) => type === "raw_event").map(readRawEvent);
  await saveRawEvents(db, containerId, events.slice(0, MAX_EVENTS), sentAt);
}

/**
 * Returns the raw events of a container. Requests them from the service unless they were read within ten minutes or the
 * service refused them to the account within a day. After a failed request it returns the stored ones with the service's
 * message. Throws `not_found` for a container that the dashboard does not store.
 */
export const readRawEvents = command(
  { right: "dashboard", input: z.object({ containerId: z.string().min(1).max(200) }) },
  async (ctx, { containerId }): Promise<RawEvents> => {
    const { db, now } = ctx;
    await transact(db, (tx) => requireContainer(tx, containerId));
    const stored = await loadRawEvents(db, containerId);
    const isFresh = stored.asOf !== null && now.getTime() - Date.parse(stored.asOf) < FRESH_MS;
    if (isFresh || (await wasRefused(db, "raw_events"))) return stored;
    try {
      await request(ctx, containerId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await noteRelatedFailure(db, "raw_events", error, error.code === "not_allowed" ? "" : containerId);
    }
    return loadRawEvents(db, containerId);
  },
);
