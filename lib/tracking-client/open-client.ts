import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { TrackingClient } from "./client";
import type { Priority } from "./request-budget";
import { openGate } from "./request-limiter";

/**
 * The maximum wait for a request slot: a few seconds for a user, unlimited for a reconciliation. A job shows that it
 * waits.
 */
const PATIENCE_MS: Record<Priority, number> = {
  person: 8_000,
  job: 0,
  refetch: 90_000,
  reconciliation: 600_000,
};

/** Returns a client of this installation's account that takes request slots with this priority. */
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

let forUsers: TrackingClient | undefined;

/**
 * Returns the client for a user's action. It has the highest priority and fails after a few seconds when the service is
 * busy.
 */
export function clientForUser(): TrackingClient {
  forUsers ??= openClient("person");
  return forUsers;
}
