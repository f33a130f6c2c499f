import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { bundledArgs, shareBundles } from "@/bench/harness/bundle";
import { SMOKE_RESULTS } from "@/bench/harness/figures";
import { startSharedCluster } from "@/bench/harness/shared-cluster";
import { chooseMonitoring } from "@/e2e/monitoring/settings";
import { systemEnvironment } from "@/e2e/system/running-system";
import { startSystem } from "@/e2e/system/start-system";
import { type Count, sumOf } from "@/scripts/test/counts";
import { signalGroup } from "@/scripts/up/process-mark";

/** A benchmark or long program in its smallest form. */
interface SmokeRun {
  name: string;
  args: string[];
  /** The result file it must write below `.cache/smoke`. */
  result?: string;
  /** Whether it uses the one running stack instead of starting its own programs. */
  onStack?: true;
}

const bench = (name: string): SmokeRun => ({
  name: `bench:${name}`,
  args: [`bench/${name}.ts`, "--smoke"],
  result: `${name}.json`,
});

/** Runs on the stack are sequential, and the others run in parallel to them. The longest runs are first. */
const RUNS: readonly SmokeRun[] = [
  {
    name: "test:fuzz",
    args: ["e2e/fuzz/run.ts", "--requests", "100", "--seed", "1", "--smoke"],
    onStack: true,
  },
  { name: "test:hostile", args: ["e2e/hostile/run.ts", "--only", "webhook"], onStack: true },
  { name: "test:monitoring", args: ["e2e/monitoring/run.ts", "--smoke"], onStack: true },
  { name: "test:dev", args: ["e2e/dev/run.ts", "--smoke"] },
  {
    name: "test:moments",
    args: ["e2e/moments/run.ts", "--only", "year-end", "--workers", "1", "e2e/home.spec.ts"],
  },
  bench("board"),
  bench("fresh"),
  bench("fanout"),
  bench("day"),
  bench("soak"),
  bench("scale"),
  bench("faults"),
  bench("ingest"),
  {
    name: "test:backup",
    args: ["e2e/backup/run.ts", "--seconds", "3", "--rate", "5", "--containers", "100"],
  },
  {
    name: "test:service:slow",
    args: ["scripts/test-service-slow.ts", "--seed", "1", "--requests", "1", "--only", "/parties"],
  },
  bench("reports"),
  bench("service"),
  { name: "test:timing", args: ["e2e/timing/run.ts", "--smoke"] },
  { name: "test:faults", args: ["scripts/planted-faults.ts", "--smoke"] },
  bench("sizes"),
];

/** The programs that the runs start. */
const STARTED = [
  "worker.ts",
  "tracking-service/main.ts",
  "bench/board/baseline.ts",
  "bench/faults/one-sync-run.ts",
  "bench/fanout/boards.ts",
  "bench/fresh/baseline.ts",
  "bench/fresh/many-clients.ts",
  "bench/service/baseline.ts",
];

/** Ends a run that hangs. The longest, test:dev, compiles everything while the unit tests run. */
const LIMIT_MS = 900_000;
const FIGURES = z.object({ figures: z.array(z.object({ name: z.string(), value: z.number() })).nonempty() });
const KILL_AFTER_MS = 10_000;
const running = new Set<number>();
let ending = false;

/** Sends SIGTERM to a run and all its child processes, then SIGKILL if they are still running. */
function endRun(pid: number): void {
  signalGroup(pid, "SIGTERM");
  setTimeout(() => signalGroup(pid, "SIGKILL"), KILL_AFTER_MS).unref();
}

/**
 * Runs one program to its end, with its output in `.cache/smoke/NAME.log`. Returns null on success, otherwise the
 * error.
 */
