import type { IncomingMessage } from "node:http";
import { passwordQueue, signInBusy } from "@/lib/auth/passwords/password-queue";
import { namesAnyDevice } from "@/lib/auth/sign-in/known-device";
import { networkOf } from "@/lib/auth/throttling/address-network";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { blockedSignInNetworks, knownBlockSeconds } from "@/lib/auth/throttling/throttle";
import { throttledText } from "@/lib/auth/throttling/throttle-message";
import { config } from "@/lib/platform/config/config";
import { type Refusal, type RequestStep, refuse } from "./request-steps";

/** Paths to which passwords are posted: next-auth's own route, and the page with the form. */
const SIGN_IN_PATH = /^\/(?:api\/auth\/callback\/credentials|sign-in)\/?(?:\?|$)/;

/** Seconds until a retry while the queue of password checks is full: its maximum wait. */
export const BUSY_RETRY_SECONDS = 5;

/** Strangers' sign-ins that reach Next: more than can be checked, but few enough to leave the thread to pages. */
const PASSES_PER_SECOND = 20;
const MAX_PASSES_AT_ONCE = 40;

/** The same per network, so that one network cannot use up all passes. */
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

/**
 * Counts passes and returns false past the limit. Throttled sign-ins take no time in the queue, so the queue alone
 * would not limit them.
 */
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

const headersOf = ({ headers }: IncomingMessage) => ({
  get(name: string): string | null {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  },
});

/**
 * The refusal of a stranger's sign-in before any check. Null for a sign-in that may continue, and for any other
 * request.
 */
function refusalOf(request: IncomingMessage, pass: Pass): Refusal | null {
  const now = new Date();
  if (request.method !== "POST" || !SIGN_IN_PATH.test(request.url ?? "")) return null;
  const headers = headersOf(request);
  if (namesAnyDevice(headers, now)) return null;
  const address = clientAddress(headers, config());
  const waitSeconds = knownBlockSeconds(blockedSignInNetworks(), address);
  if (waitSeconds > 0)
    return { status: 429, message: throttledText(waitSeconds), retryAfterSeconds: waitSeconds };
  const network = networkOf(address);
  const isFull = passwordQueue().isFull({ kind: "stranger", network });
  if (!isFull && pass(network, now)) return null;
  return { status: 503, message: signInBusy().message, retryAfterSeconds: BUSY_RETRY_SECONDS };
}

/**
 * A step that refuses strangers' sign-ins before Next receives them. They are refused if their network is blocked, if
 * the queue of password checks is full, or if more arrive per second than can be checked. Next takes milliseconds of
 * the single thread that also serves pages; this check takes about a tenth of a millisecond. Runs after
 * `recordPeerAddresses`.
 */
export function refuseSignInsEarly(): RequestStep {
  const pass = openPasses();
  return (request, response) => {
    const refusal = refusalOf(request, pass);
    if (refusal) refuse(request, response, refusal);
    return refusal !== null;
  };
}
