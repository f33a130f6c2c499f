import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { Availability } from "./availability";
import { TrackingClient } from "./client";

const PERSON_PATIENCE_MS = 8_000;
const WORKER_PATIENCE_MS = 90_000;

function openClient(patienceMs: number): TrackingClient {
  const { trackingApiUrl, trackingApiKey } = config();
  const availability = new Availability(db());
  return new TrackingClient({
    baseUrl: trackingApiUrl,
    key: trackingApiKey,
    patienceMs,
    onAnswer: () => availability.answered(),
    onSilence: () => availability.silent(),
  });
}

let forPeople: TrackingClient | undefined;

/** The client for a person's act: gives up on a busy service after a few seconds. */
export function clientForPerson(): TrackingClient {
  forPeople ??= openClient(PERSON_PATIENCE_MS);
  return forPeople;
}

/** The client for background work: waits as long as Retry-After says. */
export const clientForWorker = (): TrackingClient => openClient(WORKER_PATIENCE_MS);
