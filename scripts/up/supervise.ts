import { setTimeout as pause } from "node:timers/promises";
import type { Child, Children, Program } from "./child";
import type { Liveness } from "./liveness";
import { say } from "./progress";

const LONGEST_WAIT_MS = 30_000;
const SETTLED_MS = 60_000;

interface Supervision {
  children: Children;
  program: Program;
  /** The program as it was started first. */
  first: Child;
  /** Ends a process of it that hangs. */
  liveness?: Liveness;
  stopping: () => boolean;
  tell?: (line: string) => void;
  wait?: (ms: number) => Promise<unknown>;
}

const rest = (ms: number) => pause(ms, undefined, { ref: false });

/**
 * Starts a program again whenever it ends, waiting longer each time it ends soon (1 s to 30 s), until `stopping` says
 * that it should. The operator is reported which one ended, how, and what it wrote last.
 */
export async function superviseProgram(supervision: Supervision): Promise<void> {
  const { children, program, liveness, stopping, tell = say, wait = rest } = supervision;
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
    tell(`The ${program.name} ended (${how}); starting it again in ${waitMs / 1000} s. Its last lines:`);
    tell(`${child.tail()}\n    (all of it: ${child.logFile})`);
    await wait(waitMs);
    if (stopping()) return;
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    child = children.start(program);
  }
}
