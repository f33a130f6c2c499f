import { sql } from "drizzle-orm";
import { z } from "zod";
import { readGivenBoard } from "@/lib/features/board/rules/saved-address";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { boardCondition } from "./filter-sql";

/**
 * Checks that a board shows others the rows that its creator sees. Throws `bad_input` when its search finds names or notes
 * for the creator: links, embeds and feeds search numbers only (docs/decisions/0052).
 */
export async function requireSharedSearch(
  executor: Executor,
  address: string,
  { reader, now }: { reader: string; now: Date },
): Promise<void> {
  const { query } = readGivenBoard(address);
  if (query === null || query.q === "") return;
  const [found = false] = await queryColumn(
    executor,
    z.boolean(),
    sql`
      select exists (
        select from board_rows where ${boardCondition(query, now, reader)} and not (${boardCondition(query, now)})
      ) as found`,
  );
  if (found)
    throw new AppError(
      "bad_input",
      `Others can search numbers only. Replace the search “${query.q}” with filters first.`,
    );
}
