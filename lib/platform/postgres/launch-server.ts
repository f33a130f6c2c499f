import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startFailure } from "./cluster-error";
import { type Placement, savePlacement } from "./data-placement";
import { guardHome } from "./guard-home";
import type { Making } from "./initialize-cluster";
import { disownStalePid, findPostmaster, killOrphans, stopPostmaster } from "./postmaster";
import { findFreePort, findPortProblem } from "./server-port";
import { childOptions } from "./spawn-options";

const READY_MS = 120_000;
const ATTEMPTS = 5;
const LEFT_BEHIND_MS = 2_000;
/** From this attempt on, child processes of a killed server that still use its shared memory are killed. */
const KILL_ORPHANS_FROM = 2;

export interface Launch extends Making {
  folder: string;
  settings: Record<string, string>;
  guardEverySeconds: number | undefined;
}

export interface Launched {
  pid: number;
  /** With the port in use, which is saved for the next start. */
  placement: Placement;
  exited: Promise<void>;
}

/** A sixteenth of the memory, from 128 MB (the default) to 1 GB. It takes memory only as it is filled. */
export const sharedBuffersMb = (memoryBytes: number): number =>
  Math.round(Math.min(1_024, Math.max(128, memoryBytes / 2 ** 20 / 16)));

/** Whether a port is free, or becomes free soon: processes left by a killed server hold its port a moment longer. */
async function becomesFree(port: number): Promise<boolean> {
  const until = Date.now() + LEFT_BEHIND_MS;
  while ((await findPortProblem(port, "127.0.0.1")) !== null) {
    if (Date.now() > until) return false;
    await pause(50);
  }
  return true;
}

/**
 * Starts the server process and waits until it accepts connections. Another port is used only if the saved one stays
 * busy, since running programs use its address.
 */
export async function launch(start: Launch): Promise<Launched> {
  const data = join(start.placement.home, "data");
  await disownStalePid(data);
  let taken = false;
  for (let attempt = 1; ; attempt++) {
    const stored = start.placement.port;
    const port = stored > 0 && !taken && (await becomesFree(stored)) ? stored : await findFreePort();
    const placement = { ...start.placement, port };
    const { pid, exited, output } = await spawnServer(start, data, port);
    if (await becomesReady(pid, data, exited)) {
      if (port !== stored) await savePlacement(start.folder, placement);
      guardHome({ pid, home: placement.home, data, folder: start.folder }, start.guardEverySeconds);
      return { pid, placement, exited };
    }
    const reported = await output();
    await stopPostmaster(pid, data, 2_000);
    taken ||= /could not bind IPv4|Address already in use/i.test(reported);
    const sharedMemoryInUse = /shared memory block .* is still in use/i.test(reported);
    if (attempt >= ATTEMPTS || !(taken || sharedMemoryInUse))
      throw startFailure(reported, data, start.logFile);
    await pause(attempt * 300);
    // Children of a killed server usually end by themselves; one that hangs would keep the memory.
    if (sharedMemoryInUse && attempt >= KILL_ORPHANS_FROM) await killOrphans(data);
  }
}

async function spawnServer(
  { binaries, account, placement, logFile, settings }: Launch,
  data: string,
  port: number,
) {
  const before = await stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    timezone: "UTC",
    log_timezone: "UTC",
    shared_buffers: `${sharedBuffersMb(Math.min(totalmem(), process.constrainedMemory() || totalmem()))}MB`,
    // Compiling a query takes longer than the queries here.
    jit: "off",
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const file = openSync(logFile, "a", 0o600);
  const child = spawn(binaries.postgres, ["-D", data, ...flags], {
    ...childOptions(account, placement.home),
    detached: true,
    stdio: ["ignore", file, file],
  });
  closeSync(file);
  let failure = "";
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (cause) => {
      failure = cause.message;
      resolve();
    });
  });
  child.unref();
  const output = async () => (await readFile(logFile)).subarray(before).toString("utf8") + failure;
  return { pid: child.pid ?? 0, exited, output };
}

async function becomesReady(pid: number, data: string, exited: Promise<void>): Promise<boolean> {
  let ended = false;
  exited.then(() => {
    ended = true;
  });
  const until = Date.now() + READY_MS;
  while (!ended && Date.now() < until) {
    const server = await findPostmaster(data);
    if (server?.pid === pid && server.ready) return true;
    await pause(20);
  }
  return false;
}
