import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * A text that tells this process from a later one with the same id (its start time); null when none runs.
 * Process ids are given again, so an id alone must never be trusted enough to end a process.
 */
export function processMark(pid: number): string | null {
  if (process.platform !== "linux") return askPs("lstart", pid);
  const fields = readStat(pid);
  return fields[0] === "Z" ? null : (fields[19] ?? null);
}

/** The process that started this one, 0 when that is not known. */
export function parentOf(pid: number): number {
  return Number((process.platform === "linux" ? readStat(pid)[1] : askPs("ppid", pid)) ?? 0);
}

/** The processes of a group; on Linux alone, else none. */
export function groupMembers(group: number): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => Number(readStat(pid)[2]) === group);
}

/** The environment a process was started with; empty where it cannot be read, as on other systems than Linux. */
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

/** What /proc tells of a process from its state on: the name before it may hold spaces. */
function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function askPs(column: string, pid: number): string | null {
  const answer = spawnSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" });
  return answer.stdout?.trim() || null;
}

/** Sends a signal to a process and all it has started in its group; false when nobody is left to hear it. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** What tells this start of the machine from others; undefined where the system does not say. */
export function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}
