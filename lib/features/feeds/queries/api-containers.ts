import { sql } from "drizzle-orm";
import { type BoardRow, boardRow } from "@/lib/domain/board-row/board-row";
import { countRows } from "@/lib/features/board/queries/board";
import { boardCondition } from "@/lib/features/board/queries/filter-sql";
import { boardOrder } from "@/lib/features/board/queries/row-order";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import { type ApiContainer, apiContainer } from "@/lib/features/feeds/rules/api-container";
import { apiContainerDetail } from "@/lib/features/feeds/rules/api-document";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Database } from "@/lib/platform/database/client";
import { queryColumn, storedJson } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";

/** A page of `size` containers. `number` counts from 1. */
type ApiPage = { number: number; size: number };

/** Reads the containers of a page in board order, and the total number of containers. */
export async function readApiContainers(
  db: Database,
  query: BoardQuery,
  { number, size }: ApiPage,
  now: Date,
): Promise<{ data: ApiContainer[]; total: number }> {
  const order = boardOrder({ ...query, group: null });
  const [rows, total] = await Promise.all([
    queryColumn(
      db,
      storedJson<BoardRow>(),
      sql`
        select ${shownRow()} as row from (
          select container_id from board_rows where ${boardCondition(query, now)}
          order by ${order} limit ${size} offset ${(number - 1) * size}
        ) page join board_rows using (container_id) order by ${order}`,
    ),
    countRows(db, query, now),
  ]);
  return { data: rows.map((row) => apiContainer(row)), total };
}

/** Reads one container in the form of the API at `now`. Throws `not_found`. */
export async function readApiContainer(db: Database, id: string, now: Date) {
  const page = await loadContainerPage(db, id, 0);
  if (!page) throw new AppError("not_found", "No container has this ID.");
  return apiContainerDetail(boardRow(page.container), page.events, page.work.plan, now);
}
