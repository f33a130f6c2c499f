import { sql } from "drizzle-orm";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, storedJson } from "@/lib/platform/database/rows";
import { countRows } from "./board";
import { boardCondition, type Reader } from "./filter-sql";
import { boardOrder } from "./row-order";

/** Maximum number of printed rows. */
const MAX_PRINTED = 2_000;

/** Lists all rows of a board's address in its order, up to `MAX_PRINTED`. `total` includes the rows left out. */
export async function listPrintRows(
  executor: Executor,
  query: BoardQuery,
  now: Date,
  reader: Reader,
): Promise<{ rows: BoardRow[]; total: number }> {
  const order = boardOrder(query);
  const [rows, total] = await Promise.all([
    queryColumn(
      executor,
      storedJson<BoardRow>(),
      sql`
        select ${shownRow()} as row from board_rows where ${boardCondition(query, now, reader)} order by ${order} limit ${MAX_PRINTED}`,
    ),
    countRows(executor, query, now, reader),
  ]);
  return { rows, total };
}
