import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConfigError, type Settings } from "@/lib/platform/config/config";
import { NewerSchemaError } from "@/lib/platform/database/schema-version";
import { type Cluster, stopLeftCluster } from "@/lib/platform/postgres/cluster";
import { type FolderWatch, folderGoneText, watchFolder } from "@/lib/platform/postgres/folder-watch";
import { removeUnusedHomes } from "@/lib/platform/postgres/left-homes";
import { makePrivateFolder } from "@/lib/platform/postgres/private-directory";
import type { Children } from "./child";
import { createChildren, type ShowLine } from "./children";
import { keepCluster } from "./cluster-lifecycle";
import {
  clusterFolder,
  clusterOptions,
  type Databases,
  openDatabases,
  requireCompleteRestore,
} from "./databases";
import { type DiskSpace, watchDiskSpace } from "./disk-space";
import { rotateLogs } from "./log-file";
import { requireFreePort } from "./ports";
import { say, step } from "./progress";
import { holdDataDir, type RunHold } from "./run-record";
import { onStopRequest } from "./signals";
import { messageAndPlaces, StartError } from "./start-error";

const CHILDREN_GRACE_MS = 2_500;
const POSTGRES_GRACE_MS = 1_200;
const POLL_AFTER_MS = 2_000;

/** What a command is given to run its programs. */
export interface Running {
  settings: Settings;
  children: Children;
  databases: Databases;
  isStopping: () => boolean;
  /** Reports an error and stops everything. */
  fail: (error: unknown) => void;
}

/** A command that runs the system in one terminal. */
export interface SystemCommand {
  /** The command as messages and the run record name it. */
  name: string;
  /** The command to type so that it uses another port. */
  onPort: (setting: string, port: number) => string;
  readSettings: () => Settings;
  /** Receives the programs' output by line. Without it, only their logs do. */
  show?: ShowLine;
  /** Starts the programs and reports that they are ready. */
  run: (running: Running) => Promise<void>;
  /** The time between two looks whether the data folder is still there. Default: 15 s. */
  lookEveryMs?: number;
}

/**
 * Starts PostgreSQL and a command's programs in the command's data folder, and runs until a stop is requested. Leaves no
 * process behind.
 */
export async function runSystem(command: SystemCommand): Promise<void> {
  let stopping = false;
  let hold: RunHold | null = null;
  let children: Children | null = null;
  let opening: Promise<unknown> = Promise.resolve();
  let settings: Settings | null = null;
  let cluster: Cluster | null = null;
  let watch: FolderWatch | null = null;

  const stop = async (code: number, reason: string) => {
    if (stopping) return;
    stopping = true;
    say(reason);
    await children?.stopAll(CHILDREN_GRACE_MS);
    await Promise.race([opening.catch(() => undefined), pause(1_000)]);
    if (hold !== null && settings !== null) {
      // Of a folder that is gone, only the running server is known.
      if (watch?.isGone()) await cluster?.stop(POSTGRES_GRACE_MS).catch(() => undefined);
      else await stopLeftCluster(clusterFolder(settings.dataDir), POSTGRES_GRACE_MS).catch(() => undefined);
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
    settings = command.readSettings();
    const folder = settings.dataDir;
    await makePrivateFolder(folder).catch((error: Error) => {
      throw new StartError(`DATA_DIR: ${folder} cannot be made (${error.message}). Choose another folder.`);
    });
    await makePrivateFolder(join(folder, "logs"));
    hold = await holdDataDir(folder, command.name);
    watch = watchFolder(folder, () => stop(1, `\n${folderGoneText(folder)}`), command.lookEveryMs);
    requireCompleteRestore(folder);
    children = createChildren(join(folder, "logs"), hold, command.show);
    const databases = openAll(settings, command).then((found) => {
      cluster = found.cluster;
      return found;
    });
    opening = databases;
    const isStopping = () => stopping;
    await command.run({ settings, children, databases: await databases, isStopping, fail });
    const opened = (await databases).cluster;
    const isGone = () => watch?.isGone() ?? false;
    const restarting = (start: Promise<Cluster>) => {
      opening = start.then((restarted) => {
        cluster = restarted;
      });
      opening.catch(() => undefined);
    };
    const space = watchDiskSpace(opened === null ? [folder] : [folder, opened.data]);
    pollAfter(settings, hold, space);
    await reportLeftHomes();
    if (opened !== null)
      keepCluster(opened, clusterOptions(settings, say), isStopping, restarting, space, isGone).catch(fail);
    // Timers and children are unreferenced. This timer keeps the process running until a stop is requested.
    setInterval(() => undefined, 60_000);
  } catch (error) {
    fail(error);
  }
}

/** Removes data of installations that are gone, where nothing can need them. */
async function reportLeftHomes(): Promise<void> {
  const { removed } = await removeUnusedHomes(new Date());
  for (const { home, owner } of removed) say(`Removed ${home}: ${owner}, whose data it held, is gone.`);
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

async function openAll(settings: Settings, { onPort }: SystemCommand): Promise<Databases> {
  await requireFreePort({ name: "PORT", port: settings.port, host: settings.host, onPort });
  const servicePort = settings.trackingServicePort;
  if (settings.trackingApiUrl === null)
    await requireFreePort({ name: "TRACKING_SERVICE_PORT", port: servicePort, host: "127.0.0.1", onPort });
  return step("Starting PostgreSQL", () => openDatabases(settings, say));
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
