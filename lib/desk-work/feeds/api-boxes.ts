import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/client";
import { type ApiBox, apiBox } from "@/lib/dispatch/api-box";
import { apiBoxDetail } from "@/lib/dispatch/api-documents";
import type { BoardQuery } from "@/lib/dispatch/board-query";
import { type BoardRow, boardRow } from "@/lib/dispatch/board-row";
import { AppError } from "@/lib/errors";
import { countRows } from "@/lib/mirror/board";
import { boardCondition, boardOrder } from "@/lib/mirror/board-filter";
import { loadContainerPage } from "@/lib/mirror/container-page";

/** A page of `size` boxes; `number` counts from 1. */
type ApiPage = { number: number; size: number };

/** The boxes of a page of the board in its order, and how many there are in all. */
export async function readApiBoxes(
  db: Database,
  query: BoardQuery,
  { number, size }: ApiPage,
  now: Date,
): Promise<{ data: ApiBox[]; total: number }> {
  const order = boardOrder(query.sort);
  const [{ rows }, total] = await Promise.all([
    db.execute<{ row: BoardRow }>(sql`
      select row from (
        select container_id from board_rows where ${boardCondition(query, now)}
        order by ${order} limit ${size} offset ${(number - 1) * size}
      ) page join board_rows using (container_id) order by ${order}`),
    countRows(db, query, now),
  ]);
  return { data: rows.map(({ row }) => apiBox(row)), total };
}

/** One box as programs read it at `now`; throws `not_found`. */
export async function readApiBox(db: Database, id: string, now: Date) {
  const page = await loadContainerPage(db, id, 0);
  if (!page) throw new AppError("not_found", "No box has this id.");
  return apiBoxDetail(boardRow(page.box), page.events, page.work.plan, now);
}
