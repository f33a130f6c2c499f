import type { Database } from "@/lib/platform/database/client";
import type { TrackingClient } from "@/lib/tracking-client/client";
import type { Round } from "./run-store";

/** What the steps of a round work with; `signal` says when to leave off. */
export type RoundRun = { db: Database; client: TrackingClient; round: Round; signal: AbortSignal };
