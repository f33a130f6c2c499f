import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { copiedWhileRunning, requireOwnCluster, stopLeftCluster } from "@/lib/platform/postgres/cluster";
import { FOLDER_IDENTITY, identifyFolder, isSameFolder } from "@/lib/platform/postgres/folder-identity";
import { bootId, environmentOf, groupMembers, processMark, signalGroup } from "./process-mark";
import { StartError } from "./start-error";

const MARKED = z.object({ name: z.string(), pid: z.int().positive(), mark: z.string() });
const RECORD = z.object({
  /** The folder for which this was written. In a copied folder the record refers to the original's processes. */
  folder: FOLDER_IDENTITY.optional(),
  /**
   * The boot of the machine in which this was written. Process ids are not valid after a reboot. Known only on Linux.
   */
  boot: z.string().optional(),
  owner: MARKED,
  children: z.array(MARKED),
});
type RunRecord = z.infer<typeof RECORD>;

/**
 * The process that holds a data folder and the processes it has started. Stored on disk, so that the next start can
 * clean up after a kill.
 */
export interface RunHold {
  add(name: string, pid: number): void;
  remove(pid: number): void;
  /** Writes changes that could not be written before, for example on a full disk. */
  flush(): void;
  release(): void;
}

const pathIn = (dataDir: string) => join(dataDir, "running.json");
const runs = ({ pid, mark }: { pid: number; mark: string }) => processMark(pid) === mark;

/** The process that currently holds the data folder. Null: none. */
export function findHolder(dataDir: string): { name: string; pid: number } | null {
  const record = readOwn(dataDir);
  return record !== null && runs(record.owner) ? record.owner : null;
}

/**
 * Acquires the data folder for this process and ends processes left by a killed start. Throws StartError if another
 * process still holds it. Throws ClusterError for a folder that was copied while in use.
 */
export async function holdDataDir(dataDir: string, name: string): Promise<RunHold> {
  const clusterDir = join(dataDir, "postgres");
  await requireOwnCluster(clusterDir);
  if (read(dataDir) !== null && readOwn(dataDir) === null && existsSync(join(clusterDir, "cluster.json")))
    throw copiedWhileRunning(dataDir);
  const holder = findHolder(dataDir);
  if (holder !== null)
    throw new StartError(
      `"${holder.name}" is running on ${dataDir} already (process ${holder.pid}). ` +
        `Stop it first (Ctrl-C there, or: kill ${holder.pid}), or give this one another DATA_DIR and PORT.`,
    );
  const before = readOwn(dataDir);
  const boot = bootId();
  // Earlier versions did not record the boot.
  const rebooted = before?.boot !== undefined && before.boot !== boot;
  const left = rebooted ? [] : (before?.children ?? []);
  const record: RunRecord = {
    folder: identifyFolder(dataDir),
    boot,
    owner: { name, pid: process.pid, mark: processMark(process.pid) ?? "" },
    children: left,
  };
  write(dataDir, record);
  await endLeft(left, dataDir);
  await stopLeftCluster(clusterDir);
  record.children = [];
  write(dataDir, record);
  let written = true;
  const save = () => {
    // Called when a child has ended. An error thrown here would end this process and all other programs.
    try {
      write(dataDir, record);
      written = true;
    } catch {
      written = false;
    }
  };
  return {
    add(childName, pid) {
      record.children.push({ name: childName, pid, mark: processMark(pid) ?? "" });
      save();
    },
    remove(pid) {
      record.children = record.children.filter((child) => child.pid !== pid);
      save();
    },
    flush() {
      if (!written) save();
    },
    release: () => rmSync(pathIn(dataDir), { force: true }),
  };
}

/** The id of a group is not reused while the group has processes, so an existing group is still ours. */
async function endLeft(left: RunRecord["children"], dataDir: string): Promise<void> {
  const ours = left.filter(
    (child) => (runs(child) || processMark(child.pid) === null) && !runsElsewhere(child.pid, dataDir),
  );
  const alive = ours.filter(({ pid }) => signalGroup(pid, "SIGTERM"));
  const until = Date.now() + 3_000;
  while (Date.now() < until && alive.some(({ pid }) => signalGroup(pid, 0))) await pause(50);
  for (const { pid } of alive) signalGroup(pid, "SIGKILL");
}

/** Whether a process of this group was started for another existing data folder. Known only on Linux. */
function runsElsewhere(group: number, dataDir: string): boolean {
  const here = identifyFolder(dataDir);
  return groupMembers(group).some((pid) => {
    const named = environmentOf(pid).DATA_DIR;
    if (named === undefined || named === "" || !existsSync(resolve(named))) return false;
    return !isSameFolder(identifyFolder(resolve(named)), here);
  });
}

/** The record of this folder. Null: no record, or it was copied with its folder. */
function readOwn(dataDir: string): RunRecord | null {
  const record = read(dataDir);
  if (record?.folder === undefined) return record;
  return isSameFolder(record.folder, identifyFolder(dataDir)) ? record : null;
}

function read(dataDir: string): RunRecord | null {
  try {
    return RECORD.parse(JSON.parse(readFileSync(pathIn(dataDir), "utf8")));
  } catch {
    return null;
  }
}

// Written atomically: a kill at any time leaves either the old record or the new one.
function write(dataDir: string, record: RunRecord): void {
  const draft = `${pathIn(dataDir)}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
  renameSync(draft, pathIn(dataDir));
}
