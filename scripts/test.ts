import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemEnvironment } from "@/e2e/system/running-system";
import { type StartedSystem, startSystems, stopSystems } from "@/e2e/system/start-system";
import { ensureBrowser } from "@/scripts/test/browser";
import {
  type Count,
  countPlaywright,
  countReport,
  countSmoke,
  countVitest,
  sumOf,
} from "@/scripts/test/counts";
import { LONG } from "@/scripts/test/long-tests";
import { ensureNginx } from "@/scripts/test/nginx";
import { countEndedChildren, endRunning, run, runStep } from "@/scripts/test/run";
import { runPackage, STATIC_CHECKS } from "@/scripts/test/static-checks";
import { type StepTime, timeTable } from "@/scripts/test/time-table";
import { build, findBuildNeed } from "@/scripts/up/build";

const asOne = (exitCode: number): Count =>
  exitCode === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`ended with ${exitCode}`] };

const NOTHING: Count = { passed: 0, failed: 0, failures: [] };

interface Step {
  title: string;
  work: () => Promise<Count>;
  /** The steps after it are skipped if this step fails. */
  needed?: true;
}

async function buildForTests(): Promise<number> {
  const wanted = await findBuildNeed();
  if (wanted === null) return 0;
  return build((args, env) => run(process.execPath, args, env), wanted);
}

/** Each worker of the browser tests has its own system. A third one on two cores makes every page load slower than its wait. */
const BROWSER_WORKERS = 2;
const systems: StartedSystem[] = [];
const stopped = new AbortController();

async function startBrowserSystems(): Promise<Count> {
  try {
    systems.push(...(await startSystems(BROWSER_WORKERS, stopped.signal)));
    return asOne(0);
  } catch (error) {
    console.error(error);
    return asOne(1);
  }
}

async function stopBrowserSystems(): Promise<Count> {
  try {
    await stopSystems(systems.splice(0));
    return asOne(0);
  } catch (error) {
    console.error(error);
    return asOne(1);
  } finally {
    countEndedChildren();
  }
}

async function browserTests(reports: string): Promise<Count> {
  const report = join(reports, "playwright.json");
  const code = await runPackage(
    "@playwright/test/cli.js",
    ["test", "--reporter=list,json", `--grep-invert=${LONG}`, `--workers=${BROWSER_WORKERS}`],
    {
      ...process.env,
      ...systemEnvironment(...systems.map(({ system }) => system)),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  );
  return countReport(report, code, countPlaywright);
}

async function smokeRuns(reports: string): Promise<Count> {
  const report = join(reports, "smoke.json");
  const code = await run(
    process.execPath,
    ["--import", "tsx", "e2e/smoke/run.ts", "--report", report],
    process.env,
  );
  return countReport(report, code, countSmoke);
}

async function unitTests(reports: string): Promise<Count> {
  const report = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runPackage("vitest/vitest.mjs", ["run", ...reporters]);
  return countReport(report, code, countVitest);
}

async function componentTests(reports: string): Promise<Count> {
  const report = join(reports, "components.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runPackage(
    "vitest/vitest.mjs",
    ["run", "--config", "vitest.gallery.config.ts", ...reporters],
    { ...process.env, VITE_GALLERY: "short" },
  );
  return countReport(report, code, countVitest);
}

/**
 * The lanes of a stage run in parallel, the steps of a lane one after the other. The first lane shows its output while it
 * runs, the others when a step ends.
 */
function stages(reports: string): Step[][][] {
  const needed = true;
  return [
    [
      [{ title: "Reverse proxy", work: async () => asOne(await ensureNginx(run)) }],
      [{ title: "Browser", work: async () => asOne(await ensureBrowser(run)) }],
    ],
    [
      [{ title: "Unit and service tests", work: () => unitTests(reports) }],
      [
        ...STATIC_CHECKS.map(({ title, check }) => ({ title, work: async () => asOne(await check()) })),
        { title: "Production build", work: async () => asOne(await buildForTests()), needed },
        { title: "Components and gallery", work: () => componentTests(reports) },
        { title: "Smoke runs of benchmarks and long programs", work: () => smokeRuns(reports) },
        { title: "Start of the systems for browser tests", work: startBrowserSystems, needed },
      ],
    ],
    [
      [
        { title: "Browser tests", work: () => browserTests(reports) },
        { title: "Stop of these systems", work: stopBrowserSystems },
      ],
    ],
  ];
}

const times: StepTime[] = [];

/** Runs a step and records its time. */
async function countStep({ title, work }: Step, holdBack: boolean): Promise<Count> {
  const started = Date.now();
  console.log(`\n== ${title}`);
  const { result: count, cpuMs } = await runStep(work, { holdBack });
  const wallMs = Date.now() - started;
  times.push({ title, wallMs, cpuMs, durations: count.durations ?? [] });
  console.log(
    `== ${title}: ${count.failed === 0 ? "good" : "NOT GOOD"} (${(wallMs / 1000).toFixed(1)} s, ` +
      `${(cpuMs / 1000).toFixed(1)} s of CPU)`,
  );
  return { ...count, failures: count.failures.map((failure) => `${title}: ${failure}`) };
}

/** Runs the steps of a lane. `ended`: a step that later ones need has failed, or the run was stopped. */
async function runLane(lane: readonly Step[], holdBack: boolean): Promise<{ count: Count; ended: boolean }> {
  let count: Count = NOTHING;
  for (const step of lane) {
    if (stopped.signal.aborted) return { count, ended: true };
    const counted = await countStep(step, holdBack);
    count = sumOf([count, counted]);
    if (step.needed && counted.failed > 0) return { count, ended: true };
  }
  return { count, ended: false };
}

/** `npm test`: runs all checks and prints where the time went. Failures and the sum come last. */
async function main(): Promise<void> {
  const started = Date.now();
  const reports = await mkdtemp(join(tmpdir(), "drayboard-reports-"));
  let total = NOTHING;
  for (const stage of stages(reports)) {
    const lanes = await Promise.all(stage.map((lane, place) => runLane(lane, place > 0)));
    total = sumOf([total, ...lanes.map(({ count }) => count)]);
    if (lanes.some(({ ended }) => ended)) break;
  }
  if (systems.length > 0) total = sumOf([total, await stopBrowserSystems()]);
  await rm(reports, { recursive: true, force: true });
  if (stopped.signal.aborted) total = sumOf([total, { passed: 0, failed: 1, failures: ["It was stopped."] }]);
  console.log(`\n${timeTable(times, Date.now() - started)}`);
  if (total.failures.length > 0) console.log(`\nFailed:\n  ${total.failures.join("\n  ")}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    stopped.abort(new Error("The tests were stopped."));
    endRunning();
  });
await main();