async function runOne({ name, args, result }: SmokeRun, env: Record<string, string>): Promise<string | null> {
  const log = join(SMOKE_RESULTS, `${name.replaceAll(":", "-")}.log`);
  if (result) await rm(join(SMOKE_RESULTS, result), { force: true });
  const file = openSync(log, "w");
  const child = spawn(process.execPath, bundledArgs(["--import", "tsx", ...args], env), {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", file, file],
  });
  closeSync(file);
  const pid = child.pid ?? 0;
  running.add(pid);
  const timer = setTimeout(() => endRun(pid), LIMIT_MS);
  const code = await new Promise<number | string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (status, signal) => resolve(status ?? signal ?? "unknown"));
  });
  clearTimeout(timer);
  running.delete(pid);
  if (code !== 0)
    return `ended with ${code}; the end of ${log}:\n${(await readFile(log, "utf8")).slice(-1_500)}`;
  if (!result) return null;
  const text = await readFile(join(SMOKE_RESULTS, result), "utf8").catch(() => "null");
  return FIGURES.safeParse(JSON.parse(text)).success ? null : `wrote no figures (${result})`;
}

async function runAll(runs: SmokeRun[], env: Record<string, string>): Promise<Count> {
  const counts: Count[] = [];
  for (let run = runs.shift(); run !== undefined && !ending; run = runs.shift()) {
    const started = Date.now();
    const problem = await runOne(run, env);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(
      `${problem === null ? "ran" : "FAILED"}  ${run.name} (${seconds} s)${problem ? `: ${problem}` : ""}`,
    );
    counts.push(
      problem === null
        ? { passed: 1, failed: 0, failures: [] }
        : { passed: 0, failed: 1, failures: [`${run.name} ${problem.split("\n")[0]}`] },
    );
  }
  return sumOf(counts);
}

/** Starts what all runs share. They use it through the environment. */
async function share(): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> {
  // The program of test:service:slow loads Vitest, which cannot be bundled.
  const programs = RUNS.map(({ args: [file = ""] }) => file).filter((file) => !file.startsWith("scripts/"));
  const bundles = await shareBundles([...programs, ...STARTED]);
  const cluster = await startSharedCluster();
  return {
    env: { ...bundles.env, ...cluster.env },
    async remove() {
      await Promise.all([bundles.remove(), cluster.remove()]);
    },
  };
}

/** The runs that need a running stack. It is started once without request limits and stopped after them. */
async function runOnStack(runs: SmokeRun[], env: Record<string, string>): Promise<Count> {
  const counts: Count[] = [];
  try {
    const monitoring = await chooseMonitoring();
    const { system, stop } = await startSystem({
      ...monitoring,
      TRACKING_REQUESTS_PER_MINUTE: "off",
      RATE_LIMIT_PER_MINUTE: "off",
      RECONCILE_MINUTES: "1440",
      SEED_CONTAINERS: "60",
    });
    counts.push(await runAll(runs, { ...env, ...monitoring, ...systemEnvironment(system) }));
    await stop();
  } catch (error) {
    console.log(`FAILED  the stack of the smoke runs: ${error instanceof Error ? error.stack : error}`);
    counts.push({ passed: 0, failed: 1, failures: ["the stack of the smoke runs"] });
  }
  return sumOf(counts);
}

/**
 * Runs every benchmark and long program once in its smallest form, to check that it works and writes its result. The
 * dashboard must already be built.
 */
export async function smokeRuns(): Promise<Count> {
  mkdirSync(SMOKE_RESULTS, { recursive: true });
  const { env, remove } = await share();
  const alone = RUNS.filter((run) => !run.onStack);
  const lane = () => runAll(alone, env);
  const onStack = runOnStack(
    RUNS.filter((run) => run.onStack),
    env,
  );
  const lanes = Array.from({ length: availableParallelism() }, lane);
  const counts = await Promise.all([onStack, onStack.then(lane), ...lanes]);
  await remove();
  return sumOf(counts);
}

/** Ends the current runs. */
export function endSmokeRuns(): void {
  ending = true;
  for (const pid of running) endRun(pid);
}
