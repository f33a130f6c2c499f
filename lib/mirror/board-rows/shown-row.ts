import { type SQL, sql } from "drizzle-orm";
import { BOARD_ROW_DEFAULTS, BOARD_ROW_VERSION } from "@/lib/domain/board-row/board-row";

/**
 * The row of `board_rows`, under the given name in the query, as this version shows it: members that a row of an older
 * version lacks have their defaults. jsonb.
 */
export function shownRow(table: "board_rows" | "b" | "board" = "board_rows"): SQL {
  const of = sql.raw(table);
  return sql`case when ${of}.row_version < ${BOARD_ROW_VERSION}::int
    then ${JSON.stringify(BOARD_ROW_DEFAULTS)}::jsonb || ${of}.row else ${of}.row end`;
}
