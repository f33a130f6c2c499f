import { setTimeout as pause } from "node:timers/promises";
import type { Child, Children, Program } from "@/scripts/up/child";
import { signalGroup } from "@/scripts/up/process-mark";

export const KINDS = ["dashboard", "worker", "service", "postgres"] as const;
export type Kind = (typeof KINDS)[number];

/** A process that can be killed at any moment and comes back by itself, as under a supervisor. */
export interface Member {
  name: string;
  kind: Kind;
  /** `up` once it serves, `starting` from the moment there is a process. */
  state(): "up" | "starting" | "down";
  /** SIGKILL to all of it; it comes back at once. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end and waits; it comes back. Answers how long it took, in milliseconds. */
  terminate(): Promise<number>;
  /** SIGKILL, and it stays away until `start`. */
  stop(): Promise<void>;
  start(): void;
  /** Resolves once it serves. */
  untilUp(timeoutMs?: number): Promise<void>;
  /** What it wrote last, of each time it ended without having been reported to once it had served. */
  ownEnds(): readonly string[];
  pid(): number | null;
}

const LOOK_MS = 50;
const RESTART_MS = 100;

interface Described {
  name: string;
  kind: Kind;
  children: Children;
  /** Asked for at every start: settings may have changed. */
  program: () => Program;
  /** Whether it serves; a thrown error counts as no. */
  serves: (child: Child) => Promise<boolean>;
}

/** A Node program as a member of a fleet. It is not started yet. */
export function programMember({ name, kind, children, program, serves }: Described): Member {
  let child: Child | null = null;
  let wanted = false;
  let up = false;
  let reported = false;
  const ownEnds: string[] = [];
  let lastWords = "";
  let living: Promise<void> | null = null;

  async function live(): Promise<void> {
    while (wanted) {
      reported = false;
      const running = children.start(program());
      child = running;
      while (running.ended() === null && !up) {
        if (await serves(running).catch(() => false)) up = running.ended() === null;
        else await pause(LOOK_MS);
      }
      await running.exited;
      lastWords = running.tail();
      if (up && !reported) ownEnds.push(lastWords);
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
        () => lastWords || (child?.tail() ?? ""),
      ),
    ownEnds: () => ownEnds,
    pid: () => child?.pid ?? null,
  };
}

/** Waits until a member serves. Throws when it takes longer. */
export async function untilUp(
  name: string,
  isUp: () => boolean,
  timeoutMs: number,
  lastWords: () => string = () => "",
): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!isUp()) {
    if (Date.now() > until)
      throw new Error(`${name} did not come up within ${timeoutMs / 1000} s\n${lastWords()}`);
    await pause(LOOK_MS);
  }
}
