import { setTimeout as pause } from "node:timers/promises";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import type { TrackingClient } from "@/lib/tracking-client/client";

/** Answers about one record that say nothing of any other. */
const OF_ONE_RECORD: readonly ErrorCode[] = [
  "not_found",
  "not_allowed",
  "refused_by_service",
  "service_answer_unreadable",
];
const TRIES = 3;
const BETWEEN_TRIES_MS = 300;

/** So many records in a row the service is silent about: it is the address, and not the records. */
const MOST_SILENT = 3;
const REST_MS = 15 * 60_000;

/** Who goes from record to record rests a while where the service answers for none of them. */
export class Silences {
  private inARow = 0;
  private restsUntil = 0;

  /** What came of a record, at `now` in epoch milliseconds. */
  note(error: AppError | null, now = Date.now()): void {
    this.inARow = error?.code === "service_unreachable" ? this.inARow + 1 : 0;
    if (this.inARow >= MOST_SILENT) this.restsUntil = now + REST_MS;
  }

  rests(now = Date.now()): boolean {
    return now < this.restsUntil;
  }
}

/**
 * Asks for one record, or for what stands at it. Answers null when that went well, else the error which is this record's own:
 * a refusal, what cannot be read, or silence again and again while the service answers something else. Throws any other
 * error: an outage, used-up requests, a refused key, the database's.
 */
export async function errorOfOneRecord(
  client: TrackingClient,
  ask: () => Promise<void>,
): Promise<AppError | null> {
  for (let tried = 1; ; tried += 1) {
    try {
      await ask();
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (OF_ONE_RECORD.includes(error.code)) return error;
      if (error.code !== "service_unreachable") throw error;
      // At once: an outage that ends while it is waited for is an outage.
      await client.getPageNow("shipments", { "page[size]": 1 });
      if (tried === TRIES) return error;
      await pause(BETWEEN_TRIES_MS * tried);
    }
  }
}
