import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { MAX_KEPT, type StoredChanges } from "./change-log";
import { POSITION_CHANNEL, storedChangeSchema } from "./channels";

const POSITION = "pg_snapshot_xmin(pg_current_snapshot())::text";
const KEPT = "15 minutes";
const readingSchema = z.object({ position: z.coerce.number(), changes: z.array(storedChangeSchema) });

/**
 * Sends the position of the feed on the listening connection itself. When it is received, all changes committed before
 * were received.
 */
export const SAY_POSITION = `select pg_notify('${POSITION_CHANNEL}', ${POSITION})`;

/** Returns recent changes with the position of the same snapshot they were read in. */
export async function readStoredChanges(connection: ClientBase): Promise<StoredChanges> {
  const { rows } = await connection.query(
    `select ${POSITION} as position, coalesce((
       select json_agg(json_build_object('id', id, 'xid', xid, 'oldestOpen', oldest_open, 'change', change,
         'ageMs', extract(epoch from clock_timestamp() - noted_at) * 1000))
       from (select * from live_changes order by xid desc, id desc limit $1) latest), '[]') as changes`,
    [MAX_KEPT],
  );
  return readingSchema.parse(rows[0]);
}

/**
 * Deletes changes that are too old for catching up. Keeps the old one with the highest number, so that readers can see
 * from where the changes are complete.
 */
export async function forgetOldChanges(executor: Executor): Promise<void> {
  await executor.execute(sql`
    delete from live_changes where noted_at < now() - ${KEPT}::interval
      and xid < (select max(xid) from live_changes where noted_at < now() - ${KEPT}::interval)`);
}
