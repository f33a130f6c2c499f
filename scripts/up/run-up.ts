import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConfigError, loadEnvFile, readSettings, type Settings } from "@/lib/platform/config/config";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { NewerSchemaError } from "@/lib/platform/database/schema-version";
import { stopLeftCluster } from "@/lib/platform/postgres/cluster";
import { makePrivateFolder } from "@/lib/platform/postgres/private-directory";
import { build, findBuildNeed } from "./build";
import type { Children } from "./child";
import { createChildren } from "./children";
import { keepCluster } from "./cluster-lifecycle";
import { type Started, startDashboard, startWorker } from "./dashboard-programs";
import {
  clusterFolder,
  clusterOptions,
  type Databases,
  openDatabases,
  requireCompleteRestore,
} from "./databases";
import { type DiskSpace, watchDiskSpace } from "./disk-space";
import { dashboardEnvironment, type Upstream } from "./environment";
import { ensureFirstUser } from "./first-user";
import { createLiveness } from "./liveness";
import { rotateLogs } from "./log-file";
import { requireFreePort } from "./ports";
import { say, step } from "./progress";
import { holdDataDir, type RunHold } from "./run-record";
import { requireSecrets } from "./secrets";
import { startService } from "./service";
import { onStopRequest } from "./signals";
import { messageAndPlaces, StartError } from "./start-error";
import { superviseProgram } from "./supervise";
import { findPause, pauseMessage, readUpArguments, takeOver } from "./take-over";

const CHILDREN_GRACE_MS = 2_500;
const POSTGRES_GRACE_MS = 1_200;
const POLL_AFTER_MS = 2_000;

/**
 * `npm run up`: builds changed sources and starts PostgreSQL, tracking service, worker and dashboard. Prints the
 * sign-in instructions and runs until a stop is requested. Leaves no process behind.
 */
export async function runUp(): Promise<void> {
  let stopping = false;
  let hold: RunHold | null = null;
  let children: Children | null = null;
  let opening: Promise<unknown> = Promise.resolve();
  let settings: Settings | null = null;

  const stop = async (code: number, why: string) => {
    if (stopping) return;
    stopping = true;
    say(why);
    await children?.stopAll(CHILDREN_GRACE_MS);
    await Promise.race([opening.catch(() => undefined), pause(1_000)]);
    if (hold !== null && settings !== null) {
      await stopLeftCluster(clusterFolder(settings.dataDir), POSTGRES_GRACE_MS).catch(() => undefined);
      hold.release();
    }
    if (code === 0) say("Stopped. All data are kept.");
    process.exit(code);
  };
  const fail = (error: unknown) => {
    if (!stopping) stop(1, `\n${explain(error)}`);
  };
  onStopRequest((reason) => stop(0, `\nStopping (${reason}) …`));
  process.on("uncaughtException", fail);

  try {
    const requested = readUpArguments(process.argv.slice(2));
    loadEnvFile();
    settings = readSettings(process.env);
    const folder = settings.dataDir;
    await makePrivateFolder(folder).catch((error: Error) => {
      throw new StartError(`DATA_DIR: ${folder} cannot be made (${error.message}). Choose another folder.`);
    });
    await makePrivateFolder(join(folder, "logs"));
    hold = await holdDataDir(folder, "npm run up");
    requireCompleteRestore(folder);
    children = createChildren(join(folder, "logs"), hold);
    const databases = openAll(settings);
    opening = databases;
    const started = await startAll(settings, children, await databases, requested.takeOver);
    say(`\nReady at ${settings.publicUrl}\n${started.signIn}`);
    const paused = await findPause(await databases);
    if (paused !== null) say(pauseMessage(paused));
    const isStopping = () => stopping;
    for (const { program, child, probe } of started.programs) {
      const liveness = createLiveness({ name: program.name, probe });
      superviseProgram({ children, program, first: child, liveness, stopping: isStopping }).catch(fail);
    }
    const { cluster } = await databases;
    const restarting = (start: Promise<unknown>) => {
      opening = start;
    };
    const space = watchDiskSpace(cluster === null ? [folder] : [folder, cluster.data]);
    pollAfter(settings, hold, space);
    if (cluster !== null)
      keepCluster(cluster, clusterOptions(settings, say), isStopping, restarting, space).catch(fail);
    // Timers and children are unreferenced. This timer keeps the process running until a stop is requested.
    setInterval(() => undefined, 60_000);
  } catch (error) {
    fail(error);
  }
}

/** Rotates logs, retries writing the run record, and checks the disk space. */
function pollAfter(settings: Settings, hold: RunHold, space: DiskSpace): void {
  const look = async () => {
    await space.check();
    hold.flush();
    await rotateLogs(join(settings.dataDir, "logs"), settings.logLimits);
    setTimeout(look, POLL_AFTER_MS).unref();
  };
  void look();
}

async function openAll(settings: Settings): Promise<Databases> {
  await requireFreePort("PORT", settings.port, settings.host);
  if (settings.trackingApiUrl === null)
    await requireFreePort("TRACKING_SERVICE_PORT", settings.trackingServicePort, "127.0.0.1");
  return step("Starting PostgreSQL", () => openDatabases(settings, say));
}

async function startAll(settings: Settings, children: Children, databases: Databases, takingOver: boolean) {
  const secrets = await requireSecrets(settings.dataDir);
  // Runs before the migration, because the previous version could not start on the migrated database if the build
  // failed.
  const wanted = await findBuildNeed();
  if (wanted !== null) await step("Building the dashboard", () => buildLogged(children, wanted));
  await step("Preparing the database", () => migrateDashboard(databases.dashboardUrl));
  if (takingOver) await step("Taking over", () => takeOver(databases));
  const programs: Started[] = [];
  let upstream: Upstream;
  if (settings.trackingApiUrl === null) {
    const service = await step("Starting the tracking service", () =>
      startService(children, settings, secrets, databases.trackingUrl),
    );
    programs.push(service);
    upstream = service.upstream;
  } else {
    upstream = { url: settings.trackingApiUrl, key: settings.trackingApiKey ?? "", embedded: false };
  }
  const env = dashboardEnvironment(settings, secrets, databases.dashboardUrl, upstream);
  await step("Starting worker and dashboard", async () => {
    const worker = startWorker(children, settings, env);
    programs.push(worker, await startDashboard(children, settings, env));
    const how = worker.child.ended();
    if (how !== null)
      throw new StartError(
        `The worker ended while starting (${how}). Its last lines:\n${worker.child.tail()}`,
      );
  });
  // Runs last, so that a failed start never loses a generated password.
  return { programs, signIn: await ensureFirstUser(databases.dashboardUrl, settings) };
}

/** `run` throws on failure, with the end of the log, so the code is always 0. */
function buildLogged(children: Children, wanted: string): Promise<number> {
  return build(async (args, env) => {
    await children.run({ name: "build", args, env }, "Building the dashboard");
    return 0;
  }, wanted);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError)
    return `Settings (environment or .env) that are not right:\n${error.problems.map((line) => `  ${line}`).join("\n")}`;
  if (error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT"))
    return `The disk is full (${error.message}). Free some space and start again.`;
  if (error instanceof StartError || error instanceof NewerSchemaError) return error.message;
  if (error instanceof Error && error.name === "ClusterError") return error.message;
  return `The start failed: ${messageAndPlaces(error)}`;
}
