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
import { endRunning, run } from "@/scripts/test/run";
import { runPackage, STATIC_CHECKS } from "@/scripts/test/static-checks";
import { build, findBuildNeed } from "@/scripts/up/build";

const asOne = (exitCode: number): Count =>
  exitCode === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`ended with ${exitCode}`] };

interface Step {
  title: string;
  work: () => Promise<Count>;
  /** Later steps are skipped if this one fails. */
  needed?: true;
}

async function buildForTests(): Promise<number> {
  const wanted = await findBuildNeed();
  if (wanted === null) return 0;
  return build((args, env) => run(process.execPath, args, env), wanted);
}

/** Each shard of the browser tests has its own system, so that shards run in parallel: one per core, at most two. */
const BROWSER_SHARES = availableParallelism() > 1 ? ["1/2", "2/2"] : ["1/1"];

async function browserTests(share: string, reports: string): Promise<Count> {
  const name = share.replace("/", "-of-");
  const report = join(reports, `playwright-${name}.json`);
  const code = await runPackage(
    "@playwright/test/cli.js",
    [
      "test",
      "--reporter=list,json",
      `--grep-invert=${LONG}`,
      `--shard=${share}`,
      `--output=test-results/${name}`,
    ],
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

function steps(reports: string): Step[] {
  const unitReport = join(reports, "vitest.json");
  return [
    ...STATIC_CHECKS.map(({ title, check }) => ({ title, work: async () => asOne(await check()) })),
    { title: "Reverse proxy", work: async () => asOne(await ensureNginx(run)) },
    {
      title: "Unit and service tests",
      work: async () => {
        const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`];
        const code = await runPackage("vitest/vitest.mjs", ["run", ...reporters]);
        return countReport(unitReport, code, countVitest);
      },
    },
    { title: "Browser", work: async () => asOne(await ensureBrowser(run)) },
    {
      title: "Components and gallery",
      work: async () => {
        const args = ["run", "--config", "vitest.gallery.config.ts", "--reporter=default"];
        const report = join(reports, "components.json");
        const code = await runPackage(
          "vitest/vitest.mjs",
          [...args, "--reporter=json", `--outputFile.json=${report}`],
          { ...process.env, VITE_GALLERY: "short" },
        );
        return countReport(report, code, countVitest);
      },
    },
    { title: "Production build", work: async () => asOne(await buildForTests()), needed: true },
    { title: "Smoke runs of benchmarks and long programs", work: () => smokeRuns(reports) },
    {
      title: "Browser tests",
      work: async () => sumOf(await Promise.all(BROWSER_SHARES.map((share) => browserTests(share, reports)))),
    },
  ];
}

let stopping = false;

/** `npm test`: runs all checks and prints the time of each step. Failures and the sum come last. */
async function main(): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), "drayboard-reports-"));
  let total: Count = { passed: 0, failed: 0, failures: [] };
  for (const { title, work, needed } of steps(reports)) {
    if (stopping) break;
    const started = Date.now();
    console.log(`\n== ${title}`);
    const count = await work();
    total = sumOf([total, { ...count, failures: count.failures.map((failure) => `${title}: ${failure}`) }]);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`== ${title}: ${count.failed === 0 ? "good" : "NOT GOOD"} (${seconds} s)`);
    if (count.failed > 0 && needed) break;
  }
  await rm(reports, { recursive: true, force: true });
  if (stopping) total.failed += 1;
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
