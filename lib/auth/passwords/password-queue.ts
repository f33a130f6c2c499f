import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/platform/errors";

/** One scrypt hash to compute. `bytes` is the length of the key; the other fields are as in `scryptSync`. */
export type ScryptInput = {
  password: string;
  salt: Uint8Array;
  bytes: number;
  options: { N: number; r: number; p: number; maxmem: number };
};

/**
 * The caller that requests a hash. A `known` caller authenticated earlier (a session, a token, or the cookie of a
 * device that signed in). Any other caller is a `stranger`.
 */
export type Caller = { kind: "known" } | { kind: "stranger"; network: string };

/** A place in the queue, held by one check from its first query to its result. */
export interface Place {
  /** Computes a hash on one of the threads. Hashes of known callers run first. Rejects if scrypt refuses the input. */
  derive(input: ScryptInput): Promise<Buffer>;
}

type Task = { input: ScryptInput; resolve: (key: Buffer) => void; reject: (error: Error) => void };
type Reply = { key: Uint8Array } | { failure: string };

// Source text instead of a file: the dashboard's bundler resolves worker files in its own way. The hash is computed in
// the thread itself, so that libuv's threads stay free. On Linux priority 0 applies to the calling thread only, and a
// thread with lower priority keeps pages fast. On other systems it would apply to the whole process.
const THREAD_SOURCE = `
const { scryptSync } = require("node:crypto");
const { setPriority } = require("node:os");
const { parentPort } = require("node:worker_threads");
if (process.platform === "linux") try { setPriority(0, 5); } catch {}
parentPort.on("message", ({ password, salt, bytes, options }) => {
  try {
    parentPort.postMessage({ key: scryptSync(password, salt, bytes, options) });
  } catch (error) {
    parentPort.postMessage({ failure: error.message });
  }
});
`;

/** A thread that computes one hash at a time. `idle` is called whenever it can take the next one. */
function openThread(idle: () => void) {
  let worker: Worker | null = null;
  let current: Task | null = null;

  function finalize(finish: (task: Task) => void): void {
    const task = current;
    current = null;
    // An idle thread does not keep the process running.
    worker?.unref();
    if (task) finish(task);
    idle();
  }

  function start(): Worker {
    // Without this process's options and environment: the thread needs no loader and no secret.
    const started = new Worker(THREAD_SOURCE, { eval: true, execArgv: [], env: {} });
    started.on("message", (reply: Reply) => {
      finalize(({ resolve, reject }) =>
        "key" in reply ? resolve(Buffer.from(reply.key)) : reject(new Error(reply.failure)),
      );
    });
    const end = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      finalize(({ reject }) => reject(error));
    };
    started.on("error", end);
    started.on("exit", () => end(new Error("the thread that computes password hashes ended")));
    return started;
  }

  return {
    isIdle: () => current === null,
    run(task: Task): void {
      current = task;
      worker ??= start();
      worker.ref();
      worker.postMessage(task.input);
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}

/** The error for too many concurrent password checks, with status 503. */
export const signInBusy = (): AppError =>
  new AppError("busy", "Too many sign-ins at the same time. Try again in a few seconds.");

/**
 * The password checks of this process: at most `places` at once, hashed on `threads` separate threads. Strangers get
 * half of the places, and one network half of those. A flood thus leaves room for known devices and for other networks.
 */
export function openPasswordQueue({ threads, places }: { threads: number; places: number }) {
  const waiting: Record<Caller["kind"], Task[]> = { known: [], stranger: [] };
  const strangers = new Map<string, number>();
  const strangerPlaces = Math.max(1, Math.floor(places / 2));
  const networkPlaces = Math.max(1, Math.floor(strangerPlaces / 2));
  let taken = 0;
  let takenByStrangers = 0;

  function startNext(): void {
    for (const thread of pool) {
      if (!thread.isIdle()) continue;
      const task = waiting.known.shift() ?? waiting.stranger.shift();
      if (!task) return;
      thread.run(task);
    }
  }
  const pool = Array.from({ length: threads }, () => openThread(startNext));

  /** Whether a caller is refused now. */
  function isFull(caller: Caller): boolean {
    if (taken >= places) return true;
    if (caller.kind === "known") return false;
    return takenByStrangers >= strangerPlaces || (strangers.get(caller.network) ?? 0) >= networkPlaces;
  }

  function count(caller: Caller, by: 1 | -1): void {
    taken += by;
    if (caller.kind === "known") return;
    takenByStrangers += by;
    const ofNetwork = (strangers.get(caller.network) ?? 0) + by;
    if (ofNetwork > 0) strangers.set(caller.network, ofNetwork);
    else strangers.delete(caller.network);
  }

  return {
    isFull,
    /**
     * Runs a check that holds a place until it settles. Throws `busy` immediately if no place is free for this caller.
     */
    async run<T>(caller: Caller, check: (place: Place) => Promise<T>): Promise<T> {
      if (isFull(caller)) throw signInBusy();
      count(caller, 1);
      try {
        return await check({
          derive: (input) =>
            new Promise<Buffer>((resolve, reject) => {
              waiting[caller.kind].push({ input, resolve, reject });
              startNext();
            }),
        });
      } finally {
        count(caller, -1);
      }
    },
    /** Ends the threads. For tests. */
    close: async () => {
      await Promise.all(pool.map((thread) => thread.close()));
    },
  };
}

export type PasswordQueue = ReturnType<typeof openPasswordQueue>;

/** On one thread, eight strangers wait two to three seconds at most. */
const PLACES = 16;
/** Hashing takes at most half of the cores, and never more than two. */
const THREADS = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));

const held = globalThis as typeof globalThis & { drayboardPasswordQueue?: PasswordQueue };

/**
 * The queue of this process. Stored on the global object, because the bundler gives routes and pages copies of this
 * module.
 */
export function passwordQueue(): PasswordQueue {
  held.drayboardPasswordQueue ??= openPasswordQueue({ threads: THREADS, places: PLACES });
  return held.drayboardPasswordQueue;
}
