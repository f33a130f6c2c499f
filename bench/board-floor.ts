import { createServer } from "node:http";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { boardPageJson } from "@/lib/mirror/board";
import { boardPageSchema } from "@/lib/mirror/board-filter";

/**
 * The floor of the board's JSON: a bare server that runs the same queries and answers the same text, without Next,
 * session or compression. Started by `bench/board.ts`.
 */
const { host, port } = config();

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://floor");
  const page = boardPageSchema.parse(Object.fromEntries(searchParams));
  boardPageJson(db(), page, new Date()).then(
    (text) => response.writeHead(200, { "content-type": "application/json" }).end(text),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(port, host);
