import { db, pool } from "@/lib/db/client";
import { runRound } from "@/lib/sync/round";
import { openClient } from "@/lib/tracking/account";

/** One round of reconciliation, or the rest of the one under way, and nothing else. No worker may run beside it. */
await runRound(db(), openClient("reconciliation"), new AbortController().signal);
await pool().end();
