import { serveFloor } from "@/bench/harness/floor";
import { boardPageJson } from "@/lib/features/board/queries/board";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { db } from "@/lib/platform/database/client";

/** The baseline for the board's JSON: runs the same queries and returns the same text. Started by `bench/board.ts`. */
serveFloor((path) => {
  const { searchParams } = new URL(path, "http://floor");
  const { query } = readBoardQuery(searchParams, ["offset", "limit"]);
  const offset = Number(searchParams.get("offset") ?? 0);
  const limit = Number(searchParams.get("limit") ?? 100);
  return boardPageJson(db(), query, { offset, limit }, new Date());
});
