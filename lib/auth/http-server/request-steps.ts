import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isDevelopment } from "@/lib/platform/build";

/**
 * Handles a request before Next does. Returns true if it has responded or ended the request, so that neither the next
 * steps nor Next receive it, or a promise of that, which does not reject.
 */
export type RequestStep = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

const untouched = new WeakSet<Server>();

/** Leaves a server of this process that is not the dashboard's without the steps. */
export function leaveUntouched(server: Server): void {
  untouched.add(server);
}

/** The time in which the headers of a request must arrive. */
const HEADERS_MS = 15_000;

/** Prepares a server that received this connection. */
type Preparation = (server: Server, socket: Socket) => void;

/** Calls `prepare` once for each HTTP server of this process except those left untouched, at its first connection. */
export function prepareServers(prepare: Preparation): void {
  const prepared = new WeakSet<Server>();
  const meet = (server: unknown, socket: Socket) => {
    if (!(server instanceof Server) || prepared.has(server) || untouched.has(server)) return;
    prepared.add(server);
    prepare(server, socket);
  };
  // A server is only available at its first connection, before anything is read from it.
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } };
    meet(socket.server, socket);
  });
  // For a connection that was opened before this call.
  subscribe("http.server.request.start", (message) => {
    const { server, socket } = message as { server: unknown; socket: Socket };
    meet(server, socket);
  });
}

/**
 * Runs these steps in order for every request of each HTTP server of this process except those left untouched, before Next. Called once, from
 * `instrumentation.ts`, since `next start` owns the server. A built dashboard has no use for upgrades: such a request is
 * answered like any other, because Next would never answer it nor close its connection.
 */
export function runBeforeNext(...steps: readonly RequestStep[]): void {
  prepareServers((server) => {
    server.headersTimeout = HEADERS_MS;
    if (!isDevelopment()) server.removeAllListeners("upgrade");
    const listeners = server.listeners("request");
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      // The parser stops reading HTTP after an upgrade request. Any later request on the connection would hang.
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      const passToNext = () => {
        for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
      };
      const runFrom = (index: number): void => {
        const step = steps[index];
        if (!step) {
          passToNext();
          return;
        }
        const goOn = (handled: boolean) => {
          if (!handled) runFrom(index + 1);
        };
        const handled = step(request, response);
        // Most steps respond at once, without a turn of the event loop in between.
        if (typeof handled === "boolean") goOn(handled);
        else void handled.then(goOn);
      };
      runFrom(0);
    });
  });
}

export type Refusal = {
  status: number;
  message: string;
  /** The error code for callers of routes, who get JSON. Without it the response is plain text. */
  code?: string;
  retryAfterSeconds?: number;
};

/** The number of bytes read of a refused body, so that its connection can be reused. */
const MAX_DRAINED_BYTES = 64_000;

/** The length of a request's body. NaN if it is unknown. */
const bodyLength = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Number.NaN;

/** Responds to a request that Next must not receive. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, code, retryAfterSeconds }: Refusal,
): void {
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", String(retryAfterSeconds));
  if (bodyLength(request) > MAX_DRAINED_BYTES) response.setHeader("Connection", "close");
  response.writeHead(status, {
    // Must be exactly this text type: otherwise Next's client does not pass a failed action's text to the form. The
    // texts are ASCII.
    "Content-Type": code === undefined ? "text/plain" : "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(code === undefined ? `${message}\n` : JSON.stringify({ error: { code, message } }));
}
