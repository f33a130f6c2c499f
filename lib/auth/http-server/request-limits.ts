import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Looks at a request before Next does; true when it has answered it, or ended it, and Next must not see it. */
export type RequestGate = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Puts a gate before each HTTP server of this process. The gate added last is asked first. `prepare` is called once with
 * each server. Called from `instrumentation.ts`, since `next start` owns the server.
 */
export function addRequestGate(gate: RequestGate, prepare: (server: Server) => void = () => undefined): void {
  const guarded = new WeakSet<Server>();
  // A server is first known at its first request, before its own listeners are called.
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
