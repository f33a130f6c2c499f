import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";

/** Time limits for the arrival of a request, in milliseconds, and the interval of the checks. */
export type RequestTimes = { headersMs: number; bodyMs: number; uploadMs: number; checkEveryMs: number };

/** 10 MB take 80 s on a line of 1 Mbit/s. */
export const REQUEST_TIMES: RequestTimes = {
  headersMs: 10_000,
  bodyMs: 30_000,
  uploadMs: 120_000,
  checkEveryMs: 5_000,
};

const UPLOADS = /^\/v2\/(documents|email_submissions)\/?(\?|$)/;

/** The error that Node reports when a request takes too long. */
const tooSlow = () => Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Ends requests that do not arrive in time, as a `clientError` of the server. Node's own timers cover headers and
 * uploads, which have the longest limit. Other bodies have their own timer, which starts at the end of their headers.
 */
export function limitArrival(server: Server, times: RequestTimes): void {
  server.headersTimeout = times.headersMs;
  server.requestTimeout = times.uploadMs;
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request) || UPLOADS.test(request.url ?? "")) return;
    const late = setTimeout(() => {
      if (request.complete) return;
      // A response that has started is not replaced by an error.
      if (response.headersSent) request.socket.destroy();
      else server.emit("clientError", tooSlow(), request.socket);
    }, times.bodyMs);
    late.unref();
    request.once("close", () => clearTimeout(late));
  });
}

/** Maximum number of unfinished requests: those with bodies of at most 1 MB, and those with files. */
export type UnfinishedLimits = { bodies: number; uploads: number };
export const UNFINISHED_LIMITS: UnfinishedLimits = { bodies: 64, uploads: 16 };

/**
 * Wraps a server's request listener. `refuse` responds to requests above the limits. A request counts until its body
 * has arrived or it has a response. A request without a key gets its response before its body is read.
 */
export function unlessCrowded(
  listener: RequestListener,
  limits: UnfinishedLimits,
  refuse: (response: ServerResponse) => void,
): RequestListener {
  const unfinished = { bodies: new Set<IncomingMessage>(), uploads: new Set<IncomingMessage>() };
  return (request, response) => {
    if (!hasBody(request)) return listener(request, response);
    const kind = UPLOADS.test(request.url ?? "") ? "uploads" : "bodies";
    const others = unfinished[kind];
    for (const other of others) if (other.complete || other.destroyed) others.delete(other);
    if (others.size >= limits[kind]) return refuse(response);
    others.add(request);
    response.once("close", () => others.delete(request));
    return listener(request, response);
  };
}
