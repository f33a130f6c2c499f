import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { percentile } from "@/bench/harness/figures";
import type { HostileRow, HostileTarget } from "./target";

const PER_SECOND = 200;
const ADDRESSES = 250;
const MEASURED_MS = 30_000;
const BETWEEN_READS_MS = 100;
const BETWEEN_SIGN_INS_MS = 5_000;
const MAX_FACTOR = 2;
const MAX_DELAY_MS = 2_000;

const floodSchema = z.object({
  counts: z.record(z.string(), z.number()),
  sent: z.number(),
  seconds: z.number(),
});

const cookiesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");

async function readCsrf(url: string): Promise<{ csrfToken: string; cookies: string[] }> {
  const response = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await response.json());
  return { csrfToken, cookies: cookiesOf(response) };
}

/** Signs in with the right password and the cookies of a browser; how long it took and the cookies it has then. */
async function signIn({ url, email, password }: HostileTarget, browser: readonly string[]) {
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

/** How long the board's rows take, ms, asked for again and again for a while. */
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

async function timeSignIns(target: HostileTarget, browser: readonly string[], forMs: number) {
  const tried: Awaited<ReturnType<typeof signIn>>[] = [];
  const until = performance.now() + forMs - BETWEEN_SIGN_INS_MS;
  while (performance.now() < until) {
    await pause(BETWEEN_SIGN_INS_MS);
    tried.push(await signIn(target, browser));
  }
  return tried;
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

/**
 * Sends 200 wrong sign-ins a second from 250 addresses for half a minute, half of them for the target's own account, and
 * compares the board's p95 and the sign-ins of a known device with a quiet half minute. The addresses are of the loopback
 * network, 127.9.0.0/16, which only Linux has whole. The account's new devices wait up to ten minutes afterwards.
 */
export async function signInFlood(target: HostileTarget): Promise<HostileRow[]> {
  const { url, email } = target;
  const first = await signIn(target, []);
  if (!first.isSignedIn) throw new Error(`sign-in was refused (status ${first.status})`);
  const device = first.cookies.filter((pair) => pair.includes("device-"));
  const quiet = await timeBoard(url, first.cookies, MEASURED_MS);
  const quietSignIn = await signIn(target, device);

  const { csrfToken, cookies } = await readCsrf(url);
  const flood = new Worker(new URL("./flood-sender.mjs", import.meta.url), {
    workerData: {
      ...{ url, email, csrfToken, cookie: cookies.join("; ") },
      ...{ perSecond: PER_SECOND, addresses: ADDRESSES },
    },
    execArgv: [],
  });
  const [loaded, signIns] = await Promise.all([
    timeBoard(url, first.cookies, MEASURED_MS),
    timeSignIns(target, device, MEASURED_MS),
  ]).finally(() => flood.postMessage("stop"));
  const [reported] = await once(flood, "message");
  const { counts, sent, seconds } = floodSchema.parse(reported);
  await flood.terminate();

  const [quietMs, loadedMs] = [percentile(quiet, 0.95), percentile(loaded, 0.95)];
  const slowest = Math.max(...signIns.map((tried) => tried.ms));
  const expected = new Set(["302", "429", "503"]);
  return [
    {
      check: `board's p95 under ${PER_SECOND} wrong sign-ins a second: at most twice the quiet one`,
      figure: `${ms(loadedMs)}, quiet ${ms(quietMs)} (${(sent / seconds).toFixed(0)} a second sent)`,
      held: loadedMs <= quietMs * MAX_FACTOR && sent / seconds > PER_SECOND * 0.95,
    },
    {
      check: "a known device signs in meanwhile, at most 2 s later than in quiet",
      figure: `slowest of ${signIns.length} ${ms(slowest)}, quiet ${ms(quietSignIn.ms)}`,
      held: signIns.every(({ isSignedIn }) => isSignedIn) && slowest - quietSignIn.ms <= MAX_DELAY_MS,
    },
    {
      check: "wrong sign-ins past the queue are refused with 503 and Retry-After",
      figure: JSON.stringify(counts),
      held: (counts["503"] ?? 0) > 0 && Object.keys(counts).every((status) => expected.has(status)),
    },
  ];
}
