import { answerSignedIn } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { boardPageJson, boardRowsJson } from "@/lib/mirror/board";
import { readBoardRequest } from "./read-board-request";

/** A page of the board, or the rows named by `ids`: see docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return answerSignedIn("desk", ({ userId }) => {
    const { query, stretch, ids } = readBoardRequest(request);
    const now = new Date();
    return ids
      ? boardRowsJson(db(), ids, query, now, userId)
      : boardPageJson(db(), query, stretch, now, userId);
  });
}
