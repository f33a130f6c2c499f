import { parseArgs } from "node:util";
import { runBenchmark, type Undo } from "@/bench/harness/clean-up";
import { findSystem, type RunningSystem } from "@/e2e/system/running-system";
import { startSystem } from "@/e2e/system/start-system";
import { run } from "@/scripts/test/run";
import { build, findBuildNeed } from "@/scripts/up/build";
import { say, step } from "@/scripts/up/progress";
import { checkRules, findPrometheus, listAlerts, startPrometheus, untilScraped } from "./prometheus";
import { type Check, checkScrapes } from "./scrape-checks";
import { SERIES_BY_JOB } from "./series";
import { chooseMonitoring, type MonitoringSettings, monitoringOf } from "./settings";
import { checkTraces } from "./trace-checks";
import { startTraceReceiver } from "./trace-receiver";

const TIMEOUT_MS = 1_200_000;

type OnEnd = (undo: Undo) => void;

/** Starts a system of its own, with traces to `collector`. */
async function startOwn(
  onEnd: OnEnd,
  settings: MonitoringSettings,
  collector: string,
): Promise<RunningSystem> {
  const wanted = await findBuildNeed();
  if (wanted !== null && (await build((args, env) => run(process.execPath, args, env), wanted)) !== 0)
    throw new Error("The dashboard could not be built.");
  const { system, stop } = await step("Starting all of it", () =>
    startSystem({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector, SEED_CONTAINERS: "60" }),
  );
  onEnd(stop);
  return system;
}

/** Checks with a real Prometheus: its scrapes, its series and the alert rules. */
async function checkPrometheus(onEnd: OnEnd, settings: MonitoringSettings): Promise<Check[]> {
  const { prometheus, promtool } = await step("Finding Prometheus", findPrometheus);
  say((await step("Checking the rules", () => checkRules(promtool))).trim());
  const scraper = await startPrometheus(prometheus, settings, onEnd);
  const jobs = Object.keys(SERIES_BY_JOB);
  await step("Scraping", () => untilScraped(scraper, jobs));
  const checks: Check[] = [{ name: `Prometheus: up is 1 for ${jobs.join(" and ")}`, problem: null }];
  for (const [job, names] of Object.entries(SERIES_BY_JOB)) {
    const missing: string[] = [];
    for (const name of names)
      if ((await scraper.query(`count(${name}{job="${job}"}) > 0`)).length === 0) missing.push(name);
    const problem = missing.length === 0 ? null : `missing: ${missing}`;
    checks.push({ name: `Prometheus has ${names.length} named series of ${job}`, problem });
  }
  const evaluated = (await scraper.ruleHealth()).map(({ name }) => name);
  const unknown = (await listAlerts()).filter((name) => !evaluated.includes(name));
  checks.push({
    name: `Prometheus evaluates ${evaluated.length} alerts`,
    problem: unknown.length === 0 ? null : `missing: ${unknown}`,
  });
  return checks;
}

/**
 * `npm run test:monitoring [-- --smoke]`: scrapes a running system over HTTP, then with Debian's Prometheus, checks the
 * alert rules with promtool and receives traces. `--smoke`: the scrapes alone. Exit code 1 if a check failed.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({ options: { smoke: { type: "boolean", default: false } } });
  const running = findSystem();
  const settings = running ? monitoringOf(process.env) : await chooseMonitoring();
  const receiver = await startTraceReceiver();
  onEnd(() => receiver.close());
  const system = running ?? (await startOwn(onEnd, settings, receiver.url));
  const checks = await checkScrapes(system, settings);
  if (!values.smoke && running === null) {
    checks.push(...(await checkPrometheus(onEnd, settings)));
    checks.push(...(await step("Tracing", () => checkTraces(system, receiver, onEnd))));
  }
  for (const { name, problem } of checks)
    say(`  ${problem === null ? "ok    " : "FAILED"}  ${name}${problem ? `: ${problem}` : ""}`);
  const failed = checks.filter(({ problem }) => problem !== null).length;
  say(`\n${checks.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
