import { z } from "zod";
import { countedRangeSchema, readListRequest } from "@/app/api/_http/row-range";
import type { BoardRange } from "@/lib/features/board/queries/find-page";
import { type BoardQuery, readBoardQuery } from "@/lib/features/board/rules/board-address";

const MAX_IDS = 200;
const boardRangeSchema = countedRangeSchema.extend({
  ids: z
    .string()
    .transform((list) => list.split(",").filter(Boolean))
    .pipe(z.array(z.string()).max(MAX_IDS))
    .optional(),
  after: z.string().optional(),
});

export type BoardRequest = { query: BoardQuery; range: BoardRange; ids: string[] | null };

/** Reads a board request. Throws `bad_input` that names each invalid parameter. */
export function readBoardRequest(request: Request): BoardRequest {
  const { query, range } = readListRequest(request, readBoardQuery, boardRangeSchema);
  const { ids, ...rest } = range;
  return { query, range: rest, ids: ids ?? null };
}
