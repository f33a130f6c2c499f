import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
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
import { endRunning, run, runStep } from "@/scripts/test/run";
import { runPackage, STATIC_CHECKS } from "@/scripts/test/static-checks";
import { type StepTime, timeTable } from "@/scripts/test/time-table";
import { build, findBuildNeed } from "@/scripts/up/build";

const asOne = (exitCode: number): Count =>
  exitCode === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`ended with ${exitCode}`] };

interface Step {
  title: string;
  work: () => Promise<Count>;
  /** Later stages are skipped if this step fails. */
  needed?: true;
}

async function buildForTests(): Promise<number> {
  const wanted = await findBuildNeed();
  if (wanted === null) return 0;
  return build((args, env) => run(process.execPath, args, env), wanted);
}

/** Each worker of the browser tests has its own system: one per core, at most two. */
const BROWSER_WORKERS = Math.min(2, availableParallelism());

async function browserTests(reports: string): Promise<Count> {
  const report = join(reports, "playwright.json");
  const code = await runPackage(
    "@playwright/test/cli.js",
    ["test", "--reporter=list,json", `--grep-invert=${LONG}`, `--workers=${BROWSER_WORKERS}`],
    { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
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

/** The steps of a stage run in parallel. The first one shows its output while it runs, the others when they end. */
function stages(reports: string): Step[][] {
  return [
    STATIC_CHECKS.map(({ title, check }) => ({ title, work: async () => asOne(await check()) })),
    [
      { title: "Reverse proxy", work: async () => asOne(await ensureNginx(run)) },
      { title: "Browser", work: async () => asOne(await ensureBrowser(run)) },
    ],
    [
      { title: "Unit and service tests", work: () => unitTests(reports) },
      { title: "Production build", work: async () => asOne(await buildForTests()), needed: true },
    ],
    [{ title: "Components and gallery", work: () => componentTests(reports) }],
    [{ title: "Smoke runs of benchmarks and long programs", work: () => smokeRuns(reports) }],
    [{ title: "Browser tests", work: () => browserTests(reports) }],
  ];
}

let stopping = false;
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

/** `npm test`: runs all checks and prints where the time went. Failures and the sum come last. */
async function main(): Promise<void> {
  const started = Date.now();
  const reports = await mkdtemp(join(tmpdir(), "drayboard-reports-"));
  let total: Count = { passed: 0, failed: 0, failures: [] };
  for (const stage of stages(reports)) {
    if (stopping) break;
    const counts = await Promise.all(stage.map((step, place) => countStep(step, place > 0)));
    total = sumOf([total, ...counts]);
    if (stage.some(({ needed }, place) => needed && counts[place]?.failed !== 0)) break;
  }
  await rm(reports, { recursive: true, force: true });
  if (stopping) total.failed += 1;
  console.log(`\n${timeTable(times, Date.now() - started)}`);
  if (total.failures.length > 0) console.log(`\nFailed:\n  ${total.failures.join("\n  ")}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    stopping = true;
    endRunning();
  });
await main();
