import { respondSignedIn } from "@/app/api/_http/responses";
import { boardCountsJson, boardPageJson, boardRowsJson } from "@/lib/features/board/queries/board";
import { db } from "@/lib/platform/database/client";
import { readBoardRequest } from "./read-board-request";

/** A page of the board, the rows named by `ids`, or the counts alone if `limit` is 0. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dashboard", ({ userId }) => {
    const { query, range, ids } = readBoardRequest(request);
    const now = new Date();
    if (ids) return boardRowsJson(db(), ids, query, now, userId);
    if (range.limit === 0) return boardCountsJson(db(), query, now, userId);
    return boardPageJson(db(), query, range, now, userId);
  });
}
