import type { ChildProcess } from "node:child_process";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "./child";
import { signalGroup } from "./process-mark";
import { say } from "./progress";

/** How a program is probed. A probe uses nothing outside the program's own process. */
export interface LivenessProbe {
  /** Whether the program responds now. A rejection counts as false. */
  responds: (child: Child, timeoutMs: number) => Promise<boolean>;
  /** Missed probes do not count for this long after a start, until the first successful probe. */
  startMs: number;
}

/** All values are in ms except the two counts. */
export interface LivenessLimits {
  /** Time from one probe to the next, and the timeout of each. */
  everyMs: number;
  /** This number of missed probes in a row means that the process hangs. */
  maxMissed: number;
  /** Time from SIGTERM to SIGKILL. A stopped process does not react to SIGTERM. */
  graceMs: number;
  /** Maximum number of restarts within `windowMs`. */
  maxRestarts: number;
  windowMs: number;
  /** The pause before the first restart. Each further pause within the window is four times as long. */
  firstPauseMs: number;
  /** A probe loop this late, or a wall clock this far off the monotonic clock, means that this process was paused. */
  lateMs: number;
}

export const LIVENESS_LIMITS: LivenessLimits = {
  everyMs: 5_000,
  maxMissed: 6,
  graceMs: 5_000,
  maxRestarts: 3,
  windowMs: 600_000,
  firstPauseMs: 1_000,
  lateMs: 5_000,
};

export type Verdict = "ok" | "restart" | "give_up" | "recovered";

/** Counts missed probes and restarts of one program. Times are ms of a monotonic clock. */
export class LivenessCount {
  private missed = 0;
  private restarts: number[] = [];
  private gaveUp = false;

  constructor(private readonly limits: LivenessLimits) {}

  /** Records the result of one probe and returns what to do. */
  note(answered: boolean, now: number): Verdict {
    const { maxMissed, maxRestarts, windowMs } = this.limits;
    if (answered) {
      const recovered = this.gaveUp && this.missed >= maxMissed;
      this.missed = 0;
      if (recovered) this.gaveUp = false;
      return recovered ? "recovered" : "ok";
    }
    this.missed += 1;
    if (this.missed !== maxMissed || this.gaveUp) return "ok";
    this.restarts = this.restarts.filter((at) => now - at < windowMs);
    if (this.restarts.length >= maxRestarts) {
      this.gaveUp = true;
      return "give_up";
    }
    this.restarts.push(now);
    return "restart";
  }

  /** A new process starts without missed probes and can be restarted again. Earlier restarts still count. */
  newProcess(): void {
    this.missed = 0;
    this.gaveUp = false;
  }

  /**
   * Clears all counts, because probes missed while this process or the machine was paused do not indicate a hung
   * program.
   */
  reset(): void {
    this.missed = 0;
    this.restarts = [];
    this.gaveUp = false;
  }

  /** The pause before the latest restart. */
  pauseMs(): number {
    return this.limits.firstPauseMs * 4 ** Math.max(0, this.restarts.length - 1);
  }
}

interface Clocks {
  monotonicMs: number;
  wallMs: number;
}

const readClocks = (): Clocks => ({ monotonicMs: performance.now(), wallMs: Date.now() });

/**
 * Whether this process was stopped, or the machine slept, between two readings at most `expectedMs` apart. The
 * monotonic clock may not advance during sleep. The wall clock then shows it.
 */
export function wasPaused(before: Clocks, after: Clocks, expectedMs: number, lateMs: number): boolean {
  const elapsed = after.monotonicMs - before.monotonicMs;
  const wallElapsed = after.wallMs - before.wallMs;
  return elapsed > expectedMs + lateMs || Math.abs(wallElapsed - elapsed) > lateMs;
}

/** Monitors the processes of one program, one after another. */
export interface Liveness {
  /** Probes a process until the returned function is called. Ends the process if it hangs. */
  watch(child: Child): () => void;
  /** The pause before the next start. 0 unless the last monitored process was ended because it hung. */
  pauseMs(): number;
}

