import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * A text that distinguishes this process from a later one with the same id (its start time). Null: no such process.
 * Process ids are reused, so an id alone is not enough to end a process.
 */
export function processMark(pid: number): string | null {
  if (process.platform !== "linux") return runPs("lstart", pid);
  const fields = readStat(pid);
  return fields[0] === "Z" ? null : (fields[19] ?? null);
}

/** The parent process. 0: not known. */
export function parentOf(pid: number): number {
  return Number((process.platform === "linux" ? readStat(pid)[1] : runPs("ppid", pid)) ?? 0);
}

/** The processes of a group. Empty on systems other than Linux. */
export function groupMembers(group: number): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => Number(readStat(pid)[2]) === group);
}

/**
 * The environment with which a process was started. Empty if it cannot be read, for example on systems other than
 * Linux.
 */
export function environmentOf(pid: number): Record<string, string | undefined> {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
    return Object.fromEntries(
      entries.map((entry) => [entry.split("=")[0], entry.split("=").slice(1).join("=")]),
    );
  } catch {
    return {};
  }
}

/** The fields of /proc/PID/stat from the state on. The name before them may contain spaces. */
function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function runPs(column: string, pid: number): string | null {
  const response = spawnSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" });
  return response.stdout?.trim() || null;
}

/** Sends a signal to a process and all processes in its group. Returns false if none is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** An id of the current boot of the machine. Undefined if the system does not report it. */
export function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}
