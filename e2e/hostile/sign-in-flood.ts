import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { percentile } from "@/bench/harness/figures";
import { forgiveAttempts } from "@/lib/auth/throttling/throttle";
import { openDatabase } from "@/lib/platform/database/client";
import type { HostileRow, HostileTarget } from "./target";

const PER_SECOND = 200;
const ADDRESSES = 250;
/** Quiet and loaded windows alternate, so that other load of the machine affects both. */
const WINDOWS = 3;
const WINDOW_MS = 10_000;
const BETWEEN_READS_MS = 100;
/** Sign-ins of the known device in each window. */
const SIGN_INS = 2;
const MAX_FACTOR = 2;
const MAX_DELAY_MS = 2_000;

const floodSchema = z.object({
  counts: z.record(z.string(), z.number()),
  sent: z.number(),
  seconds: z.number(),
});

type SignedIn = Awaited<ReturnType<typeof signIn>>;
type Measured = { board: number[]; signIns: SignedIn[] };
type Flooded = z.infer<typeof floodSchema>;

const cookiesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");

async function readCsrf(url: string): Promise<{ csrfToken: string; cookies: string[] }> {
  const response = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await response.json());
  return { csrfToken, cookies: cookiesOf(response) };
}

/** Signs in with the correct password and a browser's cookies. Returns the time and the new cookies. */
export async function signIn({ url, email, password }: HostileTarget, browser: readonly string[]) {
  const { csrfToken, cookies } = await readCsrf(url);
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: [...cookies, ...browser].join("; "), origin: url },
    body: new URLSearchParams({ csrfToken, email, password }),
  });
  await response.arrayBuffer();
  const ms = performance.now() - startedAt;
  const set = cookiesOf(response).filter((pair) =>
    /^(?:__Secure-)?(?:device-|next-auth\.session)/.test(pair),
  );
  const isSignedIn = set.some((pair) => pair.includes("session-token="));
  return { ms, isSignedIn, status: response.status, cookies: set };
}

/** Times the board's rows over repeated requests, in ms. */
async function timeBoard(url: string, cookies: readonly string[], forMs: number): Promise<number[]> {
  const samples: number[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/board`, { headers: { cookie: cookies.join("; ") } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`/api/board answered ${response.status}`);
    samples.push(performance.now() - startedAt);
    await pause(BETWEEN_READS_MS);
  }
  return samples;
}

/** Times the board and sign-ins of a known device in parallel, for one window. */
async function timeWindow(target: HostileTarget, cookies: readonly string[]): Promise<Measured> {
  const device = cookies.filter((pair) => pair.includes("device-"));
  const signIns: SignedIn[] = [];
  const signInAgain = async () => {
    for (let n = 0; n < SIGN_INS; n += 1) {
      await pause(WINDOW_MS / (SIGN_INS + 1));
      signIns.push(await signIn(target, device));
    }
  };
  const [board] = await Promise.all([timeBoard(target.url, cookies, WINDOW_MS), signInAgain()]);
  return { board, signIns };
}

/** Runs `act` while wrong passwords are sent. Adds their response statuses to `flooded`. */
async function flooding<T>(
  { url, email }: HostileTarget,
  flooded: Flooded,
  action: () => Promise<T>,
): Promise<T> {
  const { csrfToken, cookies } = await readCsrf(url);
  const settings = { url, email, csrfToken, cookie: cookies.join("; ") };
  const flood = new Worker(new URL("./flood-sender.mjs", import.meta.url), {
    workerData: { ...settings, perSecond: PER_SECOND, addresses: ADDRESSES },
    execArgv: [],
  });
  try {
    const done = await action();
    flood.postMessage("stop");
    const [message] = await once(flood, "message");
    const { counts, sent, seconds } = floodSchema.parse(message);
    flooded.sent += sent;
    flooded.seconds += seconds;
    for (const [status, count] of Object.entries(counts))
      flooded.counts[status] = (flooded.counts[status] ?? 0) + count;
    return done;
  } finally {
    await flood.terminate();
  }
}

/** Otherwise later sign-ins would be delayed like a new device during an attack. */
async function liftWaits({ databaseUrl, email }: HostileTarget): Promise<void> {
  const { db, pool } = openDatabase(databaseUrl, { max: 1 });
  await forgiveAttempts(db, email).finally(() => pool.end());
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

/**
 * Sends 200 wrong sign-ins a second from 250 IP addresses in three windows of ten seconds. Half of them are for the
 * target's own account. Compares the board's p95 and the sign-ins of a known device with the quiet windows in between.
 * The addresses are in the loopback network 127.9.0.0/16, which is complete only on Linux. At the end the account's
 * delays are removed.
 */
export async function signInFlood(target: HostileTarget): Promise<HostileRow[]> {
  const first = await signIn(target, []);
  if (!first.isSignedIn) throw new Error(`sign-in was refused (status ${first.status})`);
  const quiet: Measured[] = [];
  const loaded: Measured[] = [];
  const flooded: Flooded = { counts: {}, sent: 0, seconds: 0 };
  try {
    for (let n = 0; n < WINDOWS; n += 1) {
      quiet.push(await timeWindow(target, first.cookies));
      loaded.push(await flooding(target, flooded, () => timeWindow(target, first.cookies)));
    }
  } finally {
    await liftWaits(target);
  }
  return rowsOf(quiet, loaded, flooded);
}

function rowsOf(quiet: readonly Measured[], loaded: readonly Measured[], flooded: Flooded): HostileRow[] {
  const p95 = (windows: readonly Measured[]) =>
    percentile(
      windows.flatMap(({ board }) => board),
      0.95,
    );
  const slowest = (windows: readonly Measured[]) =>
    Math.max(...windows.flatMap(({ signIns }) => signIns.map((attempted) => attempted.ms)));
  const [quietMs, loadedMs] = [p95(quiet), p95(loaded)];
  const [quietSignInMs, loadedSignInMs] = [slowest(quiet), slowest(loaded)];
  const { counts, sent, seconds } = flooded;
  const expected = new Set(["302", "429", "503"]);
  return [
    {
      check: `board's p95 under ${PER_SECOND} wrong sign-ins a second: at most twice the quiet one`,
      figure: `${ms(loadedMs)}, quiet ${ms(quietMs)} (${(sent / seconds).toFixed(0)} a second sent)`,
      held: loadedMs <= quietMs * MAX_FACTOR && sent / seconds > PER_SECOND * 0.95,
    },
    {
      check: "a known device signs in meanwhile, at most 2 s later than in quiet",
      figure: `slowest ${ms(loadedSignInMs)}, quiet ${ms(quietSignInMs)}`,
      held:
        loaded.every(({ signIns }) => signIns.every(({ isSignedIn }) => isSignedIn)) &&
        loadedSignInMs - quietSignInMs <= MAX_DELAY_MS,
    },
    {
      check: "wrong sign-ins past the queue are refused with 503 and Retry-After",
      figure: JSON.stringify(counts),
      held: (counts["503"] ?? 0) > 0 && Object.keys(counts).every((status) => expected.has(status)),
    },
  ];
}
