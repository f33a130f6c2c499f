import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { bundledPrograms } from "@/bench/faults/bundled-programs";
import { runScenarios } from "@/bench/faults/fault-run";
import { faultFigures, killFigures, sayFaultRun, sayKillRun } from "@/bench/faults/figures";
import { killAndCompare } from "@/bench/faults/kill-run";
import { syncRunAtOnce, untilSyncRun } from "@/bench/faults/sync-runs";
import { openChildren } from "@/bench/harness/children";
import { runBenchmark, type Undo } from "@/bench/harness/clean-up";
import { buildWhenNeeded } from "@/bench/harness/dashboard";
import { figure, openResults } from "@/bench/harness/figures";
import { SMOKE, sized } from "@/bench/harness/smoke";
import { say, step } from "@/scripts/up/progress";

const TIMEOUT_MS = 3 * 3_600_000;
const DAYS = 45;
/**
 * With a kill every second the fleet accepts few notifications. At this interval it makes progress and is killed while
 * working.
 */
const CALMER_MS = 10_000;
/** A container of the simulation causes more notifications than this in that time. */
const REPORTED_PER_CONTAINER = 12;

/** Runs work with its own clean-up, and cleans up as soon as the work ends. */
async function contained<T>(work: (onEnd: (undo: Undo) => void) => Promise<T>): Promise<T> {
  const undos: Undo[] = [];
  try {
    return await work((undo) => undos.push(undo));
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
}

/**
 * `npm run bench:faults [-- --seed N] [--notifications N] [--kills N] [--only kills|faults] [--thin]`: runs a full
 * installation with three seeds. Its processes are killed once a second while thousands of notifications arrive
 * duplicated and out of order. Then runs the fault scenarios one after another. Prints a table and writes
 * `bench/results/faults.json`.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", multiple: true, default: sized(["1", "2", "3"], ["1"]) },
      notifications: { type: "string", default: sized("20000", "100") },
      kills: { type: "string", default: sized("50", "1") },
      // The smoke test of the kill run is bench/faults/short.test.ts.
      only: { type: "string", default: sized("", "faults") },
      fault: { type: "string", default: sized("", "53100") },
      smoke: { type: "boolean" },
      thin: { type: "boolean", default: false },
    },
  });
  const notifications = Number(values.notifications);
  const kills = Number(values.kills);
  const children = openChildren();
  if (!values.thin) await step("Building the dashboard", () => buildWhenNeeded(children));
  const programs = await bundledPrograms(values.thin, onEnd);
  const results = await openResults({ name: "faults", onEnd });
  const [load = 0] = loadavg();
  await results.add(figure({ name: "load of the machine at the start", unit: "", value: load }));

  for (const seed of values.only === "faults" ? [] : values.seed.map(Number)) {
    say(`\nSeed ${seed}: ${notifications} notifications, at least ${kills} kills`);
    const run = await contained((end) =>
      killAndCompare(
        {
          ...{ seed, notifications, kills, programs, say, days: DAYS },
          maxKills: 3 * kills,
          calmerMs: CALMER_MS,
          windowMs: 60_000,
          perSecond: 200,
          containers: Math.max(60, Math.ceil(notifications / REPORTED_PER_CONTAINER)),
          minUp: 3,
          round: values.thin ? syncRunAtOnce(programs.round) : untilSyncRun,
        },
        end,
      ),
    );
    sayKillRun(run);
    await results.add(...killFigures(seed, run));
  }
  if (values.only !== "kills") {
    say("\nOne fault after the other");
    const round = SMOKE ? syncRunAtOnce(programs.round) : untilSyncRun;
    const runs = await contained((end) =>
      runScenarios({ programs, days: DAYS, only: values.fault, round }, end, sayFaultRun),
    );
    await results.add(...faultFigures(runs));
  }
  await results.finish("Faults");
});
