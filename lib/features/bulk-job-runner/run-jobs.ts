import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { doNextRow } from "./run-rows";

/** Concurrent rows per worker. A request takes longer than its turn in the budget. */
const LANES = 3;
const REST_MS = 700;
const AFTER_FAILURE_MS = 2_000;

/** Processes job rows until the signal aborts. Errors of a row are logged and do not end the loop. */
export async function doRows(db: Database, client: TrackingClient, signal: AbortSignal): Promise<void> {
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => {});
  const lane = async () => {
    while (!signal.aborted) {
      try {
        if (!(await doNextRow(db, client))) await rest(REST_MS);
      } catch (error) {
        logger("jobs").error({ err: error }, "step failed");
        await rest(AFTER_FAILURE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
