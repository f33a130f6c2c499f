import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "./child";
import { StartError } from "./start-error";

interface Waiting {
  name: string;
  child: Child;
  timeoutMs: number;
  /** Whether the program is ready. A thrown error counts as false. */
  check: () => Promise<boolean>;
}

/** Waits until a started program is ready. Throws StartError with its last lines if it ends or takes too long. */
export async function waitUntilHealthy({ name, child, timeoutMs, check }: Waiting): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const ended = child.ended();
    if (ended !== null)
      throw new StartError(
        `The ${name} ended while starting (${ended}). Its last lines (${child.logFile}):\n${child.tail()}`,
      );
    if (await check().catch(() => false)) return;
    if (Date.now() > until)
      throw new StartError(
        `The ${name} did not answer within ${timeoutMs / 1000} s. Its last lines (${child.logFile}):\n${child.tail()}`,
      );
    await pause(100);
  }
}
