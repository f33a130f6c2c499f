import { db, pool } from "@/lib/platform/database/client";
import { runSync } from "@/lib/sync/runs/run";
import { openClient } from "@/lib/tracking-client/open-client";

/** Runs one sync run, or completes the current one, and nothing else. No worker may run at the same time. */
await runSync(db(), openClient("reconciliation"), new AbortController().signal);
await pool().end();
