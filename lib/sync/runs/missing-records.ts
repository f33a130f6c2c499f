import { sql } from "drizzle-orm";
import type { SyncRunResult } from "@/lib/sync/drift-repairs/run-context";
import { listUnseen } from "@/lib/sync/drift-repairs/seen-records";
import { RELATED_LISTS } from "@/lib/sync/lists/supplementary-lists";
import { ADDRESSED_TYPES, repairOne } from "@/lib/sync/records/read-record";

const AT_ONCE = 50;

/** Returns whether the sync run read the list of this type: a refused list contains no records. */
async function wasLookedFor({ db, round }: SyncRunResult, type: string): Promise<boolean> {
  const list = RELATED_LISTS.find((one) => one.type === type);
  if (!list) return true;
  const { rows } = await db.execute(sql`
    select from sync_run_lists where sync_run_id = ${round.id} and list = ${list.path} and ended_at is not null`);
  return rows.length > 0;
}

/**
 * Requests every mirror record that the sync run did not see in its list, at the record's own URL. A list shifts while
 * it is read, so absence from it proves nothing. A record that cannot be returned is requested again in the next run.
 */
export async function checkUnseen(run: SyncRunResult): Promise<void> {
  for (const type of ADDRESSED_TYPES) {
    if (!(await wasLookedFor(run, type))) continue;
    for (let after = ""; ; ) {
      const ids = await listUnseen(run.db, run.round, { type, after, max: AT_ONCE });
      for (const id of ids) {
        await repairOne(run, type, id);
        after = id;
      }
      if (ids.length < AT_ONCE) break;
    }
  }
}
