import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { stopLeftCluster } from "@/lib/postgres/cluster";
import { processMark, signalGroup } from "./process-mark";
import { StartError } from "./start-error";

const MARKED = z.object({ name: z.string(), pid: z.int().positive(), mark: z.string() });
const RECORD = z.object({ owner: MARKED, children: z.array(MARKED) });
type RunRecord = z.infer<typeof RECORD>;

/** Who holds a data folder and what it has started, kept on disk so that a killed start can be cleaned up after. */
export interface RunHold {
  add(name: string, pid: number): void;
  remove(pid: number): void;
  release(): void;
}

const pathIn = (dataDir: string) => join(dataDir, "running.json");
const runs = ({ pid, mark }: { pid: number; mark: string }) => processMark(pid) === mark;

/** The process that holds the data folder now, null when none does. */
export function findHolder(dataDir: string): { name: string; pid: number } | null {
  const record = read(dataDir);
  return record !== null && runs(record.owner) ? record.owner : null;
}

/**
 * Takes the data folder for this process. Ends what an earlier start left behind when it was killed; throws
 * StartError when one is still running.
 */
export async function holdDataDir(dataDir: string, name: string): Promise<RunHold> {
  const holder = findHolder(dataDir);
  if (holder !== null)
    throw new StartError(
      `"${holder.name}" is running on ${dataDir} already (process ${holder.pid}). ` +
        `Stop it first (Ctrl-C there, or: kill ${holder.pid}), or give this one another DATA_DIR and PORT.`,
    );
  const left = read(dataDir)?.children ?? [];
  const record: RunRecord = {
    owner: { name, pid: process.pid, mark: processMark(process.pid) ?? "" },
    children: left,
  };
  write(dataDir, record);
  await endLeft(left);
  await stopLeftCluster(join(dataDir, "postgres"));
  record.children = [];
  write(dataDir, record);
  return {
    add(childName, pid) {
      record.children.push({ name: childName, pid, mark: processMark(pid) ?? "" });
      write(dataDir, record);
    },
    remove(pid) {
      record.children = record.children.filter((child) => child.pid !== pid);
      write(dataDir, record);
    },
    release: () => rmSync(pathIn(dataDir), { force: true }),
  };
}

/** A group whose leader is gone keeps its id from being given again, so a group that still answers is ours. */
async function endLeft(left: RunRecord["children"]): Promise<void> {
  const ours = left.filter((child) => runs(child) || processMark(child.pid) === null);
  const alive = ours.filter(({ pid }) => signalGroup(pid, "SIGTERM"));
  const until = Date.now() + 3_000;
  while (Date.now() < until && alive.some(({ pid }) => signalGroup(pid, 0))) await pause(50);
  for (const { pid } of alive) signalGroup(pid, "SIGKILL");
}

function read(dataDir: string): RunRecord | null {
  try {
    return RECORD.parse(JSON.parse(readFileSync(pathIn(dataDir), "utf8")));
  } catch {
    return null;
  }
}

// Written without a pause in between: a kill at any moment leaves either the old record or the new one.
function write(dataDir: string, record: RunRecord): void {
  const draft = `${pathIn(dataDir)}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
  renameSync(draft, pathIn(dataDir));
}