interface Watching {
  name: string;
  probe: LivenessProbe;
  limits?: LivenessLimits;
  report?: (line: string) => void;
  clocks?: () => Clocks;
}

/** Ends a hung process and its child processes: SIGTERM, then SIGKILL after `graceMs`. */
async function endHung(child: Child, graceMs: number): Promise<void> {
  signalGroup(child.pid, "SIGTERM");
  await Promise.race([child.exited, pause(graceMs, undefined, { ref: false })]);
  if (child.ended() === null) signalGroup(child.pid, "SIGKILL");
}

/**
 * Probes a program and ends a hung process, so that its supervisor starts another. After `maxRestarts` within the
 * window it reports this and leaves the process running. A pause of this process or of the machine resets the count.
 */
export function createLiveness({ name, probe, report = say, ...input }: Watching): Liveness {
  const limits = input.limits ?? LIVENESS_LIMITS;
  const clocks = input.clocks ?? readClocks;
  const count = new LivenessCount(limits);
  const hungSeconds = (limits.everyMs * limits.maxMissed) / 1_000;
  let endedHung = false;

  const action = (verdict: Verdict, child: Child): void => {
    if (verdict === "recovered") report(`The ${name} responds again.`);
    if (verdict === "give_up")
      report(
        `The ${name} has hung again and is not restarted any more: ${limits.maxRestarts} restarts within ` +
          `${limits.windowMs / 60_000} minutes did not help. Everything else keeps running. See ${child.logFile}, ` +
          "then stop and start again.",
      );
    if (verdict !== "restart") return;
    endedHung = true;
    report(`The ${name} has not responded for ${hungSeconds} s; ending it.`);
    void endHung(child, limits.graceMs);
  };

  const run = async (child: Child, signal: AbortSignal): Promise<void> => {
    const started = clocks().monotonicMs;
    let ready = false;
    let before = clocks();
    let waitMs = limits.everyMs;
    for (;;) {
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const requested = clocks().monotonicMs;
      const answered = await probe.responds(child, limits.everyMs).catch(() => false);
      if (signal.aborted) return;
      const after = clocks();
      waitMs = Math.max(0, limits.everyMs - (after.monotonicMs - requested));
      const paused = wasPaused(before, after, 2 * limits.everyMs, limits.lateMs);
      before = after;
      if (paused) count.reset();
      ready ||= answered;
      const starting = !ready && after.monotonicMs - started < probe.startMs;
      if (!paused && !starting) action(count.note(answered, after.monotonicMs), child);
    }
  };

  return {
    watch: (child) => {
      endedHung = false;
      count.newProcess();
      const leaving = new AbortController();
      void run(child, leaving.signal);
      return () => leaving.abort();
    },
    pauseMs: () => (endedHung ? count.pauseMs() : 0),
  };
}

/** Whether a child with an IPC channel responds to a message. A late response to an earlier message counts as well. */
export function pingOverIpc(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  if (!child.connected) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (answered: boolean) => {
      clearTimeout(timer);
      child.off("message", received);
      resolve(answered);
    };
    const received = () => end(true);
    const timer = setTimeout(() => end(false), timeoutMs);
    child.on("message", received);
    child.send("ping", (error) => {
      if (error) end(false);
    });
  });
}

/** Probes by a message over the IPC channel. */
export const ipcProbe = (startMs: number): LivenessProbe => ({
  responds: (child, timeoutMs) => child.ping(timeoutMs),
  startMs,
});

/**
 * Probes by a GET request to a URL that depends only on the process itself. Any status below 500 counts. Each probe opens
 * a connection of its own: a process that has no more sockets answers on those that are open.
 */
export const httpProbe = (address: string, startMs: number): LivenessProbe => ({
  responds: (_child, timeoutMs) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const sent = request(address, { agent: false, signal }, (response) => {
        const { statusCode = 500 } = response.resume();
        response.once("end", () => resolve(statusCode < 500)).once("error", reject);
      });
      sent.once("error", (error) => reject(signal.aborted ? signal.reason : error)).end();
    }),
  startMs,
});
