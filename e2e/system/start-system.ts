import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { removeCluster } from "@/lib/platform/postgres/cluster";
import { findPlacement } from "@/lib/platform/postgres/data-placement";
import { CLUSTER_USER } from "@/lib/platform/postgres/initialize-cluster";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { isAlive, listPrograms } from "./programs";
import type { RunningSystem } from "./running-system";

const STOP_MS = 8_000;
/** Enough containers for every test. E2E_CONTAINERS=10000 gives a full account. */
const CONTAINERS = Number(process.env.E2E_CONTAINERS || 300);
/** A first start builds the dashboard and fills the service's database. */
const startMs = (containers: number) => 240_000 + containers * 30;
/** The limit of 100 requests a minute also applies to the first sync. */
const firstSyncMs = (containers: number) => 60_000 + containers * 90;
const EMAIL = "dispatch@example.com";
const PASSWORD = "pull-the-right-one-today";

/** Settings from a developer's environment or .env that tests must ignore. Empty counts as unset. */
const UNSET = [
  "DATABASE_URL",
  "TRACKING_DATABASE_URL",
  "TRACKING_API_URL",
  "TRACKING_API_KEY",
  "WEBHOOK_SECRET",
  "NEXTAUTH_SECRET",
  "PUBLIC_URL",
  "SIM_START",
];

export type StartedSystem = { system: RunningSystem; stop: () => Promise<void> };

/**
 * Starts the whole system like an operator, on free ports and in its own folder, and waits for the first sync.
 * `settings` override those of the browser tests. When `signal` aborts, the start ends with an error and leaves nothing.
 */
export async function startSystem(
  settings: Record<string, string> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<StartedSystem> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-e2e-"));
  // PostgreSQL's own user must be able to access the folder.
  await chmod(folder, 0o711);
  const dataDir = join(folder, "data");
  const [port, servicePort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const up = spawn(process.execPath, ["scripts/bootstrap.mjs", "up"], {
    env: {
      ...process.env,
      ...Object.fromEntries(UNSET.map((name) => [name, ""])),
      HOST: "127.0.0.1",
      PORT: String(port),
      TRACKING_SERVICE_PORT: String(servicePort),
      DATA_DIR: dataDir,
      SIM_PAUSED: "true",
      SIM_SEED: "browser tests",
      SEED_SAMPLES: "off",
      SEED_CONTAINERS: String(CONTAINERS),
      // A scheduled sync run 15 minutes after the first would repair data that a running test has changed.
      RECONCILE_MINUTES: "1440",
      DRAYBOARD_ADMIN_EMAIL: EMAIL,
      DRAYBOARD_ADMIN_PASSWORD: PASSWORD,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(up);
  const stop = () => stopSystem(up, folder, dataDir);
  const containers = Number(settings.SEED_CONTAINERS ?? CONTAINERS);
  try {
    await untilReady(up, output, startMs(containers), signal);
    await waitForFirstSync(url, firstSyncMs(containers), signal);
    const databases = ownDatabases(settings) ?? (await databaseUrls(dataDir));
    return { system: { url, servicePort, dataDir, ...databases, email: EMAIL, password: PASSWORD }, stop };
  } catch (error) {
    await endAnyway(up);
    await removeCluster(join(dataDir, "postgres"));
    await rm(folder, { recursive: true, force: true });
    throw new Error(`The system did not start.\n${output()}`, { cause: error });
  }
}

/** Starts several systems at once. If one does not start, stops the others and throws its error. */
export async function startSystems(count: number, signal?: AbortSignal): Promise<StartedSystem[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startSystem({}, signal)));
  const started = starts.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failed = starts.find((each) => each.status === "rejected");
  if (!failed) return started;
  await stopSystems(started);
  throw failed.reason;
}

/** Stops all of them, also when one does not stop in time or leaves a process. Throws the first of these errors. */
export async function stopSystems(started: readonly StartedSystem[]): Promise<void> {
  const ended = await Promise.allSettled(started.map(({ stop }) => stop()));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
}

async function endAnyway(up: ChildProcess): Promise<void> {
  if (up.exitCode !== null || up.signalCode !== null) return;
  const exited = new Promise((resolve) => up.once("exit", resolve));
  up.kill("SIGTERM");
  await Promise.race([exited, pause(STOP_MS)]);
  up.kill("SIGKILL");
}

function collectOutput(up: ChildProcess): () => string {
  let text = "";
  for (const stream of [up.stdout, up.stderr])
    stream?.on("data", (chunk) => {
      text += chunk;
    });
  return () => text;
}

async function untilReady(
  up: ChildProcess,
  output: () => string,
  maxMs: number,
  signal: AbortSignal,
): Promise<void> {
  const until = Date.now() + maxMs;
  while (!output().includes("Ready at")) {
    signal.throwIfAborted();
    if (up.exitCode !== null) throw new Error(`It ended with exit code ${up.exitCode}.`);
    if (Date.now() > until) throw new Error(`No line "Ready at" within ${maxMs / 1_000} s.`);
    await pause(100);
  }
}

async function waitForFirstSync(url: string, maxMs: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + maxMs;
  for (;;) {
    signal.throwIfAborted();
    const status: unknown = await fetch(`${url}/api/health`).then((response) => response.json());
    if (typeof status === "object" && status && Reflect.get(status, "lastSyncAt")) return;
    if (Date.now() > until) throw new Error("The first sync of the account did not end.");
    await pause(250);
  }
}

/** The databases that the settings name. */
function ownDatabases({ DATABASE_URL, TRACKING_DATABASE_URL }: Record<string, string>) {
  if (!DATABASE_URL || !TRACKING_DATABASE_URL) return null;
  return { dashboardDatabaseUrl: DATABASE_URL, trackingDatabaseUrl: TRACKING_DATABASE_URL };
}

async function databaseUrls(dataDir: string) {
  const placement = await findPlacement(join(dataDir, "postgres"));
  if (!placement) throw new Error(`No database stands below ${dataDir}.`);
  const login = `${CLUSTER_USER}:${encodeURIComponent(placement.password)}@127.0.0.1:${placement.port}`;
  return {
    dashboardDatabaseUrl: `postgresql://${login}/drayboard`,
    trackingDatabaseUrl: `postgresql://${login}/tracking`,
  };
}

/** Requests a stop, like Ctrl-C in a terminal. Throws if it had ended by itself, on timeout or if a process is left. */
async function stopSystem(up: ChildProcess, folder: string, dataDir: string): Promise<void> {
  try {
    const programs = await listPrograms(dataDir);
    const begun = Date.now();
    await endAnyway(up);
    const tookMs = Date.now() - begun;
    const left = programs.filter(({ pid }) => isAlive(pid));
    if (left.length > 0)
      throw new Error(
        `Stopping left behind: ${left.map(({ name }) => name).join(", ")}, after ${tookMs} ms.`,
      );
    if (tookMs > 5_500) throw new Error(`Stopping took ${tookMs} ms; it should take 5 s at most.`);
  } finally {
    await endAnyway(up);
    await removeCluster(join(dataDir, "postgres"));
    await rm(folder, { recursive: true, force: true });
  }
}
