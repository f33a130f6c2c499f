import { createServer } from "node:http";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { readBoardQuery } from "@/lib/dispatch/board-query";
import { boardPageJson } from "@/lib/mirror/board";

/**
 * The floor of the board's JSON: a bare server that runs the same queries and answers the same text, without Next,
 * session or compression. Started by `bench/board.ts`.
 */
const { host, port } = config();

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://floor");
  const { query } = readBoardQuery(searchParams, ["offset", "limit"]);
  const stretch = {
    offset: Number(searchParams.get("offset") ?? 0),
    limit: Number(searchParams.get("limit") ?? 100),
  };
  boardPageJson(db(), query, stretch, new Date()).then(
    (text) => response.writeHead(200, { "content-type": "application/json" }).end(text),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(port, host);
