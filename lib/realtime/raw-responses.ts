import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

type Held = { header: string; answers: Map<string, ServerResponse> };
const held = globalThis as typeof globalThis & { drayboardAnswers?: Held };

/**
 * Makes Node's own response to each request of these paths available to its route, through a header whose name no
 * client can guess. An export uses it to close the connection of a reader that does not read. Called once, from
 * `instrumentation.ts`.
 */
export function recordAnswers(...paths: readonly string[]): void {
  if (held.drayboardAnswers) return;
  const header = `x-answer-${randomBytes(12).toString("hex")}`;
  const answers = new Map<string, ServerResponse>();
  held.drayboardAnswers = { header, answers };
  let count = 0;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (!paths.includes(request.url?.split("?")[0] ?? "")) return;
    count += 1;
    const id = String(count);
    request.headers[header] = id;
    answers.set(id, response);
    response.once("close", () => answers.delete(id));
  });
}

/** Returns Node's own response to a request. Null when none was recorded. */
export function findAnswer(headers: Headers): ServerResponse | null {
  const { header, answers } = held.drayboardAnswers ?? {};
  const id = header && headers.get(header);
  return (id && answers?.get(id)) || null;
}
