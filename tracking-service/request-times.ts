import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How long a request may take to arrive, in milliseconds, and how often what has not arrived is looked for. */
export type RequestTimes = { headersMs: number; bodyMs: number; uploadMs: number; checkEveryMs: number };

/** 10 MB take 80 s on a line of 1 Mbit/s. */
export const REQUEST_TIMES: RequestTimes = {
  headersMs: 10_000,
  bodyMs: 30_000,
  uploadMs: 120_000,
  checkEveryMs: 5_000,
};

const UPLOADS = /^\/v2\/(documents|email_submissions)\/?(\?|$)/;

/** What Node itself reports when a request takes too long. */
const tooSlow = () => Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Ends requests that do not arrive in time, as a `clientError` of the server: headers and the longest bodies, those of
 * files, by Node's own clock, other bodies by one of their own from the end of their headers on.
 */
export function limitArrival(server: Server, times: RequestTimes): void {
  server.headersTimeout = times.headersMs;
  server.requestTimeout = times.uploadMs;
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request) || UPLOADS.test(request.url ?? "")) return;
    const late = setTimeout(() => {
      if (request.complete) return;
      // What is answered already, and is still being sent, is not answered twice.
      if (response.headersSent) request.socket.destroy();
      else server.emit("clientError", tooSlow(), request.socket);
    }, times.bodyMs);
    late.unref();
    request.once("close", () => clearTimeout(late));
  });
}
