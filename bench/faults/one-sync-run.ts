import { db, pool } from "@/lib/platform/database/client";
import { runRound } from "@/lib/sync/runs/run";
import { openClient } from "@/lib/tracking-client/open-client";

/** Runs one sync run, or completes the current one, and nothing else. No worker may run at the same time. */
await runRound(db(), openClient("reconciliation"), new AbortController().signal);
await pool().end();
