import type { Database } from "@/lib/platform/database/client";
import { AppError, reasonOf } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { startLoop } from "@/lib/platform/queue/loop";
import { isSyncRunDue, noteFailure, requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { forgetFetches, hasDueFetch, wakeRefetches } from "@/lib/sync/fetch-queue/claim";
import { MapSweep } from "@/lib/sync/records/container-maps";
import { RoleSweep } from "@/lib/sync/records/container-roles";
import { VesselSweep } from "@/lib/sync/records/vessel-positions";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { asReconciler } from "./reconciler-lock";
import { type Dashboard, runSync } from "./run";

const log = logger("reconcile");

/** The reconciler's intervals, in milliseconds. */
export type Pace = {
  /** From the end of a sync run to the next. */
  intervalMs: number;
  /** Between two containers whose roles or maps are read. */
  /** Four times as long while changed records wait to be fetched, which need the requests more. */
  sweepMs: number;
  /** Between two checks for due work or for the lock. */
  pollMs: number;
  /** Between two small requests while no other request is due, so that an outage is detected. */
  heartbeatMs: number;
  /** First pause after a failure; doubled up to the maximum. */
  retryMs: number;
  maxRetryMs: number;
};

export const PACE: Omit<Pace, "intervalMs"> = {
  sweepMs: 1_000,
  pollMs: 5_000,
  heartbeatMs: 30_000,
  retryMs: 1_000,
  maxRetryMs: 15_000,
};

/** The tasks of the reconciler, run one after another while it holds the lock. */
class Reconciler {
  private requestedAt = 0;
  private failures = 0;
  /** These scans alternate. Positions of vessels are read when neither has anything to read. */
  private sweeps: (RoleSweep | MapSweep)[];
  private readonly vessels: VesselSweep;

  constructor(
    private readonly db: Database,
    private readonly client: TrackingClient,
    private readonly pace: Pace,
    private readonly signal: AbortSignal,
  ) {
    this.sweeps = [new RoleSweep(db, client), new MapSweep(db, client)];
    this.vessels = new VesselSweep(db, client);
  }

  async run(): Promise<void> {
    // The notifications received by the previous worker are unknown: the service or Drayboard may have been
    // unreachable.
    await requestSyncRun(this.db, "a worker took over");
    await wakeRefetches(this.db);
    await startLoop("reconcile", { log, signal: this.signal }, () => this.step()).ended;
  }

  /** Runs the next task. Returns the pause before the following one. */
  private async step(): Promise<number> {
    const { db, client, pace, signal } = this;
    try {
      if (await isSyncRunDue(db, pace.intervalMs)) {
        await runSync(db, client, signal);
        await forgetFetches(db);
        await this.answered();
        return 0;
      }
      if (await this.sweep()) {
        await this.answered();
        return (await hasDueFetch(this.db)) ? 4 * pace.sweepMs : pace.sweepMs;
      }
      if (Date.now() - this.requestedAt >= pace.heartbeatMs) {
        await client.getPage("shipments", { "page[size]": 1 });
        await this.answered();
      }
      return pace.pollMs;
    } catch (error) {
      if (signal.aborted) return 0;
      return this.trouble(error);
    }
  }

  /** Reads one item about one container or vessel. Returns false when nothing is due. */
  private async sweep(): Promise<boolean> {
    for (const one of [...this.sweeps]) {
      this.sweeps = [...this.sweeps.filter((other) => other !== one), one];
      if (await one.readNext()) return true;
    }
    return this.vessels.readNext();
  }

  private async answered(): Promise<void> {
    this.requestedAt = Date.now();
    if (this.failures === 0) return;
    this.failures = 0;
    await wakeRefetches(this.db);
    await requestSyncRun(this.db, "the service answers again");
  }

  private async trouble(error: unknown): Promise<number> {
    const message = reasonOf(error);
    log.warn({ err: error }, "sync failed, trying again");
    if (error instanceof AppError) {
      this.failures += 1;
      await noteFailure(this.db, message).catch(() => {});
    }
    const doubled = this.pace.retryMs * 2 ** Math.min(this.failures, 10);
    return Math.min(doubled, this.pace.maxRetryMs);
  }
}

/**
 * Keeps the mirror correct: the first load, a sync run whenever one is due, and in between the roles and the map of one
 * container after another. Only one process does this. Another takes over when it ends for any reason. Ends when
 * `signal` is aborted.
 */
export async function reconcile(
  dashboard: Dashboard,
  client: TrackingClient,
  pace: Pace,
  signal: AbortSignal,
): Promise<void> {
  const step = async (): Promise<number> => {
    try {
      await asReconciler(dashboard, signal, (held, db) => new Reconciler(db, client, pace, held).run());
    } catch (error) {
      log.warn({ err: error }, "the reconciler's work was interrupted");
    }
    return pace.pollMs;
  };
  await startLoop("reconciler", { log, signal }, step).ended;
}
