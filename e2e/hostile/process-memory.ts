import { readdirSync, readFileSync } from "node:fs";

/** Resident memory in MB and parent of a process. Null: the process has ended. */
export function readProcess(pid: number | string): { megabytes: number; parent: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    return { megabytes: figure("VmRSS") / 1_024, parent: figure("PPid") };
  } catch {
    return null;
  }
}

/** Resident memory of a process's children, in MB. */
export const childrenMb = (pid: number): number =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .reduce((sum, found) => sum + (found?.parent === pid ? found.megabytes : 0), 0);

/** Watches the resident memory of a process, in MB. `most`: the largest so far. `ofChildren`: of all its children. */
export function watchMemory(pid: number, everyMs = 100) {
  const quiet = readProcess(pid)?.megabytes ?? 0;
  let most = quiet;
  let ofChildren = 0;
  const timer = setInterval(() => {
    most = Math.max(most, readProcess(pid)?.megabytes ?? 0);
    ofChildren = Math.max(ofChildren, childrenMb(pid));
  }, everyMs);
  return {
    end() {
      clearInterval(timer);
      return { quiet, most, ofChildren };
    },
  };
}
