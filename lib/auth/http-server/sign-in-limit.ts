import type { IncomingMessage, ServerResponse } from "node:http";
import { passwordQueue, signInBusy } from "@/lib/auth/passwords/password-queue";
import { namesAnyDevice } from "@/lib/auth/sign-in/known-device";
import { networkOf } from "@/lib/auth/throttling/address-network";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { blockedSignInNetworks, knownBlockSeconds } from "@/lib/auth/throttling/throttle";
import { throttledWords } from "@/lib/auth/throttling/throttle-message";
import { config } from "@/lib/platform/config/config";
import { addRequestGate } from "./request-limits";

/** Where passwords are posted: next-auth's own address, and the form's page. */
const SIGN_IN_PATH = /^\/(?:api\/auth\/callback\/credentials|sign-in)\/?(?:\?|$)/;

/** When to come back while the queue of password checks is full: its longest wait. */
export const BUSY_RETRY_SECONDS = 5;

/** How many bytes of a refused form are read, so that its connection can be used again. */
const MAX_DRAINED_BYTES = 64_000;

/** Strangers' sign-ins that reach Next: more than can be checked, few enough to leave the thread to pages. */
const PASSES_PER_SECOND = 20;
const MAX_PASSES_AT_ONCE = 40;

/** The same of one network, so that none uses up the passes of all others. */
const NETWORK_PASSES_PER_SECOND = 5;
const MAX_NETWORK_PASSES_AT_ONCE = 20;
const MAX_NETWORKS = 10_000;

function openBucket(perSecond: number, atOnce: number): (nowMs: number) => boolean {
  let left = atOnce;
  let countedAtMs = 0;
  return (nowMs) => {
    left = Math.min(atOnce, left + (Math.max(0, nowMs - countedAtMs) / 1000) * perSecond);
    countedAtMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

type Pass = (network: string, now: Date) => boolean;

/** Counts passes; false for one too many. Throttled sign-ins take no time in the queue, and would all pass otherwise. */
function openPasses(): Pass {
  const ofAll = openBucket(PASSES_PER_SECOND, MAX_PASSES_AT_ONCE);
  const networks = new Map<string, (nowMs: number) => boolean>();
  return (network, now) => {
    if (networks.size >= MAX_NETWORKS) networks.clear();
    const own = networks.get(network) ?? openBucket(NETWORK_PASSES_PER_SECOND, MAX_NETWORK_PASSES_AT_ONCE);
    networks.set(network, own);
    return own(now.getTime()) && ofAll(now.getTime());
  };
}

type Refusal = { status: 429 | 503; message: string; retryAfterSeconds: number };

const headersOf = ({ headers }: IncomingMessage) => ({
  get(name: string): string | null {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  },
});

/** Why a stranger's sign-in is refused before it is looked at; null for one that may go on, and for any other request. */
function refusalOf(request: IncomingMessage, pass: Pass): Refusal | null {
  const now = new Date();
  if (request.method !== "POST" || !SIGN_IN_PATH.test(request.url ?? "")) return null;
  const headers = headersOf(request);
  if (namesAnyDevice(headers, now)) return null;
  const address = clientAddress(headers, config());
  const waitSeconds = knownBlockSeconds(blockedSignInNetworks(), address);
  if (waitSeconds > 0)
    return { status: 429, message: throttledWords(waitSeconds), retryAfterSeconds: waitSeconds };
  const network = networkOf(address);
  const isFull = passwordQueue().isFull({ kind: "stranger", network });
  if (!isFull && pass(network, now)) return null;
  return { status: 503, message: signInBusy().message, retryAfterSeconds: BUSY_RETRY_SECONDS };
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  response.writeHead(refusal.status, {
    // Exactly this: Next's client gives a failed action's text to the form only under this type. The texts are ASCII.
    "Content-Type": "text/plain",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Retry-After": String(refusal.retryAfterSeconds),
    ...(length <= MAX_DRAINED_BYTES ? {} : { Connection: "close" }),
  });
  response.end(`${refusal.message}\n`);
}

/**
 * From now on strangers' sign-ins are refused before Next sees them while their network is blocked, the queue of password
 * checks is full, or more of them come in a second than could be checked: Next takes milliseconds of the one thread that
 * also serves pages, this takes a tenth of one. Called once, from `instrumentation.ts`, after `recordPeerAddresses`.
 */
export function refuseSignInsEarly(): void {
  const pass = openPasses();
  addRequestGate((request, response) => {
    const refusal = refusalOf(request, pass);
    if (refusal) refuse(request, response, refusal);
    return refusal !== null;
  });
}
