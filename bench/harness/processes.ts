import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Resource use of a process so far: CPU time of it and of its ended children, its resident memory now and at its peak. */
export type Taken = { cpuMs: number; residentMb: number; peakMb: number };

/** Linux reports CPU time in hundredths of a second. */
const TICK_MS = 10;
/** The state of an established connection in /proc/net/tcp. */
const ESTABLISHED = "01";

const read = (pid: number | string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};

/** The fields of /proc/PID/stat after the name: state, parent, … The name can contain any characters. */
const statOf = (pid: number | string): string[] => {
  const text = read(pid, "stat");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

const parentOf = (pid: string) => Number(statOf(pid)[1] ?? 0);
const allPids = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

function takenBy(pid: string): Taken {
  const cpuMs = statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
  const status = read(pid, "status");
  const sizeMb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { cpuMs, residentMb: sizeMb("VmRSS"), peakMb: sizeMb("VmHWM") };
}

const together = (all: readonly Taken[]): Taken => ({
  cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  residentMb: Math.max(0, ...all.map(({ residentMb }) => residentMb)),
  peakMb: Math.max(0, ...all.map(({ peakMb }) => peakMb)),
});

/** A process and its children. */
const familyOf = (pid: number): string[] =>
  allPids().filter((other) => Number(other) === pid || parentOf(other) === pid);

/** A process with its own children. */
export const takenByProcess = (pid: number): Taken => together(familyOf(pid).map(takenBy));

/** The child of this process whose command line contains `words`, with its own children. */
export function takenByChild(message: string): Taken {
  const found = allPids().filter(
    (pid) => parentOf(pid) === process.pid && read(pid, "cmdline").replaceAll("\0", " ").includes(message),
  );
  return together(
    allPids()
      .filter((pid) => found.includes(pid) || found.includes(String(parentOf(pid))))
      .map(takenBy),
  );
}

/** The PostgreSQL server with this data folder, with its backends. Shared memory is included in the memory of each. */
export function takenByPostgres(dataFolder: string): Taken {
  // A child has the server's command line for a moment after it was started, so the line does not tell which is which.
  const [server = 0] = readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n").map(Number);
  return takenByProcess(server);
}

/**
 * The memory of a PostgreSQL server and its backends without its shared buffers, which grow with the database. Other
 * shared memory, such as the program itself, is counted once: each process has its share of it.
 */
export function unbufferedMemoryMb(pid: number): number {
  const kilobytes = (one: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(read(one, "smaps_rollup"))?.[1] ?? 0);
  const memory = familyOf(pid).map((one) => kilobytes(one, "Pss") - kilobytes(one, "Pss_Shmem"));
  return memory.reduce((sum, each) => sum + each, 0) / 1024;
}

/** What the open file descriptors of a process and its children refer to. */
function descriptorsOf(pid: number): string[] {
  return familyOf(pid).flatMap((one) => {
    try {
      const folder = `/proc/${one}/fd`;
      return readdirSync(folder).flatMap((name) => {
        try {
          return [readlinkSync(`${folder}/${name}`)];
        } catch {
          return [];
        }
      });
    } catch {
      return [];
    }
  });
}

/** The open file descriptors of a process and its children, and how many are connections to a port of this machine. */
export function countDescriptors(pid: number, port: number): { files: number; connections: number } {
  const descriptors = descriptorsOf(pid);
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const sockets = ["tcp", "tcp6"]
    .flatMap((name) => read("self", `net/${name}`).split("\n").slice(1))
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , remote, state]) => remote?.endsWith(`:${hexPort}`) && state === ESTABLISHED)
    .map((fields) => `socket:[${fields[9]}]`);
  const connected = new Set(sockets);
  return {
    files: descriptors.length,
    connections: descriptors.filter((descriptor) => connected.has(descriptor)).length,
  };
}
