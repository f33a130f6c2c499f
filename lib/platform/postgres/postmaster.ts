import { spawnSync } from "node:child_process";
import { open, readdir, readFile, readlink, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The running server process of a data folder. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** The server running on this data folder, according to its postmaster.pid; null if none is running. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !(await servesData(pid, data))) return null;
  return { pid, port: Number(lines[3] ?? 0), ready: (lines[7] ?? "").trim() === "ready" };
}

/** The folder that the postmaster.pid of this data folder contains as its own; null without such a file. */
export async function findDataPath(data: string): Promise<string | null> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => null);
  return text === null || text === "" ? null : (text.split("\n")[1] ?? "");
}

/**
 * After a restart of the machine the dead server's process id may belong to another program, and PostgreSQL would
 * refuse to start. Writing our own id, its parent's, makes PostgreSQL treat the file as abandoned. It still checks for
 * server processes that survived.
 */
export async function disownStalePid(data: string): Promise<void> {
  const file = join(data, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null || (await findPostmaster(data)) !== null) return;
  // PostgreSQL does not start with an empty file, which a full disk may leave.
  if (text === "") return rm(file, { force: true });
  // Overwritten in place: if truncated first, it would remain empty on a full disk.
  const renewed = text.replace(/^[^\n]*/, String(process.pid));
  const opened = await open(file, "r+");
  try {
    await opened.write(renewed, 0);
    await opened.truncate(Buffer.byteLength(renewed));
  } finally {
    await opened.close();
  }
}

/** Ends a server: by fast shutdown first, then without a checkpoint (recovered at the next start), then by force. */
export async function stopPostmaster(pid: number, data: string, timeoutMs: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ["SIGINT", timeoutMs],
    ["SIGQUIT", 2_000],
    ["SIGKILL", 2_000],
  ];
  for (const [signal, waitMs] of steps) {
    if (!(await servesData(pid, data))) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = Date.now() + waitMs;
    while (Date.now() < until && isAlive(pid)) await pause(20);
    if (!isAlive(pid)) return;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM";
  }
}

/**
 * Whether this folder is a process's working directory. A server keeps it, also after the folder is moved, or deleted:
 * then the system marks its path.
 */
async function hasWorkingDirectory(pid: number, data: string): Promise<boolean> {
  if ((await readlink(`/proc/${pid}/cwd`).catch(() => "")) === `${data} (deleted)`) return true;
  const [here, there] = await Promise.all(
    [data, `/proc/${pid}/cwd`].map((path) => stat(path, { bigint: true }).catch(() => null)),
  );
  return here != null && there != null && here.ino === there.ino && here.dev === there.dev;
}

/**
 * Whether PostgreSQL runs as this process, according to its command line: "postgres: <its role>" of a child process,
 * the server's own command of the server and of a child that was forked just now.
 */
async function isPostgres(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.startsWith("postgres: ") || basename(command.split("\0")[0] ?? "") === "postgres";
}

/**
 * Kills the orphaned child processes of a dead server. They still use its shared memory, so that no server can start on
 * the data. Their transactions are lost with the server in any case. Call it only while no server runs on the data.
 * Does nothing on systems other than Linux.
 */
export async function killOrphans(data: string): Promise<void> {
  if (process.platform !== "linux") return;
  const killed: number[] = [];
  for (const pid of (await readdir("/proc")).map(Number)) {
    if (!Number.isInteger(pid) || pid <= 1) continue;
    if (!(await isPostgres(pid)) || !(await hasWorkingDirectory(pid, data))) continue;
    try {
      process.kill(pid, "SIGKILL");
      killed.push(pid);
    } catch {
      // The process has already ended, or belongs to another user.
    }
  }
  const until = Date.now() + 5_000;
  while (killed.some(isAlive) && Date.now() < until) await pause(20);
}

/** Whether this process is the server of this folder: a copy's postmaster.pid contains the original's id. */
async function servesData(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    return (await isPostgres(pid)) && (await hasWorkingDirectory(pid, data));
  }
  if ((await findDataPath(data)) !== data) return false;
  const response = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return response.stdout.includes(data);
}
