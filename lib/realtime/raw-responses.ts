import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

type Held = { header: string; responses: Map<string, ServerResponse> };
const held = globalThis as typeof globalThis & { drayboardAnswers?: Held };

/**
 * The step that makes Node's own response to each request of these paths available to its route, through a header whose
 * name no client can guess. An export uses it to close the connection of a reader that does not read.
 */
export function recordResponses(
  ...paths: readonly string[]
): (request: IncomingMessage, response: ServerResponse) => false {
  held.drayboardAnswers ??= { header: `x-answer-${randomBytes(12).toString("hex")}`, responses: new Map() };
  const { header, responses } = held.drayboardAnswers;
  let count = 0;
  return (request, response) => {
    if (!paths.includes(request.url?.split("?")[0] ?? "")) return false;
    count += 1;
    const id = String(count);
    request.headers[header] = id;
    responses.set(id, response);
    response.once("close", () => responses.delete(id));
    return false;
  };
}

/** Returns Node's own response to a request. Null when none was recorded. */
export function findResponse(headers: Headers): ServerResponse | null {
  const { header, responses } = held.drayboardAnswers ?? {};
  const id = header && headers.get(header);
  return (id && responses?.get(id)) || null;
}
