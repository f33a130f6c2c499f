import { createServer, type ServerResponse } from "node:http";
import { config } from "@/lib/platform/config/config";
import { listen } from "@/lib/platform/database/postgres-listener";
import { FLOOR_CHANNEL } from "./floor-channel";

/**
 * The baseline for the live feed: a bare server that forwards every NOTIFY to each client, without Next, session or
 * positions. Started by `bench/fresh.ts`.
 */
const { host, port, databaseUrl } = config();
const readers = new Set<ServerResponse>();

listen(databaseUrl, [FLOOR_CHANNEL], {
  onMessage: (_, payload) => {
    for (const reader of readers) reader.write(`event: change\ndata: ${payload}\n\n`);
  },
});

createServer((request, response) => {
  if (request.url === "/health") {
    response.end("well");
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  readers.add(response);
  response.on("close", () => readers.delete(response));
}).listen(port, host);
