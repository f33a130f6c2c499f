import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

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

/**
 * From now on requests that Next fails at before anything of ours runs are taken for such as it refuses: a method that no
 * request can be made of for one that nobody knows, an address whose percent signs are no UTF-8 for one where nothing is.
 * Called once, from `instrumentation.ts`.
 */
export function refuseFailingRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    if (UNTAKEN.has(request.method)) request.method = "UNKNOWN";
    if (!isReadable(request.url ?? "")) request.url = NOWHERE;
  });
}
