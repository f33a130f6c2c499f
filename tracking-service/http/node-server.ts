import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { limitConnections } from "@/lib/platform/open-connections";
import type { Fetch } from "@/tracking-service/faults/http-faults";
import { errorResponse } from "@/tracking-service/json-api/document";
import { internal } from "@/tracking-service/json-api/errors";

/** Time limits for the arrival of a request, in milliseconds, and the interval of the checks. */
export type RequestTimes = { headersMs: number; bodyMs: number; uploadMs: number; checkEveryMs: number };
/** 10 MB take 80 s on a line of 1 Mbit/s. */
const REQUEST_TIMES: RequestTimes = {
  headersMs: 10_000,
  bodyMs: 30_000,
  uploadMs: 120_000,
  checkEveryMs: 5_000,
};

/** Maximum number of unfinished requests: those with bodies of at most 1 MB, and those with files. */
export type UnfinishedLimits = { bodies: number; uploads: number };
const UNFINISHED_LIMITS: UnfinishedLimits = { bodies: 64, uploads: 16 };

/** Longer than the keep-alive time of clients, so that a connection is not closed at the moment of reuse. */
const KEEP_ALIVE_MS = 65_000;
/** How long the client may take to read an error response and to close the connection. */
const LINGER_MS = 1_000;

const UPLOADS = /^\/v2\/(documents|email_submissions|rails\/active_storage\/disk\/[^/?]+)\/?(\?|$)/;

type Refusal = { status: number; title: string; detail: string };
const refusal = (status: number, title: string, detail: string): Refusal => ({ status, title, detail });

const MALFORMED = refusal(400, "Malformed request", "This is no HTTP request that can be read.");
const HOSTLESS = refusal(400, "Missing Host", "A request by HTTP/1.1 names its Host.");
const TUNNEL = refusal(405, "Method Not Allowed", "CONNECT is not possible here.");
const SLOW = refusal(408, "Request Timeout", "The request did not arrive in time.");
const EXPECTATION = refusal(417, "Expectation Failed", "Of all expectations 100-continue alone is met.");
const LONG = refusal(431, "Request Header Fields Too Large", "Address and headers are too long together.");
const CROWDED = refusal(
  503,
  "Service Unavailable",
  "Too many requests are arriving at once. Wait, then retry.",
);

const BY_CODE: Record<string, Refusal> = { HPE_HEADER_OVERFLOW: LONG, ERR_HTTP_REQUEST_TIMEOUT: SLOW };

const errorsOf = ({ status, title, detail }: Refusal) => [{ status: String(status), title, detail }];
const documentOf = (input: Refusal) => JSON.stringify({ errors: errorsOf(input) });

/** Responds before the body is read, and closes the connection. */
function refuse(response: ServerResponse, input: Refusal, headers: Record<string, string> = {}): void {
  const all = { "Content-Type": JSON_API_MEDIA_TYPE, Connection: "close", ...headers };
  response.writeHead(input.status, all).end(documentOf(input));
}

/** Writes a response directly to the socket, where no response object exists, and closes it. */
function refuseOn(socket: Duplex, input: Refusal): void {
  if (!socket.writable) return;
  const body = documentOf(input);
  const head = [
    `HTTP/1.1 ${input.status} ${input.title}`,
    `Content-Type: ${JSON_API_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The response when routing failed: 400 when the address or Host is invalid, otherwise 500. */
function respondWithoutRoute(error: unknown): Response {
  if (error instanceof RequestError) return errorResponse(MALFORMED.status, errorsOf(MALFORMED), {});
  const { status, errors } = internal();
  return errorResponse(status, errors, {});
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Ends a request whose body does not arrive in time. Node's own timer has the longest limit, that of uploads. */
function limitArrival(request: IncomingMessage, response: ServerResponse, bodyMs: number): void {
  const late = setTimeout(() => {
    if (request.complete) return;
    // A response that has started is not replaced by an error.
    if (response.headersSent) request.socket.destroy();
    else refuseOn(request.socket, SLOW);
  }, bodyMs);
  late.unref();
  request.once("close", () => clearTimeout(late));
}

/**
 * Wraps hono's request listener. HTTP/1.1 requests without Host (RFC 9112, 3.2) get 400, requests above the limits 503,
 * late bodies 408. A request counts until its body has arrived or it has a response. A request without a key gets its
 * response before its body is read.
 */
function guarded(handle: RequestListener, times: RequestTimes, limits: UnfinishedLimits): RequestListener {
  const unfinished = { bodies: new Set<IncomingMessage>(), uploads: new Set<IncomingMessage>() };
  return (request, response) => {
    // The parser stops reading HTTP after an upgrade request. Any later request on the connection would hang.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (request.httpVersion === "1.1" && request.headers.host === undefined)
      return refuse(response, HOSTLESS);
    if (!hasBody(request)) return handle(request, response);
    const kind = UPLOADS.test(request.url ?? "") ? "uploads" : "bodies";
    const others = unfinished[kind];
    for (const other of others) if (other.complete || other.destroyed) others.delete(other);
    if (others.size >= limits[kind]) return refuse(response, CROWDED, { "Retry-After": "1" });
    others.add(request);
    response.once("close", () => others.delete(request));
    if (kind === "bodies") limitArrival(request, response, times.bodyMs);
    return handle(request, response);
  };
}

export type ServerOptions = {
  host: string;
  port: number;
  requestTimes?: RequestTimes;
  unfinished?: UnfinishedLimits;
};

/**
 * Serves `fetch` over HTTP. Everything that never becomes a request for it gets its response here, as JSON:API: bytes
 * that are no HTTP, oversized headers, CONNECT, expectations, late and too many bodies.
 */
export function serveHttp(
  fetch: Fetch,
  { host, port, requestTimes: times = REQUEST_TIMES, unfinished = UNFINISHED_LIMITS }: ServerOptions,
): Promise<Server> {
  // Node itself reads past an unused body. The listener's default closes the connection when the process is blocked
  // for half a second. A request that already follows would be lost.
  const options = { hostname: host, errorHandler: respondWithoutRoute, autoCleanupIncoming: false };
  const server = createServer(
    {
      // Node's own response to a request without Host has no body.
      requireHostHeader: false,
      connectionsCheckingInterval: times.checkEveryMs,
      headersTimeout: times.headersMs,
      requestTimeout: times.uploadMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    guarded(getRequestListener(fetch, options), times, unfinished),
  );
  limitConnections(server);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET") return socket.destroy();
    refuseOn(socket, BY_CODE[error.code ?? ""] ?? MALFORMED);
  });
  server.on("connect", (_, socket) => refuseOn(socket, TUNNEL));
  server.on("checkExpectation", (_, response) => refuse(response, EXPECTATION));
  return new Promise((resolve, reject) => {
    server.listen(port, host, () => resolve(server));
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") return reject(error);
      const other = "stop what uses it or set TRACKING_SERVICE_PORT to another";
      reject(new Error(`Port ${port} on ${host} is taken: ${other}.`));
    });
  });
}

export function closeHttp(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 500).unref();
  });
}
