import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf } from "@/lib/auth/throttling/address-network";
import type { RequestStep } from "./request-steps";

/** Limits for the arrival of request bodies. Times in milliseconds. */
export interface ArrivalLimits {
  /** The maximum number of unfinished requests of one address (an IPv6 /64), and in total. */
  perAddress: number;
  inAll: number;
  bodyMs: number;
  uploadMs: number;
  /** The minimum number of bytes of an upload in each window, while the route takes them. */
  uploadWindow: { ms: number; bytes: number };
  /** How long the rest of a body may still arrive after the response was sent. */
  restMs: number;
}

/**
 * Bodies read from unauthenticated clients have at most 1.1 MB each, and memory holds 64 of them. Photos of drivers' links
 * have up to 10 MB, and wait on the disk until their route has one of eight places.
 */
const ARRIVAL_LIMITS: ArrivalLimits = {
  perAddress: 32,
  inAll: 64,
  bodyMs: 30_000,
  uploadMs: 300_000,
  uploadWindow: { ms: 15_000, bytes: 75_000 },
  restMs: 10_000,
};

/** Routes with long bodies. They check the session or the link before they read the body. */
const UPLOADS = /^\/api\/(?:documents|export|board\/numbers|track|share\/[^/?]+\/photos)(?:[/?]|$)/;

const RETRY_AFTER_S = 10;

const REFUSALS = {
  408: { title: "Request Timeout", message: "The request did not arrive in time. Send it again." },
  429: {
    title: "Too Many Requests",
    message: "Too many unfinished requests from your address. Wait, then retry.",
  },
  503: { title: "Service Unavailable", message: "Too many unfinished requests. Wait, then retry." },
} as const;
type Refusal = keyof typeof REFUSALS;

function refusalOf(status: Refusal) {
  const { title, message } = REFUSALS[status];
  const code = status === 408 ? "too_slow" : "too_many_requests";
  const body = JSON.stringify({ error: { code, message } });
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "Retry-After": String(RETRY_AFTER_S),
    Connection: "close",
  };
  return { title, headers, body };
}

/**
 * Ends a request that a route is already reading. The refusal is written to the socket, and the route receives an
 * aborted body.
 */
function cutOff({ request: { socket }, response }: Unfinished, status: Refusal): void {
  if (response.headersSent || !socket.writable) {
    socket.destroy();
    return;
  }
  const { title, headers, body } = refusalOf(status);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`HTTP/1.1 ${status} ${title}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  socket.destroySoon();
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

interface Unfinished {
  request: IncomingMessage;
  response: ServerResponse;
  network: string;
}

/** Counts the requests with an incomplete body, oldest first, and ends those that take too long. */
function unfinishedRequests(limits: ArrivalLimits) {
  const unfinished = new Set<Unfinished>();

  /** Stops counting requests whose body is complete but which still wait for their route. */
  function dropArrived(): void {
    for (const one of unfinished) if (one.request.complete || one.request.destroyed) unfinished.delete(one);
  }

  const countOf = (network: string) => [...unfinished].filter((one) => one.network === network).length;

  /** The oldest request of the address with the most requests. */
  function requireVictim(): Unfinished | undefined {
    const counts = new Map<string, number>();
    for (const { network } of unfinished) counts.set(network, (counts.get(network) ?? 0) + 1);
    const max = Math.max(...counts.values());
    return [...unfinished].find(({ network }) => counts.get(network) === max);
  }

  /** Ends an upload that brings fewer bytes in a window than the minimum. */
  function watchRate({ request }: Unfinished, end: () => void): void {
    const { ms, bytes } = limits.uploadWindow;
    let before = request.socket.bytesRead;
    const timer = setInterval(() => {
      const received = request.socket.bytesRead - before;
      before += received;
      // Bytes that wait are not late: the route is slower than the client.
      if (received < bytes && request.readableLength === 0 && !request.complete) end();
    }, ms).unref();
    request.once("close", () => clearInterval(timer));
  }

  function watch(one: Unfinished): void {
    const { request, response } = one;
    const end = () => {
      unfinished.delete(one);
      if (!request.complete) cutOff(one, 408);
    };
    const isUpload = UPLOADS.test(request.url ?? "");
    if (isUpload) watchRate(one, end);
    let timer = setTimeout(end, isUpload ? limits.uploadMs : limits.bodyMs).unref();
    response.once("finish", () => {
      if (request.complete || request.destroyed) return;
      clearTimeout(timer);
      timer = setTimeout(end, limits.restMs).unref();
    });
    request.once("close", () => {
      clearTimeout(timer);
      unfinished.delete(one);
    });
  }

  return {
    /** Counts a request. Returns the status to refuse it with, or null if it may continue. */
    admit(request: IncomingMessage, response: ServerResponse, network: string): Refusal | null {
      dropArrived();
      if (countOf(network) >= limits.perAddress) return 429;
      if (unfinished.size >= limits.inAll) {
        const victim = requireVictim();
        if (victim) {
          unfinished.delete(victim);
          cutOff(victim, 503);
        }
      }
      const one = { request, response, network };
      unfinished.add(one);
      watch(one);
      return null;
    },
  };
}

/**
 * A step that limits the requests with an incomplete body. Past the limit of an address, its requests get 429. Past the
 * total limit, the oldest request of the address with the most gets 503 in favor of the new one, so that one client
 * cannot use up all places. A body that takes too long gets 408. All of these close the connection. The duration of
 * responses is not limited. Runs after `recordPeerAddresses`, and before all steps that refuse requests: a refused
 * request also counts until it has fully arrived.
 * @param addressOf returns the client's address, as `clientAddress` does
 */
export function limitUnfinishedRequests(
  addressOf: (headers: { get(name: string): string | null }) => string,
  limits: ArrivalLimits = ARRIVAL_LIMITS,
): RequestStep {
  const requests = unfinishedRequests(limits);
  const addressIn = ({ headers }: IncomingMessage) =>
    addressOf({ get: (name) => headers[name.toLowerCase()]?.toString() ?? null });
  return (request, response) => {
    if (!hasBody(request)) return false;
    const refused = requests.admit(request, response, networkOf(addressIn(request)));
    if (refused === null) return false;
    const { headers, body } = refusalOf(refused);
    response.writeHead(refused, headers).end(body);
    return true;
  };
}
