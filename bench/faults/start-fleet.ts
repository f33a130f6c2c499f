import type { Undo } from "@/bench/harness/clean-up";
import { type Fleet, openFleet, type Programs } from "@/bench/harness/fleet";
import type { Passed } from "@/bench/harness/round-robin";
import { sized } from "@/bench/harness/smoke";
import { untilLoaded } from "./sync-runs";

/** Number of dashboards, and of workers. */
const EACH = sized(2, 1);
/** The request limit on both sides. The simulation runs faster, so the limit is higher. */
const PER_MINUTE = "6000";

export type Start = {
  /** Start time of the simulation. */
  from: Date;
  containers: number;
  seed: string;
  programs: Programs;
  clusterSettings?: Record<string, string>;
  onPassed?: (passed: Passed) => void;
};

/**
 * Starts dashboards, workers, PostgreSQL and the service with the simulation paused. Returns when the webhook
 * is registered and the account is loaded.
 */
export async function startFleet(start: Start, onEnd: (undo: Undo) => void): Promise<Fleet> {
  const { from, containers, seed, programs, clusterSettings, onPassed } = start;
  const fleet = await openFleet(
    {
      ...{ dashboards: EACH, workers: EACH, programs, clusterSettings, onPassed },
      dashboardSettings: { TRACKING_REQUESTS_PER_MINUTE: PER_MINUTE, RECONCILE_MINUTES: "1" },
      serviceSettings: {
        SEED_CONTAINERS: String(containers),
        SIM_SEED: seed,
        SIM_START: from.toISOString(),
        SIM_PAUSED: "true",
        RATE_LIMIT_PER_MINUTE: PER_MINUTE,
        LOG_LEVEL: "info",
      },
    },
    onEnd,
  );
  fleet.service.start();
  await fleet.service.untilUp();
  for (const member of [...fleet.dashboards, ...fleet.workers]) member.start();
  for (const member of fleet.members) await member.untilUp();
  await untilLoaded(fleet);
  return fleet;
}
