import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Methods that no request of the web's own kind can be made of: Next fails at them. */
const UNTAKEN: ReadonlySet<string | undefined> = new Set(["TRACE", "TRACK", "CONNECT"]);

/**
 * From now on a request with such a method counts as one with a method nobody knows, which is refused as any other. Called
 * once, from `instrumentation.ts`.
 */
export function refuseUntakenMethods(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    if (UNTAKEN.has(request.method)) request.method = "UNKNOWN";
  });
}
