import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Checks a request before Next does. Returns true if it has responded or ended the request, so that Next must not
 * receive it.
 */
export type RequestGate = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Adds a gate before each HTTP server of this process. The gate added last runs first. `prepare` is called once for
 * each server. Called from `instrumentation.ts`, since `next start` owns the server.
 */
export function addRequestGate(gate: RequestGate, prepare: (server: Server) => void = () => undefined): void {
  const guarded = new WeakSet<Server>();
  // A server is only available at its first request, before its own listeners run.
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    prepare(server);
    const listeners = server.listeners("request");
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      if (gate(request, response)) return;
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    });
  });
}
