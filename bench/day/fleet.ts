import { sql } from "drizzle-orm";
import type { Undo } from "@/bench/harness/clean-up";
import { type Fleet, openFleet, type Programs } from "@/bench/harness/fleet";
import { startRoundRobin } from "@/bench/harness/round-robin";
import type { Ledger } from "./ledger";

/** Requests per minute that the service allows by default (docs/tracking-service.md). */
const ALLOWED_PER_MINUTE = 100;
const RECONCILE_MINUTES = 15;

export type DayFleet = Fleet & {
  /** Restarts dashboard, worker and service with the simulation and the limits `factor` times as fast. */
  goFaster(factor: number): Promise<void>;
  /** Starts the worker. Its requests go through a counting proxy of its own. */
  startWorker(): void;
};

/**
 * One dashboard, one worker and the service with its simulation paused. Dashboard and worker each reach the service
 * through a counting proxy. Service and dashboard run; the worker is not started, so the mirror is empty.
 */
export async function openDayFleet(
  {
    containers,
    from,
    programs,
    ledger,
  }: { containers: number; from: Date; programs: Programs; ledger: Ledger },
  onEnd: (undo: Undo) => void,
): Promise<DayFleet> {
  const fleet = await openFleet(
    {
      ...{ dashboards: 1, workers: 1, programs },
      dashboardSettings: {},
      serviceSettings: {
        SEED_CONTAINERS: String(containers),
        SIM_SEED: "day",
        SIM_START: from.toISOString(),
        SIM_PAUSED: "true",
        LOG_LEVEL: "info",
      },
    },
    onEnd,
  );
  const target = new URL(fleet.serviceUrl).origin;
  const writer = async (asker: "dashboard" | "worker") =>
    `${await startRoundRobin([target], onEnd, (passed) => ledger.heard(asker, passed))}/v2`;
  const writers = { dashboard: await writer("dashboard"), worker: await writer("worker") };
  const startDashboard = async () => {
    fleet.dashboardSettings.TRACKING_API_URL = writers.dashboard;
    const [dashboard] = fleet.dashboards;
    dashboard?.start();
    await dashboard?.untilUp();
  };
  const startWorker = () => {
    fleet.dashboardSettings.TRACKING_API_URL = writers.worker;
    fleet.workers[0]?.start();
  };
  fleet.service.start();
  await fleet.service.untilUp(600_000);
  await startDashboard();
  return {
    ...fleet,
    startWorker,
    async goFaster(factor) {
      for (const member of [...fleet.workers, ...fleet.dashboards, fleet.service]) await member.stop();
      const limit = String(Math.round(ALLOWED_PER_MINUTE * factor));
      fleet.serviceSettings.RATE_LIMIT_PER_MINUTE = limit;
      fleet.dashboardSettings.TRACKING_REQUESTS_PER_MINUTE = limit;
      fleet.dashboardSettings.RECONCILE_MINUTES = String(Math.max(1, Math.round(RECONCILE_MINUTES / factor)));
      fleet.service.start();
      await fleet.service.untilUp();
      await startDashboard();
      startWorker();
      await fleet.workers[0]?.untilUp();
    },
  };
}

/** Ages the stored maps along with the simulated day, which runs faster than real time. */
export async function ageMaps({ dashboard }: DayFleet, hours: number): Promise<void> {
  await dashboard.db.execute(sql`
    update related_fetches set attempted_at = attempted_at - make_interval(secs => ${hours * 3_600}),
      as_of = as_of - make_interval(secs => ${hours * 3_600}) where what = 'map'`);
}

/** The notifications that the dashboard has received so far. */
export async function countReceived({ dashboard }: DayFleet): Promise<number> {
  const { rows } = await dashboard.db.execute<{ count: number }>(
    sql`select count(*)::int as count from inbox`,
  );
  return rows[0]?.count ?? 0;
}
