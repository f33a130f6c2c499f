import { EMAIL } from "@/bench/harness/account";
import type { Undo } from "@/bench/harness/clean-up";
import type { Fleet, Programs } from "@/bench/harness/fleet";
import { signIn } from "@/bench/harness/sign-in";
import { sized } from "@/bench/harness/smoke";
import { settle } from "./losses";
import { SCENARIOS, type Scenario, seconds } from "./scenarios";
import { startFleet } from "./start-fleet";
import { untilRound } from "./sync-runs";
import { compareWithTruth, type Difference } from "./truth";
import { type Watched, watchDashboard } from "./watch";
import { openWorld, type World } from "./world";

/** Changes reported while something is wrong, and a few once it is right again. */
const REPORTED_DURING = 40;
const REPORTED_AFTER = 10;

export type FaultRun = {
  name: string;
  watched: Watched;
  /** The board answered as it should, in time, whenever asked. */
  answers: boolean;
  says: boolean;
  /** Fields that were not right when the fault ended. */
  wrong: number;
  after: Difference[];
  /** From the end of the fault until a round had ended and nothing was under way. */
  rightAfterS: number;
};

const DAY_MS = 86_400_000;
const SLOWEST_MS = 2_000;

/** Lets something go wrong while the world goes on, and says how the dashboard stood meanwhile and one round after. */
export async function runScenario(
  fleet: Fleet,
  world: World,
  session: { name: string; value: string },
  scenario: Scenario,
  round: (fleet: Fleet) => Promise<void> = untilRound,
): Promise<FaultRun> {
  const end = await scenario.begin(fleet, world);
  const watch = watchDashboard(fleet.dashboardUrls[0] ?? fleet.publicUrl, session);
  if (scenario.board === 200) await world.tell(REPORTED_DURING);
  await seconds(scenario.seconds);
  const watched = await watch.stop();
  const wrong = scenario.board === 200 ? await compareWithTruth(fleet.dashboard.db, fleet.store) : [];
  await end();
  const ended = Date.now();
  await world.tell(REPORTED_AFTER);
  await round(fleet);
  await settle(fleet);
  const statuses = Object.keys(watched.statuses);
  return {
    name: scenario.name,
    watched,
    answers:
      statuses.length > 0 &&
      statuses.every((status) => status === String(scenario.board)) &&
      watched.slowestMs <= SLOWEST_MS,
    says: watched.said.some((line) => scenario.says.test(line)),
    wrong: wrong.length,
    after: await compareWithTruth(fleet.dashboard.db, fleet.store),
    rightAfterS: (Date.now() - ended) / 1_000,
  };
}

interface ScenarioOptions {
  programs: Programs;
  days: number;
  /** A part of the name of the only one to run. */
  only?: string;
  /** Does one round of reconciliation; by default it waits for a worker's. */
  round?: (fleet: Fleet) => Promise<void>;
}

/** All faults, one after the other, on one installation. */
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
