import { sql } from "drizzle-orm";
import type { RoundRun } from "@/lib/sync/drift-repairs/run-context";
import { listUnseen } from "@/lib/sync/drift-repairs/seen-records";
import { RELATED_LISTS } from "@/lib/sync/lists/supplementary-lists";
import { ADDRESSED_TYPES, repairOne } from "@/lib/sync/records/read-record";

const AT_ONCE = 50;

/** Whether the round looked for records of this type at all: a list that the service refuses shows none. */
async function wasLookedFor({ db, round }: RoundRun, type: string): Promise<boolean> {
  const list = RELATED_LISTS.find((one) => one.type === type);
  if (!list) return true;
  const { rows } = await db.execute(sql`
    select from round_lists where round_id = ${round.id} and list = ${list.path} and ended_at is not null`);
  return rows.length > 0;
}

/**
 * Asks for every record of the mirror that the round did not see in its list, at the record's own address: a list shifts
 * while it is read, so not being in it says nothing. One that cannot be shown is asked for again in the next round.
 */
export async function checkUnseen(run: RoundRun): Promise<void> {
  for (const type of ADDRESSED_TYPES) {
    if (!(await wasLookedFor(run, type))) continue;
    for (let after = ""; ; ) {
      const ids = await listUnseen(run.db, run.round, { type, after, most: AT_ONCE });
      for (const id of ids) {
        await repairOne(run, type, id);
        after = id;
      }
      if (ids.length < AT_ONCE) break;
    }
  }
}
