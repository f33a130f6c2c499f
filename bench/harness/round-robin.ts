import { once } from "node:events";
import { Agent, createServer, type IncomingHttpHeaders, request as send } from "node:http";
import type { Undo } from "./clean-up";

/** A forwarded request, complete, with its result. `status` is null without a response. */
export interface Passed {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  status: number | null;
}

/**
 * A minimal load balancer: uses the targets in turn, without health checks or retries. Responses are forwarded as they
 * arrive, so streaming works. `onPassed` is called for every request when its response headers arrive.
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
      (result) => {
        passed(result.statusCode ?? null);
        response.writeHead(result.statusCode ?? 502, result.headers);
        result.pipe(response);
        result.on("error", () => response.destroy());
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
