import type { IncomingMessage, ServerResponse } from "node:http";
import { config } from "@/lib/config";
import { networkOf } from "./address-network";
import { clientAddress } from "./client-address";
import { namesAnyDevice } from "./known-device";
import { passwordQueue, signInBusy } from "./password-queue";
import { addRequestGate } from "./request-gate";
import { blockedSignInNetworks, knownBlockSeconds } from "./throttle";
import { throttledWords } from "./throttled-words";

/** Where passwords are posted: next-auth's own address, and the form's page. */
const SIGN_IN_PATH = /^\/(?:api\/auth\/callback\/credentials|sign-in)\/?(?:\?|$)/;

/** When to come back while the queue of password checks is full: its longest wait. */
export const BUSY_RETRY_SECONDS = 5;

/** How many bytes of a refused form are read, so that its connection can be used again. */
const MAX_DRAINED_BYTES = 64_000;

type Refusal = { status: 429 | 503; message: string; retryAfterSeconds: number };

const headersOf = ({ headers }: IncomingMessage) => ({
  get(name: string): string | null {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  },
});

/** Why a stranger's sign-in is refused before it is looked at; null for one that may go on, and for any other request. */
function refusalOf(request: IncomingMessage, now: Date): Refusal | null {
  if (request.method !== "POST" || !SIGN_IN_PATH.test(request.url ?? "")) return null;
  const headers = headersOf(request);
  if (namesAnyDevice(headers, now)) return null;
  const address = clientAddress(headers, config());
  const waitSeconds = knownBlockSeconds(blockedSignInNetworks(), address);
  if (waitSeconds > 0)
    return { status: 429, message: throttledWords(waitSeconds), retryAfterSeconds: waitSeconds };
  if (!passwordQueue().isFull({ kind: "stranger", network: networkOf(address) })) return null;
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
 * From now on strangers' sign-ins are refused before Next sees them while their network is blocked or the queue of password
 * checks is full: Next takes milliseconds of the one thread that also serves pages, this takes a tenth of one. Called once,
 * from `instrumentation.ts`, after `recordPeerAddresses`.
 */
export function refuseSignInsEarly(): void {
  addRequestGate((request, response) => {
    const refusal = refusalOf(request, new Date());
    if (refusal) refuse(request, response, refusal);
    return refusal !== null;
  });
}
