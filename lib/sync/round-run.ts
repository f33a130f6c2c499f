import type { Database } from "@/lib/db/client";
import type { TrackingClient } from "@/lib/tracking/client";
import type { Round } from "./rounds";

/** What the steps of a round work with; `signal` says when to leave off. */
export type RoundRun = { db: Database; client: TrackingClient; round: Round; signal: AbortSignal };
