import { once } from "node:events";
import { Agent, createServer, type IncomingHttpHeaders, request as send } from "node:http";
import type { Undo } from "./clean-up";

/** A request as it went through, whole, and what came of it; `status` is null when nobody answered. */
export interface Passed {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  status: number | null;
}

/**
 * A balancer as simple as can be: one target after the other, whether it lives or not, no retries. An answer is passed on as
 * it comes, so that streams stream. `onPassed` hears of every request when its answer's head is here.
 */
export async function startRoundRobin(
  targets: readonly string[],
  onEnd: (undo: Undo) => void,
  onPassed: (passed: Passed) => void = () => undefined,
  listenOn = 0,
): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  let turn = 0;
  const server = createServer(async (request, response) => {
    request.on("error", () => undefined);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    const { method = "GET", url: path = "/", headers } = request;
    const target = new URL(targets[turn++ % targets.length] ?? "");
    const passed = (status: number | null) => onPassed({ method, path, headers, body, status });
    const onward = send(
      { agent, hostname: target.hostname, port: target.port, method, path, headers },
      (answer) => {
        passed(answer.statusCode ?? null);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on("error", () => response.destroy());
      },
    );
    onward.on("error", () => {
      if (response.headersSent) return response.destroy();
      passed(null);
      response.writeHead(502).end();
    });
    response.on("close", () => onward.destroy());
    onward.end(body);
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  server.listen(listenOn, "127.0.0.1");
  await once(server, "listening");
  onEnd(() => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the balancer has no port");
  return `http://127.0.0.1:${address.port}`;
}
