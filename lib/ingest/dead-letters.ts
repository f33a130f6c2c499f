import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { INBOX_CHANNEL } from "@/lib/realtime/channels";

/** A notification that could not be applied and is no longer retried automatically. Instants are ISO text in UTC. */
export type DeadLettered = {
  id: string;
  event: string;
  error: string | null;
  attempts: number;
  createdAt: string;
  receivedAt: string;
  deadLetteredAt: string;
};

const MAX_LIST = 200;

const deadLetteredSchema = z.object({
  id: z.string(),
  event: z.string(),
  error: z.string().nullable(),
  attempts: z.number(),
  createdAt: z.string(),
  receivedAt: z.string(),
  deadLetteredAt: z.string(),
  total: z.number(),
});

/** Returns the dead letters, latest first, and their total number. */
export async function listDeadLettered(
  executor: Executor,
): Promise<{ total: number; notifications: DeadLettered[] }> {
  const rows = await queryRows(
    executor,
    deadLetteredSchema,
    sql`
      select notification_id as id, event, last_error as error, attempts, to_iso(created_at) as "createdAt",
        to_iso(received_at) as "receivedAt", to_iso(dead_lettered_at) as "deadLetteredAt", count(*) over ()::int as total
      from inbox where dead_lettered_at is not null order by dead_lettered_at desc, notification_id limit ${MAX_LIST}`,
  );
  return { total: rows[0]?.total ?? 0, notifications: rows.map(({ total: _, ...row }) => row) };
}

const rescheduledSchema = z.object({ count: z.number() });

/**
 * Schedules dead letters for retry from the first attempt: one notification, or all of them without an id. Returns how
 * many were scheduled. A notification that was not dead-lettered, or is already being retried, does not count.
 */
export async function tryAgain(executor: Executor, id?: string): Promise<number> {
  const [rescheduled] = await queryRows(
    executor,
    rescheduledSchema,
    sql`
      with again as (
        update inbox set attempts = 0, dead_lettered_at = null, next_attempt_at = clock_timestamp()
        where dead_lettered_at is not null ${id === undefined ? sql`` : sql`and notification_id = ${id}`}
        returning notification_id),
      reported as (select pg_notify(${INBOX_CHANNEL}, '') where exists (select from again))
      select (select count(*) from again)::int as count, (select count(*) from reported) as reported`,
  );
  return rescheduled?.count ?? 0;
}
