import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { isDatabaseFailure } from "@/lib/platform/database/connection-errors";
import { type Listener, listen } from "@/lib/platform/database/postgres-listener";

export type Loop = {
  /** Starts the next step at once and ends the rest. */
  wake(): void;
  /** Resolves when the current step has ended. No further step starts. */
  stop(): Promise<void>;
};

type LoopOptions = {
  log: Logger;
  /** Stops the loop. */
  signal?: AbortSignal;
  /** The rest after a failed step. */
  afterFailureMs?: number;
  /** Whether an error means that the database is unreachable. Such an outage is logged once. */
  isOutage?: (error: unknown) => boolean;
};

/**
 * Repeats a step until stopped. Each step returns the milliseconds to rest before the next one; during a rest the loop
 * can be woken. A wake-up during a step starts the next one at once. A failed step is logged and repeated after a rest
 * that wake-ups do not end. `ended` resolves when the loop was stopped and its last step has ended.
 */
export function startLoop(
  name: string,
  { log, signal, afterFailureMs = 1_000, isOutage = isDatabaseFailure }: LoopOptions,
  step: (stopping: () => boolean) => Promise<number>,
): Loop & { ended: Promise<void> } {
  const stopping = new AbortController();
  const stopped = () => stopping.signal.aborted;
  let isAway = false;
  let waking = new AbortController();
  const rest = (ms: number, until: AbortSignal) =>
    pause(ms, undefined, { signal: until }).catch(() => undefined);

  const attempt = async (): Promise<void> => {
    try {
      const restMs = await step(stopped);
      if (isAway) log.info({ loop: name }, "database is back");
      isAway = false;
      if (!stopped() && restMs > 0) await rest(restMs, waking.signal);
    } catch (error) {
      if (!isOutage(error)) log.error({ loop: name, err: error }, "step failed");
      else if (!isAway) log.warn({ loop: name, err: error }, "step failed: the database is away, retrying");
      isAway = isOutage(error);
      await rest(afterFailureMs, stopping.signal);
    }
  };

  const run = async () => {
    while (!stopped()) {
      waking = new AbortController();
      await attempt();
    }
  };

  const end = () => {
    stopping.abort();
    waking.abort();
  };
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  const ended = run().finally(() => signal?.removeEventListener("abort", end));
  return {
    wake: () => waking.abort(),
    stop: () => {
      end();
      return ended;
    },
    ended,
  };
}

/** Runs a task once, with growing pauses after failures, until it succeeds or the signal is aborted. */
export async function untilDone(
  name: string,
  { log, signal }: { log: Logger; signal: AbortSignal },
  task: () => Promise<unknown>,
): Promise<void> {
  for (let pauseMs = 1_000; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 30_000)) {
    try {
      await task();
      return;
    } catch (error) {
      log.error({ task: name, err: error }, "task failed, retrying");
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Wakes loops by NOTIFY: each channel has the function that is called on a message. All are called on each reconnect,
 * because messages sent while disconnected are lost. Returns at once.
 */
export function wakeByNotify(
  databaseUrl: string,
  wakes: Readonly<Record<string, () => void>>,
  options: { log?: Logger; applicationName?: string } = {},
): Listener {
  return listen(
    databaseUrl,
    Object.keys(wakes),
    {
      onMessage: (channel) => wakes[channel]?.(),
      onOpen: () => {
        for (const wake of Object.values(wakes)) wake();
      },
    },
    options,
  );
}
