import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { lockBoard } from "./apply";
import { touchContainers } from "./rebuild-container-rows";

/** So few that a batch holds the board for a moment only: what comes from the service waits for it. */
const CONTAINERS_AT_ONCE = 200;

/**
 * Notes that a setting of the dashboard made the board rows out of date that `where` picks; a worker works them out anew.
 * Answers how many. Call it last, in the transaction that writes the setting: a container that is being taken in meanwhile is
 * either seen here or sees the setting.
 */
export async function markStale(tx: Transaction, where: SQL): Promise<number> {
  await lockBoard(tx);
  const { rowCount } = await tx.execute(sql`
    insert into stale_rows (container_id) select container_id from board_rows where ${where}
    on conflict (container_id) do update set since = clock_timestamp()`);
  return rowCount ?? 0;
}

/**
 * Works out anew some of the rows that are out of date, the oldest first; open browsers hear of them. Answers whether
 * there were any. What a killed worker was at is still there for the next.
 */
export async function rebuildStale(db: Database): Promise<boolean> {
  const { rows: waiting } = await db.execute(sql`select from stale_rows limit 1`);
  if (waiting.length === 0) return false;
  return db.transaction(async (tx) => {
    await lockBoard(tx);
    const { rows } = await tx.execute<{ id: string }>(sql`
      delete from stale_rows where container_id in (
        select container_id from stale_rows order by since, container_id limit ${CONTAINERS_AT_ONCE})
      returning container_id as id`);
    await touchContainers(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length > 0;
  });
}
