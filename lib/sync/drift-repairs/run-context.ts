import type { Database } from "@/lib/platform/database/client";
import type { TrackingClient } from "@/lib/tracking-client/client";
import type { SyncRun } from "./run-store";

/** Context of the steps of a sync run. `signal` aborts the run. */
export type SyncRunResult = { db: Database; client: TrackingClient; round: SyncRun; signal: AbortSignal };
