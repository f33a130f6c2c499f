import { db, pool } from "@/lib/platform/database/client";
import { runRound } from "@/lib/sync/runs/run";
import { openClient } from "@/lib/tracking-client/open-client";

/** One round of reconciliation, or the rest of the one under way, and nothing else. No worker may run next to it. */
await runRound(db(), openClient("reconciliation"), new AbortController().signal);
await pool().end();
