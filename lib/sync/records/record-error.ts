import { setTimeout as pause } from "node:timers/promises";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import type { TrackingClient } from "@/lib/tracking-client/client";

/** Errors about one record that do not affect any other. */
const OF_ONE_RECORD: readonly ErrorCode[] = [
  "not_found",
  "not_allowed",
  "refused_by_service",
  "service_answer_unreadable",
];
const ATTEMPTS = 3;
const BETWEEN_ATTEMPTS_MS = 300;

/** After this many consecutive records without a response, the endpoint is the cause, not the records. */
const MAX_SILENT = 3;
const REST_MS = 15 * 60_000;

/** Pauses a scan over records for a while when the service responds for none of them. */
export class Silences {
  private inARow = 0;
  private restsUntil = 0;

  /** Records the result for one record, at `now` in epoch milliseconds. */
  note(error: AppError | null, now = Date.now()): void {
    this.inARow = error?.code === "service_unreachable" ? this.inARow + 1 : 0;
    if (this.inARow >= MAX_SILENT) this.restsUntil = now + REST_MS;
  }

  rests(now = Date.now()): boolean {
    return now < this.restsUntil;
  }
}

/**
 * Runs a request for one record. Returns null on success, or an error that affects only this record: a refusal, an
 * unreadable response, or repeated timeouts while the service answers other requests. Throws all other errors: an
 * outage, an exhausted request budget, a refused key or a database error.
 */
export async function errorOfOneRecord(
  client: TrackingClient,
  request: () => Promise<void>,
): Promise<AppError | null> {
  for (let attempted = 1; ; attempted += 1) {
    try {
      await request();
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (OF_ONE_RECORD.includes(error.code)) return error;
      if (error.code !== "service_unreachable") throw error;
      // Sent without retries: an outage that ends during retries must still count as an outage.
      await client.getPageNow("shipments", { "page[size]": 1 });
      if (attempted === ATTEMPTS) return error;
      await pause(BETWEEN_ATTEMPTS_MS * attempted);
    }
  }
}
