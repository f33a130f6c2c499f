import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

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
 * From now on an address whose percent signs are no UTF-8 counts as one where nothing is, which is answered 404: Next fails
 * at it before anything of ours runs. Called once, from `instrumentation.ts`.
 */
export function refuseUnreadablePaths(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    if (!isReadable(request.url ?? "")) request.url = NOWHERE;
  });
}
