import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

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
const BY_TOKEN = /^\/+(?:share|embed|wall)\//;

/**
 * Completes the headers of every response of this process: pages, data, files and refusals. Adds HSTS where `publicUrl`
 * is https. Pages behind a token get the status decided by the proxy. Called once, from `instrumentation.ts`.
 */
export function completeResponseHeads(publicUrl: string): void {
  const isSecure = publicUrl.startsWith("https:");
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
    if (BY_TOKEN.test(request.url ?? "")) applyPageStatus(request, response);
  });
}
