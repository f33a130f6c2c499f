import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import type { BoardRow } from "@/lib/dispatch/board-row";

const ROWS_TO_A_BATCH = 500;
/** A reader that takes nothing for so long is let go of, and the database's connection with it. */
const IDLE_SECONDS = 60;

/**
 * The selected rows in their order as of one instant, batch by batch: as many are in memory as one holds, however many
 * there are. Ends its transaction when it is left early.
 */
export async function* exportRows(
  pool: Pool,
  { where, order }: { where: SQL; order: SQL },
): AsyncGenerator<BoardRow[]> {
  const connection = await pool.connect();
  let broken = true;
  try {
    const db = drizzle(connection);
    await db.execute(sql`begin isolation level repeatable read read only`);
    await db.execute(sql.raw(`set local idle_in_transaction_session_timeout = '${IDLE_SECONDS}s'`));
    await db.execute(
      sql`declare exported no scroll cursor for select container_id as id from board_rows where ${where} order by ${order}`,
    );
    for (;;) {
      const { rows: ids } = await db.execute<{ id: string }>(
        sql.raw(`fetch ${ROWS_TO_A_BATCH} from exported`),
      );
      if (ids.length === 0) break;
      const { rows } = await db.execute<{ row: BoardRow }>(sql`
        select row from unnest(${sql.param(ids.map(({ id }) => id))}::text[]) with ordinality as listed (id, place)
        join board_rows on container_id = listed.id order by place`);
      yield rows.map(({ row }) => row);
    }
    await db.execute(sql`commit`);
    broken = false;
  } finally {
    // What was left in the middle of a transaction is no connection for anybody else.
    connection.release(broken);
  }
}
