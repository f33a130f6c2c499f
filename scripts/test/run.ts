import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { signalGroup } from "@/scripts/up/process-mark";

/** Runs a program and shows its output. Returns its exit code, or 1 if it could not be run or ended by a signal. */
export type Run = (command: string, args: string[], env: NodeJS.ProcessEnv) => Promise<number>;

const running = new Set<number>();

/** What the programs of a step used and, if it is held back, wrote. */
interface StepRecord {
  cpuMs: number;
  heldBack: Buffer[] | null;
}

const records = new AsyncLocalStorage<StepRecord>();
const TICK_MS = 10;
let counted = 0;

/** The CPU time in ms of this process's ended children and of all their descendants. 0 where it cannot be read. */
function endedChildrenCpuMs(): number {
  try {
    // proc(5): cutime and cstime are the fields 16 and 17. The second field may contain spaces.
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** Adds the CPU time of the children that have just ended to the step that started them. */
function addCpuTime(record: StepRecord | undefined): void {
  const total = endedChildrenCpuMs();
  if (record) record.cpuMs += total - counted;
  counted = total;
}

/** Adds the CPU time of programs that the current step ended without `run`. */
export const countEndedChildren = (): void => addCpuTime(records.getStore());

/**
 * Does the work of a step. Returns its result with the CPU time of the programs it ran, in ms. With `holdBack` their
 * output is shown when the step has ended, so that it does not mix with the output of a step that runs in parallel.
 */
export async function runStep<T>(
  work: () => Promise<T>,
  { holdBack = false } = {},
): Promise<{ result: T; cpuMs: number }> {
  const record: StepRecord = { cpuMs: 0, heldBack: holdBack ? [] : null };
  const result = await records.run(record, work);
  if (record.heldBack) process.stdout.write(Buffer.concat(record.heldBack));
  return { result, cpuMs: record.cpuMs };
}

export const run: Run = (command, args, env) =>
  new Promise((resolve) => {
    const record = records.getStore();
    const output = record?.heldBack ? "pipe" : "inherit";
    const child = spawn(command, args, { env, detached: true, stdio: ["ignore", output, output] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => record?.heldBack?.push(chunk));
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once("exit", () => {
      addCpuTime(record);
      if (pid === undefined) return;
      signalGroup(pid, "SIGKILL");
      running.delete(pid);
    });
    // By then its whole output has been read.
    child.once("close", (code) => resolve(code ?? 1));
  });

/** Ends the running programs and their child processes. They have 3 s to clean up. */
export function endRunning(): void {
  for (const pid of running) {
    signalGroup(pid, "SIGTERM");
    setTimeout(() => signalGroup(pid, "SIGKILL"), 3_000);
  }
}
