import { respondSignedIn } from "@/app/api/_http/responses";
import { readBoardRequest } from "@/app/api/board/read-board-request";
import { listGroups } from "@/lib/features/board/queries/groups";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** The groups of a board with their subtotals. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dashboard", async ({ userId }) => {
    const { query } = readBoardRequest(request);
    if (!query.group) throw new AppError("bad_input", "group: name what to group by");
    const now = new Date();
    return { groups: await listGroups(db(), query, query.group, now, userId), asOf: now.toISOString() };
  });
}
