import { z } from "zod";
import { countedRangeSchema, rangeProblems } from "@/app/api/_http/row-range";
import { type BoardQuery, readBoardQuery } from "@/lib/features/board/rules/board-address";
import type { PageRange } from "@/lib/platform/database/page-range";
import { AppError } from "@/lib/platform/errors";

const MAX_IDS = 200;
const boardRangeSchema = countedRangeSchema.extend({
  ids: z
    .string()
    .transform((list) => list.split(",").filter(Boolean))
    .pipe(z.array(z.string()).max(MAX_IDS))
    .optional(),
});

export type BoardRequest = { query: BoardQuery; range: PageRange; ids: string[] | null };

/** Reads a board request. Throws `bad_input` that names each invalid parameter. */
export function readBoardRequest(request: Request): BoardRequest {
  const { searchParams } = new URL(request.url);
  const { query, problems } = readBoardQuery(searchParams, ["offset", "limit", "ids"]);
  const range = boardRangeSchema.safeParse({
    offset: searchParams.get("offset") ?? undefined,
    limit: searchParams.get("limit") ?? undefined,
    ids: searchParams.get("ids") ?? undefined,
  });
  const wrong = problems.map(({ place, words }) => `${place}: ${words}`);
  if (!range.success) wrong.push(...rangeProblems(range.error));
  if (!range.success || wrong.length > 0) throw new AppError("bad_input", wrong.join("; "));
  const { ids, ...rest } = range.data;
  return { query, range: rest, ids: ids ?? null };
}
