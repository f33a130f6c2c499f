import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { TrackingClient } from "./client";
import type { Priority } from "./request-budget";
import { openGate } from "./request-limiter";

/** How long each waits for its turn: a person a few seconds, a reconciliation as long as it takes. A job says that it waits. */
const PATIENCE_MS: Record<Priority, number> = {
  person: 8_000,
  job: 0,
  refetch: 90_000,
  reconciliation: 600_000,
};

/** A client of this installation's account that takes its turns with this priority. */
export function openClient(priority: Priority): TrackingClient {
  const { trackingApiUrl, trackingApiKey, requestLimits } = config();
  const patienceMs = PATIENCE_MS[priority];
  return new TrackingClient({
    baseUrl: trackingApiUrl,
    key: trackingApiKey,
    patienceMs,
    gate: openGate(db(), requestLimits, { priority, patienceMs }),
  });
}

let forPeople: TrackingClient | undefined;

/** The client for a person's act: goes first, and gives up on a busy service after a few seconds. */
export function clientForPerson(): TrackingClient {
  forPeople ??= openClient("person");
  return forPeople;
}
