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

/** Whether Next may take what is posted for an action's arguments: to a page all of it, else what forms send. */
function isForAction({ method, url, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const isForm = /^\s*(?:multipart\/form-data|application\/x-www-form-urlencoded)/i;
  return !/^\/+api(?:\/|$)/.test(url ?? "") || isForm.test(headers["content-type"] ?? "");
}

/** Whether this is where a browser stands, as Next's router tells it: `[segment, {slot: the same again}, …]`. */
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

/** Has a 500 that is none of our routes', which answer in JSON, be a 400. */
function blameRequest(response: ServerResponse): void {
  const isOurs = () => String(response.getHeader("content-type")).startsWith("application/json");
  response.writeHead = new Proxy(response.writeHead, {
    apply: (writeHead, self, [status, ...rest]) =>
      Reflect.apply(writeHead, self, [status === 500 && !isOurs() ? 400 : status, ...rest]),
  });
}

/**
 * From now on requests that Next fails at before anything of ours runs are taken for such as it refuses: a method that no
 * request can be made of for one that nobody knows, an address whose percent signs are no UTF-8 for one where nothing is.
 * What is posted to a page and cannot be read as an action's arguments, or comes from another site's page, is a bad request:
 * our actions tell of whatever goes wrong in their answer's words, so that a 500 there is Next's own; so is a place of the
 * router's that is none. Called once, from `instrumentation.ts`.
 */
export function refuseFailingRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (isForAction(request) || tellsNonsense(request)) blameRequest(response);
    if (UNTAKEN.has(request.method)) request.method = "UNKNOWN";
    if (!isReadable(request.url ?? "")) request.url = NOWHERE;
  });
}
