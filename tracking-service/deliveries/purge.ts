import { sql } from "drizzle-orm";
import type { Database } from "@/tracking-service/store/database";
import { changeEvents, webhookNotifications } from "@/tracking-service/store/schema";

const KEPT_MS = 14 * 24 * 3_600_000;
/** Maximum number of rows deleted per statement. Small statements block other transactions only briefly. */
const AT_ONCE = 2_000;

/**
 * Deletes notifications and their logs after 14 days, in any state. Then it deletes change records that no notification
 * refers to. It stops between statements when `stopping` returns true.
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
