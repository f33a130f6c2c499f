import { sql } from "drizzle-orm";
import type { Database } from "@/tracking-service/store/database";
import { changeEvents, webhookNotifications } from "@/tracking-service/store/schema";

const KEPT_MS = 14 * 24 * 3_600_000;
/** Rows deleted in one statement: nobody waits long for it. */
const AT_ONCE = 2_000;

/**
 * Forgets notifications with their logs after a fortnight, settled or not, and then the records of changes that no
 * notification is about any more. Stops between statements when asked to.
 */
export async function forgetOld(db: Database, now: Date, stopping: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  const n = webhookNotifications;
  const c = changeEvents;
  const statements = [
    sql`delete from ${n} where id in (select id from ${n} where stored_at < ${before}::timestamptz
      limit ${AT_ONCE} for update skip locked)`,
    sql`delete from ${c} where id in (select id from ${c} where stored_at < ${before}::timestamptz
      and not exists (select 1 from ${n} where ${n.referenceId} = ${c.id}) limit ${AT_ONCE} for update skip locked)`,
  ];
  for (const statement of statements) {
    while (!stopping() && ((await db.execute(statement)).rowCount ?? 0) === AT_ONCE);
  }
}
