import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { beginRequest } from "@/lib/platform/log";

/**
 * Gives every request of this process an id: the response's header `X-Request-Id`, and `request` in each line that is logged
 * for it. A client's own id is ignored. Called once, from `instrumentation.ts`.
 */
export function assignRequestIds(): void {
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    const id = randomUUID();
    response.setHeader("X-Request-Id", id);
    beginRequest(id);
  });
}
