import { open, readFile, realpath, rm } from "node:fs/promises";
import { endianness } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Binaries, requireBinaries } from "./binaries";
import { ClusterError } from "./cluster-error";
import { ensureDatabase, withClient } from "./create-database";
import { choosePlacement, findPlacement, type Placement, savePlacement } from "./data-placement";
import { identifyFolder, isSameFolder } from "./folder-identity";
import { CLUSTER_USER, initialise } from "./initialize-cluster";
import { launch } from "./launch-server";
import { findDataPath, findPostmaster, stopPostmaster } from "./postmaster";
import { makePrivateFolder } from "./private-directory";
import { withStartLock } from "./start-lock";
import { canUse, serverAccount } from "./system-user";

export interface ClusterOptions {
  /** Folder of the cluster: contains its note (port, password), its log and, if PostgreSQL can access it, its data. */
  dataDir: string;
  log?: (line: string) => void;
  /** Default: `postgres.log` in the folder. */
  logFile?: string;
  /** Further server settings, for example `{ fsync: "off" }` in tests. */
  settings?: Record<string, string>;
  /** Seconds between two looks of the process that ends the server when the folder is gone. Default: 15. */
  guardEverySeconds?: number;
}

export interface Cluster {
  /** Connection URL of a database of this cluster; contains the password. */
  urlFor(database: string): string;
  /** Creates the database if it does not exist. */
  ensureDatabase(name: string): Promise<void>;
  /** Ends the server within about `timeoutMs` (5,000). Does nothing if it was already running when we joined it. */
  stop(timeoutMs?: number): Promise<void>;
  /** True if the server was already running and belongs to another process. */
  borrowed: boolean;
  /** Fulfilled when the server process ends, for any reason; never for a borrowed one. */
  exited: Promise<void>;
  /** The path of the data. */
  data: string;
}

/**
 * Starts the embedded PostgreSQL of a folder, creating its data at the first start, or joins the one already running
 * there. It listens only on 127.0.0.1, requires a password (scram-sha-256) and opens no socket file. Throws
 * ClusterError with the remedy.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const log = options.log ?? (() => undefined);
  await makePrivateFolder(options.dataDir).catch((cause: Error) => {
    throw new ClusterError(
      `${options.dataDir} cannot be made (${cause.message}). Set DATA_DIR to another folder.`,
    );
  });
  const folder = await realpath(options.dataDir);
  return withStartLock(folder, () => startIn(folder, options, log));
}

async function startIn(
  folder: string,
  options: ClusterOptions,
  log: (line: string) => void,
): Promise<Cluster> {
  const stored = await findPlacement(folder);
  const server = stored === null ? null : await findPostmaster(dataOf(stored));
  if (stored !== null && server !== null) return joinRunning({ ...stored, port: server.port });
  if (stored !== null) await requireWhole(folder, stored);

  const account = serverAccount();
  const binaries = await requireBinaries(account, log);
  const here = identifyFolder(folder);
  const chosen = stored ?? (await choosePlacement(folder, account, log));
  const placement = { ...chosen, folder: here, stopped: false };
  const logFile = options.logFile ?? join(folder, "postgres.log");
  const making = { binaries, account, placement, logFile };
  if (await isNew(placement, binaries, folder)) {
    await savePlacement(folder, placement);
    await initialise(making);
  }
  if (!canUse(account, [placement.home], true))
    throw new ClusterError(
      `The user "${account?.name ?? "of this process"}", as whom PostgreSQL runs, cannot enter ${placement.home}. ` +
        "Move the folder to where every user can enter, with its owners (cp -a), or use npm run backup and npm run restore.",
    );
  // Saved before the server runs: if it is killed from then on, its data are known to be this folder's.
  if (stored !== null && (stored.stopped || !isDeepStrictEqual(stored.folder, here)))
    await savePlacement(folder, placement);
  const { settings = {}, guardEverySeconds } = options;
  const launched = await launch({ ...making, folder, settings, guardEverySeconds });
  const stop = async (timeoutMs: number) => {
    await stopPostmaster(launched.pid, dataOf(placement), timeoutMs);
    await noteStopped(folder, launched.placement);
  };
  return cluster(launched.placement, launched.exited, stop).catch(async (error) => {
    await stop(2_000);
    throw error;
  });
}

/** Stores that no server runs on the data, so that a copy made from now on is known to be complete. */
async function noteStopped(folder: string, placement: Placement): Promise<void> {
  if ((await findPostmaster(dataOf(placement))) !== null) return;
  // On a full disk this is not stored: a copy is then checked by the state PostgreSQL wrote.
  await savePlacement(folder, { ...placement, stopped: true }).catch(() => undefined);
}

