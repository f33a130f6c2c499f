import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { doNextRow } from "./run-rows";

/** Rows at once in one worker: a request takes longer than its turn in the budget. */
const LANES = 3;
const REST_MS = 700;
const AFTER_TROUBLE_MS = 2_000;

/** Does rows of jobs until it is reported to stop, and survives whatever doing one throws. */
export async function doRows(db: Database, client: TrackingClient, signal: AbortSignal): Promise<void> {
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => {});
  const lane = async () => {
    while (!signal.aborted) {
      try {
        if (!(await doNextRow(db, client))) await rest(REST_MS);
      } catch (error) {
        logger("jobs").error({ err: error }, "step failed");
        await rest(AFTER_TROUBLE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
