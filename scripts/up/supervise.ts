import { setTimeout as pause } from "node:timers/promises";
import type { Child, Children, Program } from "./child";
import type { Liveness } from "./liveness";
import { say } from "./progress";

const MAX_WAIT_MS = 30_000;
const SETTLED_MS = 60_000;

interface Supervision {
  children: Children;
  program: Program;
  /** The program's first process. */
  first: Child;
  /** Ends hung processes of the program. */
  liveness?: Liveness;
  stopping: () => boolean;
  report?: (line: string) => void;
  wait?: (ms: number) => Promise<unknown>;
}

const rest = (ms: number) => pause(ms, undefined, { ref: false });

/**
 * Restarts a program whenever it ends, until `stopping` returns true. The delay increases from 1 s to 30 s while it
 * ends soon after each start. The operator is shown which program ended, how, and its last output.
 */
export async function superviseProgram(supervision: Supervision): Promise<void> {
  const { children, program, liveness, stopping, report = say, wait = rest } = supervision;
  let child = supervision.first;
  let waitMs = 1_000;
  for (;;) {
    const started = Date.now();
    const unwatch = liveness?.watch(child);
    const how = await child.exited;
    unwatch?.();
    if (stopping()) return;
    if (Date.now() - started > SETTLED_MS) waitMs = 1_000;
    waitMs = Math.max(waitMs, liveness?.pauseMs() ?? 0);
    report(`The ${program.name} ended (${how}); starting it again in ${waitMs / 1000} s. Its last lines:`);
    report(`${child.tail()}\n    (all of it: ${child.logFile})`);
    await wait(waitMs);
    if (stopping()) return;
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    child = children.start(program);
    report(`The ${program.name} was started again.`);
  }
}
