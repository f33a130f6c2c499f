import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@/lib/platform/database/client";
import { AppError, reasonOf } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { askForRound, isRoundDue, noteTrouble } from "@/lib/sync/drift-repairs/run-store";
import { forgetFetches, wakeRefetches } from "@/lib/sync/fetch-queue/claim";
import { MapSweep } from "@/lib/sync/records/container-maps";
import { RoleSweep } from "@/lib/sync/records/container-roles";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { asReconciler } from "./reconciler-lock";
import { type Dashboard, runRound } from "./run";

const log = logger("reconcile");

/** How long each thing waits, in milliseconds. */
export type Pace = {
  /** From the end of a round to the next. */
  intervalMs: number;
  /** Between two containers whose roles or maps are read. */
  sweepMs: number;
  /** Between two looks for something to do, or for the lock. */
  lookMs: number;
  /** From one small question to the next while there is nothing else to ask, so that an outage is seen. */
  heartbeatMs: number;
  /** After trouble at first; doubled up to the longest. */
  troubleMs: number;
  longestTroubleMs: number;
};

export const PACE: Omit<Pace, "intervalMs"> = {
  sweepMs: 1_000,
  lookMs: 5_000,
  heartbeatMs: 30_000,
  troubleMs: 1_000,
  longestTroubleMs: 15_000,
};

const sleep = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {});

/** What the reconciler does, one thing after another, for as long as it holds the lock. */
class Reconciler {
  private askedAt = 0;
  private troubles = 0;
  /** Taken in turns. */
  private sweeps: (RoleSweep | MapSweep)[];

  constructor(
    private readonly db: Database,
    private readonly client: TrackingClient,
    private readonly pace: Pace,
    private readonly signal: AbortSignal,
  ) {
    this.sweeps = [new RoleSweep(db, client), new MapSweep(db, client)];
  }

  async run(): Promise<void> {
    // What the one before noticed is not known: the service may have been out of reach, or Drayboard.
    await askForRound(this.db, "a worker took over");
    await wakeRefetches(this.db);
    while (!this.signal.aborted) await sleep(await this.step(), this.signal);
  }

  /** Does the next thing; answers how long to wait then. */
  private async step(): Promise<number> {
    const { db, client, pace, signal } = this;
    try {
      if (await isRoundDue(db, pace.intervalMs)) {
        await runRound(db, client, signal);
        await forgetFetches(db);
        await this.answered();
        return 0;
      }
      if (await this.sweep()) {
        await this.answered();
        return pace.sweepMs;
      }
      if (Date.now() - this.askedAt >= pace.heartbeatMs) {
        await client.getPage("shipments", { "page[size]": 1 });
        await this.answered();
      }
      return pace.lookMs;
    } catch (error) {
      if (signal.aborted) return 0;
      return this.trouble(error);
    }
  }

  /** Reads one thing about one container; answers false when nothing is old enough. */
  private async sweep(): Promise<boolean> {
    for (const one of [...this.sweeps]) {
      this.sweeps = [...this.sweeps.filter((other) => other !== one), one];
      if (await one.readNext()) return true;
    }
    return false;
  }

  private async answered(): Promise<void> {
    this.askedAt = Date.now();
    if (this.troubles === 0) return;
    this.troubles = 0;
    await wakeRefetches(this.db);
    await askForRound(this.db, "the service answers again");
  }

  private async trouble(error: unknown): Promise<number> {
    const message = reasonOf(error);
    log.warn({ err: error }, "sync failed, trying again");
    if (error instanceof AppError) {
      this.troubles += 1;
      await noteTrouble(this.db, message).catch(() => {});
    }
    const doubled = this.pace.troubleMs * 2 ** Math.min(this.troubles, 10);
    return Math.min(doubled, this.pace.longestTroubleMs);
  }
}

/**
 * Keeps the mirror right: the first load, a round whenever one is due, in between the roles and the map of one container
 * after the other. Of all processes one does it, and another takes over when it ends, however it ends. Ends when `signal` is aborted.
 */
export async function reconcile(
  dashboard: Dashboard,
  client: TrackingClient,
  pace: Pace,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await asReconciler(dashboard, signal, (held, db) => new Reconciler(db, client, pace, held).run());
    } catch (error) {
      log.warn({ err: error }, "the reconciler's work was interrupted");
    }
    await sleep(pace.lookMs, signal);
  }
}
