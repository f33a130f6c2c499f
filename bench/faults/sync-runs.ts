import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Fleet } from "@/bench/harness/fleet";
import { requestSyncRun, syncRunSince } from "@/lib/sync/drift-repairs/run-store";

const statusSchema = z.object({
  database: z.enum(["up", "down"]),
  lastSyncAt: z.string().nullable(),
  upstreamDownSince: z.string().nullable(),
});
export type DashboardStatus = z.infer<typeof statusSchema>;

const MAX_SYNC_RUN_MS = 240_000;

/** The status that a dashboard reports. Null: no response. */
export async function readDashboardStatus(baseUrl: string): Promise<DashboardStatus | null> {
  try {
    const response = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return statusSchema.parse(await response.json());
  } catch {
    return null;
  }
}

/** Waits until the webhook is registered and the account has been read once. */
export async function untilLoaded(fleet: Fleet): Promise<void> {
  const until = Date.now() + MAX_SYNC_RUN_MS;
  for (;;) {
    const { rows } = await fleet.store.pool.query("select from webhooks where active");
    const status = await readDashboardStatus(fleet.publicUrl);
    if (rows.length > 0 && status?.lastSyncAt) return;
    if (Date.now() > until) throw new Error("the first load did not end");
    await pause(200);
  }
}

/** Waits until a worker completes a sync run that began after this call. */
export async function untilSyncRun({ dashboard }: Fleet): Promise<void> {
  const since = new Date();
  await requestSyncRun(dashboard.db, "the benchmark asks");
  const until = Date.now() + MAX_SYNC_RUN_MS;
  while (!(await syncRunSince(dashboard.db, since))) {
    if (Date.now() > until) throw new Error("no round was completed");
    await pause(200);
  }
}

/** Runs a sync run that began after this call in a separate program. The workers are stopped meanwhile. */
export function syncRunAtOnce(program: string[]) {
  return async ({ dashboard, workers, runAtDashboard }: Fleet): Promise<void> => {
    for (const worker of workers) await worker.stop();
    const since = new Date();
    // The first call may only complete a sync run that was already in progress.
    while (!(await syncRunSince(dashboard.db, since))) await runAtDashboard("round", program);
    for (const worker of workers) worker.start();
  };
}
