import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { BOARD_ROW_VERSION } from "@/lib/domain/board-row/board-row";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { hasNewerRows } from "@/lib/platform/database/row-versions";
import { rowRebuildQueue } from "@/lib/platform/database/schema/schema";
import { defineQueue } from "@/lib/platform/queue/queue";
import { lockBoard } from "./apply";
import { markContainersChanged } from "./rebuild-container-rows";

/** Small, so that a batch holds the board lock only briefly: reports from the service wait for it. */
const CONTAINERS_AT_ONCE = 200;

/** The containers whose row is outdated, oldest first. */
const queue = defineQueue({
  table: rowRebuildQueue,
  key: [rowRebuildQueue.containerId],
  order: sql`${rowRebuildQueue.since}, ${rowRebuildQueue.containerId}`,
  entry: { select: sql`${rowRebuildQueue.containerId} as id`, schema: z.object({ id: z.string() }) },
});

/**
 * Marks the board rows selected by `where` as outdated after a settings change; a worker rebuilds them. Returns their
 * number. Call it last, in the transaction that writes the setting. A container that is ingested meanwhile is either
 * selected here or is built with the new setting.
 */
export async function markStale(tx: Transaction, where: SQL): Promise<number> {
  await lockBoard(tx);
  const { rowCount } = await tx.execute(sql`
    insert into row_rebuild_queue (container_id) select container_id from board_rows where ${where}
    on conflict (container_id) do update set since = clock_timestamp()`);
  return rowCount ?? 0;
}

/**
 * Rebuilds some of the outdated rows, oldest first, and pushes the changes to open browsers. Returns whether there were
 * any. Leaves them to newer workers as soon as there is a row of a higher version. The rows of a killed worker remain
 * for the next run.
 */
export async function rebuildStale(db: Database): Promise<boolean> {
  if (!(await queue.isAnyDue(db)) || (await hasNewerRows(db, "board_rows", BOARD_ROW_VERSION))) return false;
  return db.transaction(async (tx) => {
    await lockBoard(tx);
    const rows = await queue.remove(tx, CONTAINERS_AT_ONCE);
    await markContainersChanged(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length > 0;
  });
}
