import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Database } from "@/lib/platform/database/client";
import type { ReadFrom } from "@/lib/platform/database/read-replica";
import { queryColumn, storedJson } from "@/lib/platform/database/rows";

const ROWS_TO_A_PAGE = 500;

/**
 * The selected rows in their order, page by page. Which rows and in which order is read once, before this resolves; each
 * page is then read by its ids in one short statement, so a slow reader holds no connection and no transaction. A row that
 * is there throughout comes exactly once, as it is when its page is read; one deleted meanwhile is left out, one added
 * meanwhile is not in it (docs/decisions/0020). Throws what the database throws.
 */
export async function exportRows(
  readFrom: ReadFrom,
  { where, order }: { where: SQL; order: SQL },
  rowsToAPage = ROWS_TO_A_PAGE,
): Promise<AsyncGenerator<BoardRow[]>> {
  const pages = await readFrom((db) => listPages(db, where, order, rowsToAPage));
  return readPages(readFrom, pages);
}

/**
 * Lists the ids of each page as the text of a PostgreSQL array. 100,000 ids take 4 MB in this form, and 10 MB as
 * separate strings.
 */
async function listPages(db: Database, where: SQL, order: SQL, rowsToAPage: number): Promise<string[]> {
  return queryColumn(
    db,
    z.string(),
    sql`
      select array_agg(id order by place)::text as ids from (
        select container_id as id, row_number() over (order by ${order}) - 1 as place from board_rows where ${where}
      ) listed group by place / ${sql.raw(String(rowsToAPage))} order by min(place)`,
  );
}

async function* readPages(readFrom: ReadFrom, pages: readonly string[]): AsyncGenerator<BoardRow[]> {
  for (const ids of pages) {
    const rows = await readFrom((db) =>
      queryColumn(
        db,
        storedJson<BoardRow>(),
        sql`
          select ${shownRow()} as row from unnest(${ids}::text[]) with ordinality as listed (id, place)
          join board_rows on container_id = listed.id order by place`,
      ),
    );
    if (rows.length > 0) yield rows;
  }
}
