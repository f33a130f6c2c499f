import { type StdioOptions, spawn } from "node:child_process";
import { closeSync, fstatSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Child, Children, Program } from "./child";
import { pingOverIpc } from "./liveness";
import { openLog, tailOf } from "./log-file";
import { signalGroup } from "./process-mark";
import type { RunHold } from "./run-record";
import { StartError } from "./start-error";

/** On a busy machine a process needs a moment to end after SIGKILL. */
const KILLED_WITHIN_MS = 1_000;

/** Receives a line that a program wrote, without its line break. */
export type ShowLine = (program: string, line: string) => void;

/**
 * Starts programs, each in its own process group, so that signals reach all of its child processes. Their output goes to
 * their logs, and by line to `show`.
 */
export function createChildren(
  logsDir: string,
  hold: Pick<RunHold, "add" | "remove">,
  show?: ShowLine,
): Children {
  const pids = new Set<number>();
  process.on("exit", () => {
    for (const pid of pids) signalGroup(pid, "SIGKILL");
  });

  function start({ name, args, env, ipc = false }: Program): Child {
    const logFile = join(logsDir, `${name}.log`);
    const file = openLog(logFile);
    const before = fstatSync(file).size;
    const channel = ipc ? (["ipc"] satisfies ["ipc"]) : [];
    const output = show === undefined ? file : "pipe";
    const stdio: StdioOptions = ["ignore", output, output, ...channel];
    const child = spawn(process.execPath, args, { env, detached: true, stdio });
    if (show === undefined) closeSync(file);
    else {
      for (const stream of [child.stdout, child.stderr])
        if (stream) passOn(stream, file, (line) => show(name, line));
      child.once("close", () => closeSync(file));
    }
    const { pid = 0 } = child;
    let ended: string | null = null;
    const exited = new Promise<string>((resolve) => {
      const end = (how: string) => {
        ended = how;
        // Ends its remaining child processes.
        if (pid > 0) signalGroup(pid, "SIGKILL");
        pids.delete(pid);
        hold.remove(pid);
        resolve(how);
      };
      child.once("error", (error) => end(error.message));
      // Its output is complete when it is closed, which a child process of it may delay.
      if (show !== undefined) child.once("exit", () => signalGroup(pid, "SIGKILL"));
      child.once(show === undefined ? "exit" : "close", (code, signal) => end(signal ?? `exit code ${code}`));
    });
    if (pid > 0) {
      pids.add(pid);
      hold.add(name, pid);
    }
    const ping = (timeoutMs: number) => pingOverIpc(child, timeoutMs);
    return { pid, exited, ended: () => ended, ping, tail: () => tailOf(logFile, before), logFile };
  }

  async function run(program: Program, title: string): Promise<void> {
    const child = start(program);
    const how = await child.exited;
    if (how !== "exit code 0")
      throw new StartError(
        `${title} failed (${how}). All of it is in ${child.logFile}; its end:\n${child.tail()}`,
      );
  }

  async function stopAll(graceMs: number): Promise<void> {
    const stopping = [...pids];
    for (const pid of stopping) signalGroup(pid, "SIGTERM");
    const untilGone = async (ms: number) => {
      const until = Date.now() + ms;
      while (Date.now() < until && stopping.some((pid) => signalGroup(pid, 0))) await pause(20);
    };
    await untilGone(graceMs);
    for (const pid of stopping) signalGroup(pid, "SIGKILL");
    await untilGone(KILLED_WITHIN_MS);
  }

  return { start, run, stopAll };
}

/** Writes a program's output to its log, and passes it on by line. */
function passOn(output: Readable, file: number, show: (line: string) => void): void {
  output.on("data", (part: Buffer) => {
    // As with a program that writes its log itself, a full disk must not end anything.
    try {
      writeSync(file, part);
    } catch {}
  });
  createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY }).on("line", show);
}
