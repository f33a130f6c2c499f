import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { MOST_KEPT, type StoredChanges } from "./change-log";
import { POSITION_CHANNEL, storedChangeSchema } from "./channels";

const POSITION = "pg_snapshot_xmin(pg_current_snapshot())::text";
const KEPT = "15 minutes";
const readingSchema = z.object({ position: z.coerce.number(), changes: z.array(storedChangeSchema) });

/** Says on the listening connection itself how far the feed has come: heard, all that committed before was heard. */
export const SAY_POSITION = `select pg_notify('${POSITION_CHANNEL}', ${POSITION})`;

/** What changed lately, with the position of the very snapshot it was read in. */
export async function readStoredChanges(connection: ClientBase): Promise<StoredChanges> {
  const { rows } = await connection.query(
    `select ${POSITION} as position, coalesce((
       select json_agg(json_build_object('id', id, 'xid', xid, 'oldestOpen', oldest_open, 'change', change,
         'ageMs', extract(epoch from clock_timestamp() - noted_at) * 1000))
       from (select * from live_changes order by xid desc, id desc limit $1) latest), '[]') as changes`,
    [MOST_KEPT],
  );
  return readingSchema.parse(rows[0]);
}

/**
 * Forgets changes older than browsers are brought up to date from. Of the old ones that with the highest number stays,
 * so that everybody sees from where on nothing is missing.
 */
export async function forgetOldChanges(executor: Executor): Promise<void> {
  await executor.execute(sql`
    delete from live_changes where noted_at < now() - ${KEPT}::interval
      and xid < (select max(xid) from live_changes where noted_at < now() - ${KEPT}::interval)`);
}
