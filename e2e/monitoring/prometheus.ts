import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import type { Undo } from "@/bench/harness/clean-up";
import { unpackPackages } from "@/e2e/system/debian-packages";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import type { MonitoringSettings } from "./settings";

const runFile = promisify(execFile);
const FOLDER = resolve(".cache", "prometheus");
const RULES = resolve("deploy", "monitoring", "alerts.yml");
const START_MS = 60_000;
const SCRAPES_MS = 60_000;

/** Debian's `prometheus` and `promtool`, without installing the package: that would start a server. */
export async function findPrometheus(): Promise<{ prometheus: string; promtool: string }> {
  const unpacked = join(FOLDER, "usr", "bin");
  const folder = ["/usr/bin", "/usr/local/bin", unpacked].find((path) =>
    existsSync(join(path, "prometheus")),
  );
  if (folder === undefined) await unpackPackages(FOLDER, "prometheus");
  const found = folder ?? unpacked;
  return { prometheus: join(found, "prometheus"), promtool: join(found, "promtool") };
}

/** Checks the rules and their tests. Returns promtool's output. Throws with it if a check fails. */
export async function checkRules(promtool: string): Promise<string> {
  const tests = resolve("deploy", "monitoring", "alerts.test.yml");
  const example = resolve("deploy", "monitoring", "prometheus.yml");
  const outputs: string[] = [];
  for (const args of [
    ["check", "rules", RULES],
    ["check", "config", example],
    ["test", "rules", tests],
  ])
    outputs.push((await runFile(promtool, args)).stdout);
  return outputs.join("");
}

const configuration = (
  { METRICS_PORT, WORKER_METRICS_PORT }: MonitoringSettings,
  tokenFile: string,
): string => `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(RULES)}]
scrape_configs:
${[
  ["drayboard-dashboard", METRICS_PORT],
  ["drayboard-worker", WORKER_METRICS_PORT],
]
  .map(
    ([job, port]) => `  - job_name: ${job}
    authorization: { credentials_file: ${JSON.stringify(tokenFile)} }
    static_configs: [{ targets: ["127.0.0.1:${port}"] }]`,
  )
  .join("\n")}
`;

const QUERY = z.object({
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
    ),
  }),
});
const RULE_STATES = z.object({
  data: z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) })),
  }),
});

/** A running Prometheus that scrapes the system under test. */
export type Scraper = {
  /** The current values of a query, each with its labels. */
  query(expression: string): Promise<{ labels: Record<string, string>; value: number }[]>;
  /** The health of each alert rule: ok after its first evaluation. */
  ruleHealth(): Promise<{ name: string; health: string }[]>;
};

/** Starts Prometheus on a free port, with data in a temporary folder. */
export async function startPrometheus(
  program: string,
  settings: MonitoringSettings,
  onEnd: (undo: Undo) => void,
): Promise<Scraper> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-prometheus-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const [tokenFile, configFile] = [join(folder, "token"), join(folder, "prometheus.yml")];
  await writeFile(tokenFile, settings.METRICS_TOKEN, { mode: 0o600 });
  await writeFile(configFile, configuration(settings, tokenFile));
  const port = await findFreePort();
  const child = spawn(
    program,
    [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=warn",
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  onEnd(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await until("Prometheus is ready", START_MS, async () => (await fetch(`${url}/-/ready`)).ok);
  return {
    async query(expression) {
      const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
      const { data } = QUERY.parse(await response.json());
      return data.result.map(({ metric, value: [, value] }) => ({ labels: metric, value: Number(value) }));
    },
    async ruleHealth() {
      const { data } = RULE_STATES.parse(await (await fetch(`${url}/api/v1/rules`)).json());
      return data.groups.flatMap(({ rules }) => rules);
    },
  };
}

/** Waits until a check is true. An error of it counts as false. Throws with `what` after the time. */
export async function until(what: string, ms: number, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await check().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`Not within ${ms / 1_000} s: ${what}.`);
    await pause(100);
  }
}

/** Waits until both jobs are up and every rule was evaluated. */
export async function untilScraped(scraper: Scraper, jobs: readonly string[]): Promise<void> {
  await until(`up is 1 for ${jobs.join(" and ")}`, SCRAPES_MS, async () => {
    const up = await scraper.query("up == 1");
    return jobs.every((job) => up.some(({ labels }) => labels.job === job));
  });
  await until("every rule is ok", SCRAPES_MS, async () => {
    const rules = await scraper.ruleHealth();
    return rules.length > 0 && rules.every(({ health }) => health === "ok");
  });
}

/** The names of the alerts in deploy/monitoring/alerts.yml. */
export async function listAlerts(): Promise<string[]> {
  return [...(await readFile(RULES, "utf8")).matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
}
