import { EMAIL } from "@/bench/harness/account";
import type { Undo } from "@/bench/harness/clean-up";
import type { Fleet, Programs } from "@/bench/harness/fleet";
import { signIn } from "@/bench/harness/sign-in";
import { sized } from "@/bench/harness/smoke";
import { finalize } from "./losses";
import { SCENARIOS, type Scenario, seconds } from "./scenarios";
import { startFleet } from "./start-fleet";
import { untilSyncRun } from "./sync-runs";
import { compareWithTruth, type Difference } from "./truth";
import { type Watched, watchDashboard } from "./watch";
import { openWorld, type World } from "./world";

/** Number of changes reported during the fault. A few more follow after it. */
const REPORTED_DURING = 40;
const REPORTED_AFTER = 10;

export type FaultRun = {
  name: string;
  watched: Watched;
  /** Whether the board always returned the expected status in time. */
  answers: boolean;
  says: boolean;
  /** Number of fields that differed when the fault ended. */
  wrong: number;
  after: Difference[];
  /** Seconds from the end of the fault until a sync run had ended and no work was pending. */
  rightAfterS: number;
};

const DAY_MS = 86_400_000;
const SLOWEST_MS = 2_000;

/**
 * Runs one fault while the simulation continues. Reports the state of the dashboard during the fault and after one sync
 * run.
 */
export async function runScenario(
  fleet: Fleet,
  world: World,
  session: { name: string; value: string },
  scenario: Scenario,
  round: (fleet: Fleet) => Promise<void> = untilSyncRun,
): Promise<FaultRun> {
  const end = await scenario.begin(fleet, world);
  const watch = watchDashboard(fleet.dashboardUrls[0] ?? fleet.publicUrl, session);
  if (scenario.board === 200) await world.report(REPORTED_DURING);
  await seconds(scenario.seconds);
  const watched = await watch.stop();
  const wrong = scenario.board === 200 ? await compareWithTruth(fleet.dashboard.db, fleet.store) : [];
  await end();
  const ended = Date.now();
  await world.report(REPORTED_AFTER);
  await round(fleet);
  await finalize(fleet);
  const statuses = Object.keys(watched.statuses);
  return {
    name: scenario.name,
    watched,
    answers:
      statuses.length > 0 &&
      statuses.every((status) => status === String(scenario.board)) &&
      watched.slowestMs <= SLOWEST_MS,
    says: watched.output.some((line) => scenario.says.test(line)),
    wrong: wrong.length,
    after: await compareWithTruth(fleet.dashboard.db, fleet.store),
    rightAfterS: (Date.now() - ended) / 1_000,
  };
}

interface ScenarioOptions {
  programs: Programs;
  days: number;
  /** Part of the name of the only scenario to run. */
  only?: string;
  /** Completes one sync run. By default it waits for a worker's run. */
  round?: (fleet: Fleet) => Promise<void>;
}

/** Runs all faults, one after another, on one installation. */
export async function runScenarios(
  { programs, days, only, round }: ScenarioOptions,
  onEnd: (undo: Undo) => void,
  onRun: (run: FaultRun) => void,
): Promise<FaultRun[]> {
  const from = new Date(Date.now() - days * DAY_MS);
  const fleet = await startFleet({ from, containers: sized(100, 60), seed: "faults", programs }, onEnd);
  const world = await openWorld(fleet.store, from);
  onEnd(() => world.close());
  const session = await signIn(fleet.publicUrl, EMAIL, fleet.password);
  const runs: FaultRun[] = [];
  for (const scenario of SCENARIOS.filter(({ name }) => !only || name.includes(only))) {
    const run = await runScenario(fleet, world, session, scenario, round);
    onRun(run);
    runs.push(run);
  }
  return runs;
}
