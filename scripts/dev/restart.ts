import { setTimeout as pause } from "node:timers/promises";
import type { Child, Children, Program } from "@/scripts/up/child";
import { signalGroup } from "@/scripts/up/process-mark";
import { say } from "@/scripts/up/progress";

/** Programs may be killed at any time. This is enough for the worker to release its claims. */
const GRACE_MS = 300;

/** Ends a program, with a short time to do so by itself. */
export async function endSoon(child: Child): Promise<void> {
  if (child.ended() === null) signalGroup(child.pid, "SIGTERM");
  await Promise.race([child.exited, pause(GRACE_MS, undefined, { ref: false })]);
  if (child.ended() === null) signalGroup(child.pid, "SIGKILL");
  await child.exited;
}

interface Restartable {
  children: Children;
  program: Program;
  /** The program's first process. */
  first: Child;
  isStopping: () => boolean;
}

/** Returns a function that restarts a program. A program that ends by itself is reported and stays ended until then. */
export function createRestarter({ children, program, first, isStopping }: Restartable): () => Promise<Child> {
  let current: Child | null = first;
  let restarting = Promise.resolve(first);
  const reportEnd = async (child: Child) => {
    const how = await child.exited;
    if (child === current && !isStopping())
      say(`The ${program.name} ended (${how}). It starts again when one of its sources changes.`);
  };
  const restart = async (former: Child) => {
    current = null;
    await endSoon(former);
    if (isStopping()) return former;
    current = children.start(program);
    void reportEnd(current);
    return current;
  };
  void reportEnd(first);
  return () => {
    restarting = restarting.then(restart);
    return restarting;
  };
}
