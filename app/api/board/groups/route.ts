import { answerSignedIn } from "@/app/api/answers";
import { readBoardRequest } from "@/app/api/board/read-board-request";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { listGroups } from "@/lib/mirror/board-groups";

/** The groups of a board with their subtotals: see docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return answerSignedIn("desk", async ({ userId }) => {
    const { query } = readBoardRequest(request);
    if (!query.group) throw new AppError("bad_input", "group: name what to group by");
    const now = new Date();
    return { groups: await listGroups(db(), query, query.group, now, userId), asOf: now.toISOString() };
  });
}
