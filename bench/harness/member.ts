import { setTimeout as pause } from "node:timers/promises";
import type { Child, Children, Program } from "@/scripts/up/child";
import { signalGroup } from "@/scripts/up/process-mark";

export const KINDS = ["dashboard", "worker", "service", "postgres"] as const;
export type Kind = (typeof KINDS)[number];

/** A process that can be killed at any time and restarts automatically, as under a supervisor. */
export interface Member {
  name: string;
  kind: Kind;
  /** `up` once it is ready, `starting` as soon as the process exists. */
  state(): "up" | "starting" | "down";
  /** Sends SIGKILL to all its processes. It restarts at once. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Requests its end and waits. It then restarts. Returns the duration in ms. */
  terminate(): Promise<number>;
  /** Sends SIGKILL. It does not restart until `start`. */
  stop(): Promise<void>;
  start(): void;
  /** Resolves once it is ready. */
  untilUp(timeoutMs?: number): Promise<void>;
  /** The last output of each unexpected exit after it was ready. */
  ownEnds(): readonly string[];
  pid(): number | null;
}

const POLL_MS = 50;
const RESTART_MS = 100;

interface Described {
  name: string;
  kind: Kind;
  children: Children;
  /** Called at every start, because settings may have changed. */
  program: () => Program;
  /** Whether it is ready. A thrown error counts as false. */
  serves: (child: Child) => Promise<boolean>;
}

/** Defines a Node program as a member of a fleet, without starting it. */
export function programMember({ name, kind, children, program, serves }: Described): Member {
  let child: Child | null = null;
  let wanted = false;
  let up = false;
  let reported = false;
  const ownEnds: string[] = [];
  let lastText = "";
  let living: Promise<void> | null = null;

  async function live(): Promise<void> {
    while (wanted) {
      reported = false;
      const running = children.start(program());
      child = running;
      while (running.ended() === null && !up) {
        if (await serves(running).catch(() => false)) up = running.ended() === null;
        else await pause(POLL_MS);
      }
      await running.exited;
      lastText = running.tail();
      if (up && !reported) ownEnds.push(lastText);
      up = false;
      child = null;
      if (wanted && !reported) await pause(RESTART_MS);
    }
  }

  async function signal(what: NodeJS.Signals): Promise<void> {
    const running = child;
    if (running === null) return;
    reported = true;
    up = false;
    signalGroup(running.pid, what);
    await running.exited;
  }

  return {
    name,
    kind,
    state: () => (child === null ? "down" : up ? "up" : "starting"),
    kill: () => signal("SIGKILL"),
    async terminate() {
      const begun = performance.now();
      await signal("SIGTERM");
      return performance.now() - begun;
    },
    async stop() {
      wanted = false;
      await signal("SIGKILL");
      await living;
    },
    start() {
      if (wanted) return;
      wanted = true;
      living = live();
    },
    untilUp: (timeoutMs = 90_000) =>
      untilUp(
        name,
        () => up,
        timeoutMs,
        () => lastText || (child?.tail() ?? ""),
      ),
    ownEnds: () => ownEnds,
    pid: () => child?.pid ?? null,
  };
}

/** Waits until a member is ready. Throws on timeout. */
export async function untilUp(
  name: string,
  isUp: () => boolean,
  timeoutMs: number,
  lastText: () => string = () => "",
): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!isUp()) {
    if (Date.now() > until)
      throw new Error(`${name} did not come up within ${timeoutMs / 1000} s\n${lastText()}`);
    await pause(POLL_MS);
  }
}
