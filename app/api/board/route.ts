import { z } from "zod";
import { answerSignedIn, readParameters } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { boardPageJson, boardRowsJson } from "@/lib/mirror/board";
import { boardPageSchema } from "@/lib/mirror/board-filter";

const MOST_IDS = 200;
const parametersSchema = boardPageSchema.extend({
  ids: z
    .string()
    .transform((list) => list.split(",").filter(Boolean))
    .pipe(z.array(z.string()).max(MOST_IDS))
    .optional(),
});

/** A page of the board, or the rows named by `ids`: see docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return answerSignedIn(() => {
    const { ids, ...page } = readParameters(request, parametersSchema);
    const now = new Date();
    return ids ? boardRowsJson(db(), ids, page, now) : boardPageJson(db(), page, now);
  });
}
