import { sql } from "drizzle-orm";
import { z } from "zod";
import { LOCKS, tryLock } from "@/lib/platform/database/advisory-locks";
import type { Database, Executor } from "@/lib/platform/database/client";
import {
  dropMonths,
  makeMonths,
  makeMonthsAhead,
  WEBHOOK_ARCHIVE,
} from "@/lib/platform/database/month-partitions";
import { NO_NOTIFICATION_WAITS } from "@/lib/platform/database/row-versions";
import { queryRows } from "@/lib/platform/database/rows";
import { inbox } from "@/lib/platform/database/schema/schema";
import { canBeId } from "@/lib/platform/database/storable-id";
import { defineQueue } from "@/lib/platform/queue/queue";
import { keptHeaders } from "./delivery";

const ROWS_AT_ONCE = 200;
/** Waiting notifications have priority, but a processed one is not kept in the inbox for longer than this. */
const MAX_WAIT_SECONDS = 600;
const DAY_MS = 86_400_000;

/** Whether a delivery is moved now. */
const IS_TURN = sql`(${NO_NOTIFICATION_WAITS}
  or ${inbox.processedAt} < clock_timestamp() - make_interval(secs => ${MAX_WAIT_SECONDS}))`;

/** The processed deliveries whose content is still in the inbox, in arrival order. */
const processed = defineQueue({
  table: inbox,
  key: [inbox.notificationId],
  open: sql`${inbox.processedAt} is not null and ${inbox.body} is not null`,
  order: sql`${inbox.receivedAt}`,
  entry: {
    select: sql`${inbox.notificationId} as id, to_iso(date_trunc('month', ${inbox.receivedAt}, 'UTC')) as month`,
    schema: z.object({ id: z.string(), month: z.string() }),
  },
});

/** A delivery as received: raw bytes, headers without credentials, and the time it was received. */
export type WebhookArchive = {
  id: string;
  event: string;
  receivedAt: Date;
  headers: Record<string, string>;
  body: Buffer;
};

const archivedSchema = z.object({
  id: z.string(),
  event: z.string(),
  receivedAt: z.string(),
  headers: z.record(z.string(), z.string()).nullable(),
  body: z.instanceof(Buffer),
});

/**
 * Returns a delivery by its notification id, from the inbox or the archive. Null when none was received or it is no
 * longer stored.
 */
export async function findWebhookArchive(executor: Executor, id: string): Promise<WebhookArchive | null> {
  if (!canBeId(id)) return null;
  const rows = await queryRows(
    executor,
    archivedSchema,
    sql`
      select i.notification_id as id, i.event, to_iso(i.received_at) as "receivedAt",
        coalesce(e.headers, i.headers) as headers, coalesce(e.body, i.body) as body
      from inbox i
      left join webhook_archive e on e.notification_id = i.notification_id and e.received_at = i.received_at
      where i.notification_id = ${id} and coalesce(e.body, i.body) is not null`,
  );
  const [row] = rows;
  if (!row) return null;
  // Archives of former versions have headers that are no longer stored.
  const headers = keptHeaders(Object.entries(row.headers ?? {}));
  return { ...row, receivedAt: new Date(row.receivedAt), headers };
}

/**
 * Moves processed deliveries from the inbox, which keeps their ids, to the webhook archive of their month, unless
 * notifications wait. Returns whether more are to be moved.
 */
export async function moveWebhookArchive(db: Database, max = ROWS_AT_ONCE): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await processed.lock(tx, { max, where: IS_TURN });
    if (!rows.length) return false;
    await makeMonths(
      tx,
      WEBHOOK_ARCHIVE,
      [...new Set(rows.map(({ month }) => month))].map((month) => new Date(month)),
    );
    await tx.execute(sql`
      with moved as (
        insert into webhook_archive (notification_id, received_at, headers, body)
        select notification_id, received_at, headers, body from inbox
        where notification_id = any(${sql.param(rows.map(({ id }) => id))}::text[])
        returning notification_id)
      update inbox i set body = null, headers = null from moved m where i.notification_id = m.notification_id`);
    return rows.length === max;
  });
}

/** Deletes data older than `cutoff`, one batch at a time. Returns whether more is waiting. */
async function forgetSome(db: Database, cutoff: Date, max: number): Promise<boolean> {
  const tables = [
    sql`delete from inbox where notification_id = any(array(select notification_id from inbox
      where received_at < ${cutoff} order by received_at limit ${max}))`,
    sql`delete from source_updates where id = any(array(select id from source_updates where received_at < ${cutoff} limit ${max}))`,
  ];
  let more = false;
  for (const statement of tables) more = ((await db.execute(statement)).rowCount ?? 0) >= max || more;
  return more;
}

/**
 * Maintains the webhook archive. Creates partitions for the coming months and deletes deliveries, with their ids, older
 * than `days` days. Only one process does this at a time; other processes return at once.
 */
export async function tidyWebhookArchive(db: Database, days: number, now = new Date()): Promise<void> {
  const cutoff = new Date(now.getTime() - days * DAY_MS);
  const mine = await db.transaction(async (tx) => {
    if (!(await tryLock(tx, LOCKS.webhookArchive))) return false;
    await makeMonthsAhead(tx, WEBHOOK_ARCHIVE, now);
    await dropMonths(tx, WEBHOOK_ARCHIVE, cutoff);
    return true;
  });
  if (!mine) return;
  while (await forgetSome(db, cutoff, 5_000));
}
