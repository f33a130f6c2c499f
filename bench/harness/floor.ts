import { createServer } from "node:http";

/**
 * A bare server as the floor of a benchmark, on HOST and PORT: JSON text for a path, 404 for null and 500 for an error.
 * It has no framework, session, checks or compression.
 */
export function serveFloor(result: (path: string) => Promise<string | null>): void {
  createServer((request, response) => {
    result(request.url ?? "/").then(
      (text) =>
        text === null
          ? response.writeHead(404).end()
          : response.writeHead(200, { "content-type": "application/json" }).end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  }).listen(Number(process.env.PORT), process.env.HOST);
}