/**
 * Throws ClusterError if the cluster in this folder is an unusable copy: made while its server was running, or without
 * its data. A folder without a cluster is accepted.
 */
export async function requireOwnCluster(dataDir: string): Promise<void> {
  const stored = await findPlacement(dataDir);
  if (stored !== null && (await findPostmaster(dataOf(stored))) === null) await requireWhole(dataDir, stored);
}

/** The error for a folder that was copied while programs wrote to it. */
export function copiedWhileRunning(folder: string): ClusterError {
  return new ClusterError(
    `This folder was copied while running and may be damaged. Use npm run backup. (${folder})`,
  );
}

/**
 * Throws ClusterError if the data were copied from a folder whose server was running. PostgreSQL can recover data that
 * were not shut down only from the original files.
 */
async function requireWhole(folder: string, placement: Placement): Promise<void> {
  const data = dataOf(placement);
  if (placement.stopped) return;
  const named = await findDataPath(data);
  if (named === null && (await isShutDown(data))) return;
  const { folder: before } = placement;
  const own =
    before === undefined
      ? named === null || named === (await realpath(data))
      : isSameFolder(before, identifyFolder(folder));
  if (!own) throw copiedWhileRunning(folder);
}

/** Whether pg_control contains the state of a clean shutdown (DBState, at byte 16); true if there are no data yet. */
async function isShutDown(data: string): Promise<boolean> {
  const file = await open(join(data, "global", "pg_control")).catch(() => null);
  if (file === null) return true;
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 16);
    const state = endianness() === "LE" ? buffer.readUInt32LE() : buffer.readUInt32BE();
    return state === 1 || state === 2;
  } finally {
    await file.close();
  }
}

/** Ends the server left in this folder by a killed process; false if none was running. */
export async function stopLeftCluster(dataDir: string, timeoutMs = 15_000): Promise<boolean> {
  const stored = await findPlacement(dataDir);
  if (stored === null) return false;
  const server = await findPostmaster(dataOf(stored));
  if (server === null) return false;
  await stopPostmaster(server.pid, dataOf(stored), timeoutMs);
  await noteStopped(dataDir, stored);
  return true;
}

/** Ends the cluster of a folder and removes the folder and its data, wherever they are. For tests. */
export async function removeCluster(dataDir: string): Promise<void> {
  await stopLeftCluster(dataDir);
  const stored = await findPlacement(dataDir);
  if (stored !== null) await rm(stored.home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

const dataOf = (placement: Placement) => join(placement.home, "data");

/** Whether the data must still be created. A placement without a port never reached its first start. */
async function isNew(placement: Placement, binaries: Binaries, folder: string): Promise<boolean> {
  const data = dataOf(placement);
  const version = await readFile(join(data, "PG_VERSION"), "utf8").catch(() => null);
  if (version === null && placement.port === 0) return true;
  if (version === null)
    throw new ClusterError(
      `The database of ${folder} stood in ${data}, which is gone or closed to this user. Put it back, ` +
        `or remove ${join(folder, "cluster.json")} to begin with empty data.`,
    );
  if (Number(version) !== binaries.major)
    throw new ClusterError(
      `The data in ${data} were written by PostgreSQL ${version.trim()}, this Drayboard brings ${binaries.major}. ` +
        "Start the version of Drayboard that wrote them and move them with pg_dump, or set DATABASE_URL.",
    );
  return false;
}

async function joinRunning(placement: Placement): Promise<Cluster> {
  const until = Date.now() + 120_000;
  while (Date.now() < until && (await findPostmaster(dataOf(placement)))?.ready === false) await pause(50);
  return cluster(placement, new Promise(() => undefined), null);
}

async function cluster(
  placement: Placement,
  exited: Promise<void>,
  end: ((timeoutMs: number) => Promise<void>) | null,
): Promise<Cluster> {
  const login = `${CLUSTER_USER}:${encodeURIComponent(placement.password)}`;
  const urlFor = (database: string) =>
    `postgresql://${login}@127.0.0.1:${placement.port}/${encodeURIComponent(database)}`;
  await withClient(urlFor("postgres"), async () => undefined);
  return {
    urlFor,
    ensureDatabase: (name) => ensureDatabase(urlFor("postgres"), name),
    stop: async (timeoutMs = 5_000) => end?.(timeoutMs),
    borrowed: end === null,
    exited,
    data: dataOf(placement),
  };
}
