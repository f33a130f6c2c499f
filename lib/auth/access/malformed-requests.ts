import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Methods from which no web `Request` can be constructed. */
const UNTAKEN: ReadonlySet<string | undefined> = new Set(["TRACE", "TRACK", "CONNECT"]);
/** An address without a page or route, outside the paths that redirect to sign-in. */
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

/**
 * Whether Next may read the body as an action's arguments: any body sent to a page, otherwise the content types of
 * forms.
 */
function isForAction({ method, url, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const isForm = /^\s*(?:multipart\/form-data|application\/x-www-form-urlencoded)/i;
  return !/^\/+api(?:\/|$)/.test(url ?? "") || isForm.test(headers["content-type"] ?? "");
}

/** Whether this is a router state as Next's router sends it: `[segment, {slot: nested state}, …]`. */
function isRouterState(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [segment, slots] = value;
  const isSegment = typeof segment === "string" || Array.isArray(segment);
  const isSlots = typeof slots === "object" && slots !== null && !Array.isArray(slots);
  return isSegment && isSlots && Object.values(slots).every(isRouterState);
}

function tellsNonsense({ headers }: IncomingMessage): boolean {
  const state = headers["next-router-state-tree"];
  if (state === undefined) return false;
  try {
    return !isRouterState(JSON.parse(decodeURIComponent(String(state))));
  } catch {
    return true;
  }
}

/** Changes a 500 to 400 unless it comes from one of our routes, which respond with JSON. */
function blameRequest(response: ServerResponse): void {
  const isOurs = () => String(response.getHeader("content-type")).startsWith("application/json");
  response.writeHead = new Proxy(response.writeHead, {
    apply: (writeHead, self, [status, ...rest]) =>
      Reflect.apply(writeHead, self, [status === 500 && !isOurs() ? 400 : status, ...rest]),
  });
}

/**
 * Makes this process refuse requests on which Next fails before any of our code runs. A method from which no request
 * can be constructed becomes an unknown method. An address with percent escapes that are not UTF-8 becomes a missing
 * address. A post that cannot be read as an action's arguments, or that comes from another site's page, gets 400: our
 * actions return errors in their results, so a 500 there is Next's own. An invalid router state gets 400 too. Called
 * once, from `instrumentation.ts`.
 */
export function refuseFailingRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (isForAction(request) || tellsNonsense(request)) blameRequest(response);
    if (UNTAKEN.has(request.method)) request.method = "UNKNOWN";
    if (!isReadable(request.url ?? "")) request.url = NOWHERE;
  });
}
