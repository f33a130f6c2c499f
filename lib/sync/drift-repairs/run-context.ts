import type { Database } from "@/lib/platform/database/client";
import type { TrackingClient } from "@/lib/tracking-client/client";
import type { Round } from "./run-store";

/** Context of the steps of a sync run. `signal` aborts the run. */
export type RoundRun = { db: Database; client: TrackingClient; round: Round; signal: AbortSignal };
