import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { addressOf, loadEnvFile, readSettings, type Settings } from "@/lib/platform/config/config";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { createRestarter, endSoon } from "@/scripts/dev/restart";
import { showLine } from "@/scripts/dev/show-line";
import { openBundles, type WatchedBundles } from "@/scripts/dev/watched-bundles";
import { setUpHooks } from "@/scripts/hooks/set-up-hooks";
import type { Child } from "@/scripts/up/child";
import { dashboardEnvironment, type Upstream } from "@/scripts/up/environment";
import { ensureFirstUser } from "@/scripts/up/first-user";
import { waitUntilHealthy } from "@/scripts/up/health";
import { say, step } from "@/scripts/up/progress";
import { type Running, runSystem } from "@/scripts/up/run-system";
import { requireSecrets, type Secrets } from "@/scripts/up/secrets";
import { startService } from "@/scripts/up/service";
import { superviseProgram } from "@/scripts/up/supervise";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
const USAGE = "Usage: npm run dev [-- --port N --data FOLDER]. The tracking service uses port N + 1.";
/** The first page of a clean clone on a busy machine. */
const COMPILE_MS = 300_000;
const PORT = 3100;
const DATA_DIR = ".data-dev";
/** The first user's password. Development listens on this machine alone, and its data are simulated. */
const PASSWORD = "development";

/** Settings of an installation, in the environment or in `.env`, that development ignores. */
const IGNORED = [
  "DATABASE_URL",
  "TRACKING_DATABASE_URL",
  "TRACKING_API_URL",
  "TRACKING_API_KEY",
  "PUBLIC_URL",
  "WEBHOOK_SECRET",
  "NEXTAUTH_SECRET",
  "SECRETS_KEY",
  "OLD_SECRETS_KEY",
  "DRAYBOARD_BUILD",
];

interface DevArguments {
  port: number;
  dataDir: string;
}

/** Null: not understood. */
function readArguments(args: string[]): DevArguments | null {
  try {
    const { values } = parseArgs({ args, options: { port: { type: "string" }, data: { type: "string" } } });
    const port = Number(values.port ?? PORT);
    const isPort = Number.isInteger(port) && port >= 1 && port <= 65_534;
    return isPort ? { port, dataDir: resolve(values.data ?? DATA_DIR) } : null;
  } catch {
    return null;
  }
}

/** The settings, also in the environment, because programs inherit it. */
function developmentSettings({ port, dataDir }: DevArguments): Settings {
  for (const name of IGNORED) process.env[name] = "";
  Object.assign(process.env, {
    HOST: "127.0.0.1",
    PORT: String(port),
    TRACKING_SERVICE_PORT: String(port + 1),
    DATA_DIR: dataDir,
  });
  loadEnvFile();
  // The first load of the account is not slowed down.
  process.env.TRACKING_REQUESTS_PER_MINUTE ||= "off";
  process.env.RATE_LIMIT_PER_MINUTE ||= "off";
  process.env.DRAYBOARD_ADMIN_PASSWORD ||= PASSWORD;
  return readSettings(process.env);
}

/**
 * `npm run dev [-- --port N --data FOLDER]`: the whole system for development, next to that of `npm run up`. The
 * dashboard is updated in open browsers on each change; worker and tracking service restart when their sources change.
 */
async function main(requested: DevArguments): Promise<void> {
  const bundles = openBundles(join(".cache", "dev", String(requested.port)), {
    worker: "worker.ts",
    "tracking-service": "tracking-service/main.ts",
  });
  // The error is thrown where the bundles are awaited.
  bundles.catch(() => undefined);
  await runSystem({
    name: "npm run dev",
    onPort: (_setting, port) => `npm run dev -- --port ${port}`,
    readSettings: () => developmentSettings(requested),
    show: showLine,
    run: (running) => runPrograms(running, bundles),
  });
}

async function runPrograms(running: Running, bundling: Promise<WatchedBundles>): Promise<void> {
  const { settings, children, databases, isStopping, fail } = running;
  const secrets = await requireSecrets(settings.dataDir);
  const { port, host } = settings;
  const environment = (upstream: Upstream) =>
    dashboardEnvironment(settings, secrets, databases.dashboardUrl, upstream);
  const dashboardWith = (upstream: Upstream) => ({
    name: "dashboard",
    args: [NEXT, "dev", "-p", String(port), "-H", host],
    env: { ...environment(upstream), NODE_ENV: "development" } as const,
  });
  // The slowest start. At the first one the key is not known yet.
  const expected = upstreamOf(settings, secrets);
  const early = expected && children.start(dashboardWith(expected));
  const bundles = await step("Bundling worker and tracking service", () => bundling);
  const argsOf = (name: string) => ["--enable-source-maps", bundles.fileOf(name)];
  await step("Preparing the database", () => migrateDashboard(databases.dashboardUrl));
  const service = await step("Starting the tracking service", () =>
    startService(children, settings, secrets, databases.trackingUrl, argsOf("tracking-service")),
  );
  const { upstream } = service;
  const program = dashboardWith(upstream);
  if (early && expected?.key !== upstream.key) await endSoon(early);
  const dashboard = early?.ended() === null ? early : children.start(program);
  await step("Starting the dashboard", () => waitForPage(dashboard, `${addressOf(host, port)}/sign-in`));
  const worker = { name: "worker", args: argsOf("worker"), env: environment(upstream) };
  const firstWorker = children.start(worker);
  await ensureFirstUser(databases.dashboardUrl, settings);

  superviseProgram({ children, program, first: dashboard, stopping: isStopping }).catch(fail);
  const restarters: Record<string, () => Promise<Child>> = {
    worker: createRestarter({ children, program: worker, first: firstWorker, isStopping }),
    "tracking-service": createRestarter({
      children,
      program: service.program,
      first: service.child,
      isStopping,
    }),
  };
  bundles.watch(({ program, changed, error }, file) => {
    if (error !== null)
      say(`${file} changed, but the ${program} cannot be bundled. It keeps running.\n${error}`);
    if (!changed) return;
    say(`${file} changed: restarting the ${program}`);
    restarters[program]?.().catch(fail);
  });
  say(
    `\nReady at ${settings.publicUrl} in ${(performance.now() / 1_000).toFixed(1)} s\n` +
      `Sign in as ${settings.adminEmail} with the password ${settings.adminPassword}, unless it was changed.`,
  );
  const hooks = setUpHooks();
  if (hooks !== null) say(hooks);
}

/** The embedded tracking service as the last start left it. Null before the first one. */
function upstreamOf({ trackingServicePort }: Settings, { trackingApiKey }: Secrets): Upstream | null {
  if (trackingApiKey === undefined) return null;
  return { url: `http://127.0.0.1:${trackingServicePort}/v2`, key: trackingApiKey, embedded: true };
}

/** Waits until a page is compiled and served. */
function waitForPage(child: Child, address: string): Promise<void> {
  const check = async () => {
    const page = await fetch(address, { signal: AbortSignal.timeout(COMPILE_MS) });
    await page.arrayBuffer();
    return page.ok;
  };
  return waitUntilHealthy({ name: "dashboard", child, timeoutMs: COMPILE_MS, check });
}

const requested = readArguments(process.argv.slice(2));
if (requested === null) {
  console.error(USAGE);
  process.exitCode = 1;
} else await main(requested);
