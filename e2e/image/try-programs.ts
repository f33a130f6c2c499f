import type { ChildProcess } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { signIn } from "@/bench/harness/sign-in";
import { withClient } from "@/lib/platform/postgres/create-database";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { begin, type Runner, type Site, START_MS, STOPPED, toItsEnd, USER, untilAnswered } from "./programs";

/** What was measured while the programs ran. */
export type Times = { dashboardMs: number; workerMs: number; stopMs: number };

const since = (begun: number) => Math.round(performance.now() - begun);

/** Starts the tracking service. Returns its address and a key. */
async function startService(runner: Runner, site: Site): Promise<Record<string, string>> {
  const port = await findFreePort();
  const settings = {
    TRACKING_DATABASE_URL: site.trackingUrl,
    TRACKING_SERVICE_PORT: String(port),
    HOST: "127.0.0.1",
    SEED_CONTAINERS: "30",
  };
  const service = begin(runner, site, ["tracking-service", "serve"], settings);
  await untilAnswered(`http://127.0.0.1:${port}/health/live`, service);
  await toItsEnd(runner, site, ["health", "tracking-service"], settings);
  const create = ["tracking-service", "keys", "create", "--account", "image"];
  const key = (await toItsEnd(runner, site, create, settings)).split("\n").at(-1) ?? "";
  return { TRACKING_API_URL: `http://127.0.0.1:${port}/v2`, TRACKING_API_KEY: key };
}

/**
 * Starts all programs of the image, and uses them as a browser does. `whileRunning` is called while the dashboard runs.
 * Returns the times from the start of a process or container to its first response.
 */
export async function tryPrograms(
  runner: Runner,
  site: Site,
  whileRunning: () => Promise<void> = async () => undefined,
): Promise<Times> {
  const [port, workerPort] = [await findFreePort(), await findFreePort()];
  const settings = {
    ...(await startService(runner, site)),
    DATABASE_URL: site.databaseUrl,
    NEXTAUTH_SECRET: randomBytes(24).toString("hex"),
    HOST: "127.0.0.1",
    PORT: String(port),
    WORKER_METRICS_PORT: String(workerPort),
    DATA_DIR: "/tmp",
    DRAYBOARD_ADMIN_EMAIL: USER.email,
    DRAYBOARD_ADMIN_PASSWORD: USER.password,
  };
  await toItsEnd(runner, site, ["prepare"], settings);
  const begun = performance.now();
  const dashboard = begin(runner, site, ["dashboard"], settings);
  const address = `http://127.0.0.1:${port}`;
  await untilAnswered(`${address}/api/health/live`, dashboard);
  const dashboardMs = since(begun);
  await toItsEnd(runner, site, ["health"], settings);
  const workerBegun = performance.now();
  const worker = begin(runner, site, ["worker"], settings);
  await untilAnswered(`http://127.0.0.1:${workerPort}/live`, worker);
  const workerMs = since(workerBegun);
  await toItsEnd(runner, site, ["health", "worker"], settings);
  const page = await (await untilAnswered(`${address}/sign-in`, dashboard)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0];
  if (!page.includes("Sign in") || script === undefined) throw new Error("the sign-in page is incomplete");
  await untilAnswered(`${address}${script}`, dashboard);
  // Ready: the database is migrated and a worker of the image runs.
  await untilAnswered(`${address}/api/health/ready`, dashboard);
  await untilMirrored(site.databaseUrl);
  await readGuide(address);
  await whileRunning();
  await runCommands(runner, site, settings);
  return { dashboardMs, workerMs, stopMs: await stop(dashboard) };
}

/** Runs the image's commands for operators. */
async function runCommands(runner: Runner, site: Site, settings: Record<string, string>): Promise<void> {
  const file = `/tmp/drayboard-audit-${randomUUID()}.gz`;
  site.onEnd(() => rm(file, { force: true }));
  const audit = ["audit", "export", "--before", "2020-01-01", file];
  const exported = await toItsEnd(runner, site, audit, settings);
  if (!exported.startsWith("0 entries exported")) throw new Error(`audit printed: ${exported}`);
  const reset = await toItsEnd(runner, site, ["user", "reset", USER.email], settings);
  if (!reset.startsWith(`The password of ${USER.email} is now `)) throw new Error(`user printed: ${reset}`);
}

/** Signs in and opens the guide for users, a file that the dashboard reads by its path. */
async function readGuide(address: string): Promise<void> {
  const session = await signIn(address, USER.email, USER.password);
  const headers = { cookie: `${session.name}=${session.value}` };
  const page = await (await fetch(`${address}/help`, { headers })).text();
  if (!page.includes("Queues of the board")) throw new Error("the page /help has no guide");
}

/** Waits until the worker has loaded containers from the service. */
async function untilMirrored(databaseUrl: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    let count = 0;
    await withClient(databaseUrl, async (client) => {
      count = (await client.query("select from board_rows limit 1")).rowCount ?? 0;
    });
    if (count > 0) return;
    if (Date.now() > until) throw new Error("the worker loaded no container");
    await pause(200);
  }
}

/** Ends the dashboard as a service manager does. Returns how long it took, in ms. Throws unless it stops in order. */
async function stop(child: ChildProcess): Promise<number> {
  const begun = performance.now();
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const code = await Promise.race([ended, pause(START_MS, undefined, { ref: false })]);
  if (code !== STOPPED) throw new Error(`the dashboard ended with code ${code} after SIGTERM`);
  return since(begun);
}
