import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isFromTrustedProxy, type ProxySettings } from "@/lib/auth/throttling/client-address";
import { beginRequest } from "@/lib/platform/log";
import type { RequestStep } from "./request-steps";

/** The response header by which the proxy sets a page's status. It never leaves the process. */
export const PAGE_STATUS_HEADER = "x-page-status";

/**
 * Whether this is a data request of a page that is already open. Its client treats any status other than 200 as an
 * error.
 */
const isPageData = ({ headers }: IncomingMessage) => headers.rsc !== undefined;

/** A page starts streaming with 200 before it has checked anything. The proxy therefore decides the status earlier. */
function applyPageStatus(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, [status, ...rest]) {
      const decided = Number(response.getHeader(PAGE_STATUS_HEADER));
      response.removeHeader(PAGE_STATUS_HEADER);
      const applies = decided > 0 && status === 200 && !isPageData(request);
      return Reflect.apply(writeHead, self, [applies ? decided : status, ...rest]);
    },
  });
}

/** Pages whose status the proxy may set. */
const BY_TOKEN = /^\/+(?:share|embed|wall|invite|order)\//;

/** An id that cannot break a log line, a header or a page, and is long enough to be unique. */
const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{7,63}$/;

/** The id that a trusted proxy sent, if it has a safe form, otherwise a new one. */
function requestIdOf(request: IncomingMessage, settings: ProxySettings): string {
  const sent = request.headers["x-request-id"];
  const isUsable = typeof sent === "string" && SAFE_ID.test(sent) && isFromTrustedProxy(request, settings);
  return isUsable ? sent : randomUUID();
}

/**
 * The step that begins every response: pages, data, files and refusals. The response gets an id, also in each line
 * that is logged for the request: the one that a trusted proxy sent in X-Request-Id, or a new one. It gets HSTS where PUBLIC_URL is https.
 * Pages behind a token get the status decided by the proxy.
 */
export function beginResponse(settings: ProxySettings): RequestStep {
  const isSecure = settings.publicUrl.startsWith("https:");
  return (request, response) => {
    const id = requestIdOf(request, settings);
    response.setHeader("X-Request-Id", id);
    beginRequest(id);
    if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
    if (BY_TOKEN.test(request.url ?? "")) applyPageStatus(request, response);
    return false;
  };
}
