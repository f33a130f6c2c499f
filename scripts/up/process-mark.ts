import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * A text that tells this process from a later one with the same id (its start time); null when none runs.
 * Process ids are given again, so an id alone must never be trusted enough to end a process.
 */
export function processMark(pid: number): string | null {
  if (process.platform !== "linux") {
    const answer = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return answer.stdout?.trim() || null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
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
