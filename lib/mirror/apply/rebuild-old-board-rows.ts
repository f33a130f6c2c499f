import { sql } from "drizzle-orm";
import { BOARD_ROW_VERSION } from "@/lib/domain/board-row/board-row";
import { ChangeSet } from "@/lib/mirror/changed-records";
import type { RowRebuild } from "@/lib/platform/database/row-versions";
import { finalize, lockBoard, tryLockBoard } from "./apply";

/**
 * The rebuild of board rows of older versions. Rows that a settings change made outdated come first. No cell is
 * marked as changed, and the reports' trigger skips these transactions (migration 0046): the facts are the same.
 */
export const OLD_BOARD_ROWS: RowRebuild = {
  table: "board_rows",
  version: BOARD_ROW_VERSION,
  rowsAtOnce: 100,
  idle: sql`not exists (select from row_rebuild_queue)`,
  async lock(tx, wait) {
    if (!wait) return tryLockBoard(tx);
    await lockBoard(tx);
    return true;
  },
  async rebuild(tx, containerIds) {
    await tx.execute(sql`select set_config('drayboard.version_rebuild', 'on', true)`);
    const changeSet = new ChangeSet();
    changeSet.versionOnly = true;
    for (const id of containerIds) changeSet.containers.add(id);
    await finalize(tx, changeSet);
  },
};
