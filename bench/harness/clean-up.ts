import { StartError } from "@/scripts/up/start-error";

export type Undo = () => Promise<unknown> | unknown;

/**
 * Runs a benchmark, then the functions passed to `onEnd` in reverse order, whether it succeeds, fails, is signaled or
 * times out. Sets the exit code.
 */
export async function runBenchmark(
  timeoutMs: number,
  work: (onEnd: (undo: Undo) => void) => Promise<void>,
): Promise<void> {
  const undos: Undo[] = [];
  let interrupt: (reason: string) => void = () => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = (reason) => reject(new Error(reason));
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => interrupt(signal));
  const timer = setTimeout(() => interrupt(`not done within ${timeoutMs / 1000} s`), timeoutMs);
  try {
    await Promise.race([work((undo) => undos.push(undo)), interrupted]);
  } catch (error) {
    process.exitCode = 1;
    console.error(explain(error));
  }
  clearTimeout(timer);
  for (const undo of undos.reverse())
    await Promise.resolve()
      .then(undo)
      .catch((error: unknown) => console.error("cleaning up:", error));
  process.exit();
}

/** A StartError contains instructions for the user. Any other error is printed with its stack and cause. */
const explain = (error: unknown): unknown => (error instanceof StartError ? error.message : error);
