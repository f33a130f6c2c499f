import type { Logger } from "pino";
import { isDatabaseAway } from "@/tracking-service/store/database";

export type Loop = {
  /** Starts the next run at once and ends the sleep. */
  wake(): void;
  /** Resolves when the current run has ended. No further run starts. */
  stop(): Promise<void>;
};

const RETRY_MS = 1_000;

/**
 * Repeats a function until stopped. Each run returns the milliseconds to sleep. A failed run is logged and retried. A
 * database outage is logged once.
 */
export function startLoop(
  name: string,
  log: Logger,
  round: (stopping: () => boolean) => Promise<number>,
): Loop {
  let stopped = false;
  let woken = false;
  let wakeSleeper: () => void = () => undefined;
  let away = false;

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeSleeper = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const oneSyncRun = async (): Promise<number> => {
    try {
      const ms = await round(() => stopped);
      if (away) log.info({ loop: name }, "database is back");
      away = false;
      return ms;
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error, loop: name }, "round failed");
      else if (!away) log.warn({ loop: name }, "database is away, trying again every second");
      away = isDatabaseAway(error);
      return RETRY_MS;
    }
  };

  const run = async () => {
    while (!stopped) {
      woken = false;
      const ms = await oneSyncRun();
      if (!stopped && !woken && ms > 0) await sleep(ms);
    }
  };
  const ended = run();

  return {
    wake: () => {
      woken = true;
      wakeSleeper();
    },
    stop: async () => {
      stopped = true;
      wakeSleeper();
      await ended;
    },
  };
}
