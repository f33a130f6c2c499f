import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The response header by which the proxy sets a page's status. It never leaves the process. */
export const PAGE_STATUS_HEADER = "x-page-status";

/** The data of a page that is open already. Its reader takes any other status than 200 for an error. */
const isPageData = ({ headers }: IncomingMessage) => headers.rsc !== undefined;

/** A page begins to stream before it has looked at anything, with 200: the proxy decides its status before that. */
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
 * From now on every response of this process asks browsers for https alone where `publicUrl` is https, whatever it answers:
 * pages, data, files, refusals. Pages behind a token get the status the proxy decided. Called once, from `instrumentation.ts`.
 */
export function completeResponseHeads(publicUrl: string): void {
  const isSecure = publicUrl.startsWith("https:");
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
    if (BY_TOKEN.test(request.url ?? "")) applyPageStatus(request, response);
  });
}
