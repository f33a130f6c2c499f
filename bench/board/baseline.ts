import { createServer } from "node:http";
import { boardPageJson } from "@/lib/features/board/queries/board";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

/**
 * The baseline for the board's JSON: a bare server that runs the same queries and returns the same text, without Next,
 * session or compression. Started by `bench/board.ts`.
 */
const { host, port } = config();

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://floor");
  const { query } = readBoardQuery(searchParams, ["offset", "limit"]);
  const range = {
    offset: Number(searchParams.get("offset") ?? 0),
    limit: Number(searchParams.get("limit") ?? 100),
  };
  boardPageJson(db(), query, range, new Date()).then(
    (text) => response.writeHead(200, { "content-type": "application/json" }).end(text),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(port, host);
