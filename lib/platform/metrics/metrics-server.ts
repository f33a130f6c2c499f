import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { logger } from "@/lib/platform/log";
import { limitConnections } from "@/lib/platform/open-connections";

const PATH = "/metrics";
/** Answered by the event loop alone: a liveness probe of a process without another port. */
export const LIVE_PATH = "/live";
/** A port may still be held by the process that this one replaces. */
const RETRY_MS = 10_000;
const REQUEST_MS = 10_000;
/** Few programs read metrics and probe this port. */
const CONNECTIONS = { inAll: 128, idlePerNetwork: 32 };
const log = logger("metrics");

/** How metrics are served. With a token, a request needs the header `Authorization: Bearer TOKEN`. */
export type MetricsSource = { token: string | null; read: () => Promise<string> };

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in constant time, so that the response time reveals nothing about the token. */
const hasToken = ({ headers }: IncomingMessage, token: string) =>
  timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));

/** Whether a request is for the metrics, with any query. */
export const isForMetrics = ({ url = "" }: IncomingMessage): boolean => url.split("?")[0] === PATH;

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": status === 200 ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(text);
}

/** Responds with the metrics. 404 for any other request, and without the token: nothing shows that there are metrics. */
export async function respondWithMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { token, read }: MetricsSource,
): Promise<void> {
  request.resume();
  const isAllowed = request.method === "GET" && isForMetrics(request);
  if (!isAllowed || (token !== null && !hasToken(request, token))) {
    respond(response, 404, "Not found.\n");
    return;
  }
  try {
    respond(response, 200, await read());
  } catch (error) {
    log.error({ err: error }, "the metrics could not be read");
    respond(response, 500, "The metrics could not be read. The log has the reason.\n");
  }
}

/**
 * Serves the metrics on a port of their own, and LIVE_PATH without a token. Returns at once: a port that is in use is logged once and tried again,
 * because metrics must not keep a process from starting.
 */
export function openMetricsServer(
  { host, port }: { host: string; port: number },
  source: MetricsSource,
): Server {
  const server = createServer((request, response) => {
    // The parser stops reading HTTP after an upgrade request.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (request.method === "GET" && request.url === LIVE_PATH) respond(response, 200, "alive\n");
    else void respondWithMetrics(request, response, source);
  });
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = REQUEST_MS;
  limitConnections(server, { limits: CONNECTIONS });
  let reported = false;
  server.on("error", (error) => {
    if (!reported) log.error({ err: error, host, port }, "the metrics port cannot be opened, retrying");
    reported = true;
    setTimeout(() => {
      if (!server.listening) server.listen(port, host);
    }, RETRY_MS).unref();
  });
  server.once("listening", () => log.info({ host, port }, "serving metrics"));
  server.listen(port, host);
  // Metrics alone do not keep a process running, nor does the open connection of a scraper.
  server.unref();
  server.on("connection", (socket) => socket.unref());
  return server;
}
