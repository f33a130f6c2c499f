import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Methods that no request of the web's own kind can be made of. */
const UNTAKEN: ReadonlySet<string | undefined> = new Set(["TRACE", "TRACK", "CONNECT"]);
/** Where nothing is, outside what sends a reader to sign in first. */
const NOWHERE = "/api/no-such-address";

function isReadable(address: string): boolean {
  const [path = ""] = address.split("?");
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether something is posted to a page: an action's arguments, or what is taken for them. */
const isForAction = ({ method, url }: IncomingMessage): boolean =>
  method !== "GET" && method !== "HEAD" && !/^\/+api(?:\/|$)/.test(url ?? "");

/** Has an answer that would be 500 be 400. */
function blameRequest(response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply: (writeHead, self, [status, ...rest]) =>
      Reflect.apply(writeHead, self, [status === 500 ? 400 : status, ...rest]),
  });
}

/**
 * From now on requests that Next fails at before anything of ours runs are taken for such as it refuses: a method that no
 * request can be made of for one that nobody knows, an address whose percent signs are no UTF-8 for one where nothing is.
 * What is posted to a page and cannot be read as an action's arguments, or comes from another site's page, is a bad request:
 * our actions tell of whatever goes wrong in their answer's words, so that a 500 there is Next's own. Called once, from
 * `instrumentation.ts`.
 */
export function refuseFailingRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (isForAction(request)) blameRequest(response);
    if (UNTAKEN.has(request.method)) request.method = "UNKNOWN";
    if (!isReadable(request.url ?? "")) request.url = NOWHERE;
  });
}
