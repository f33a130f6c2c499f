import type { Database } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { startLoop } from "@/lib/platform/queue/loop";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { doNextRow } from "./run-rows";

/** Concurrent rows per worker. A request takes longer than its turn in the budget. */
const LANES = 3;
const REST_MS = 700;
const AFTER_FAILURE_MS = 2_000;

/** Processes job rows until the signal aborts. Errors of a row are logged and do not end the loop. */
export async function doRows(db: Database, client: TrackingClient, signal: AbortSignal): Promise<void> {
  const options = { log: logger("jobs"), signal, afterFailureMs: AFTER_FAILURE_MS };
  const step = async () => ((await doNextRow(db, client)) ? 0 : REST_MS);
  await Promise.all(Array.from({ length: LANES }, () => startLoop("jobs", options, step).ended));
}
