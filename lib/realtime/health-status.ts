import { sql } from "drizzle-orm";
import { z } from "zod";
import { promptDb } from "@/lib/platform/database/client";
import { SERVICE_CLOCK_OFF } from "@/lib/platform/database/clock-skew-note";
import { queryColumn } from "@/lib/platform/database/rows";
import { refusedLately } from "./rejected-deliveries";

/**
 * Other failures between the service and Drayboard: it requested a pause, its responses cannot be read, or the database
 * accepts no deliveries.
 */
export type LiveFailure = "paused" | "unreadable" | "not_noted";

/** How fresh the data is. Instants are ISO text in UTC. */
export type LiveStatus = {
  database: "up" | "down";
  /** When the account's lists were last read to their end. Null before the first time. */
  lastSyncAt: string | null;
  /** The first load in progress, with the number of records ingested so far. Null when it is not running. */
  syncing: { records: number } | null;
  inboxLag: { count: number; oldestAt: string | null };
  /** Since when the service has not responded. Null while it responds. */
  upstreamDownSince: string | null;
  /** The worst other failure. Null without a failure. */
  trouble: LiveFailure | null;
  /** The offset of the service's clock from Drayboard's in ms, positive when it is ahead. Null while they agree. */
  clockOffMs: number | null;
  /** Until when the service asked to wait, when that is more than a minute. Null otherwise. */
  pausedUntil: string | null;
  lastChangeAt: string | null;
  /** The time of the backup this installation was restored from, until an admin takes over. Null otherwise. */
  restoredFrom: string | null;
};

const UNKNOWN: LiveStatus = {
  database: "down",
  lastSyncAt: null,
  syncing: null,
  inboxLag: { count: 0, oldestAt: null },
  upstreamDownSince: null,
  trouble: null,
  clockOffMs: null,
  pausedUntil: null,
  lastChangeAt: null,
  restoredFrom: null,
};

/**
 * The receive time and attempts of waiting notifications. In two parts, each with its own index: the inbox keeps ids
 * for more than a year.
 */
export const WAITING_IN_INBOX = sql`
  select received_at, attempts from inbox where processed_at is null and dead_lettered_at is null and attempts = 0
  union all
  select received_at, attempts from inbox where processed_at is null and dead_lettered_at is null and attempts > 0`;

/** What the database reports of the status. */
const statusSchema = z.object({
  lastSyncAt: z.string().nullable(),
  syncing: z.object({ records: z.number() }).nullable(),
  inboxLag: z.object({ count: z.number(), oldestAt: z.string().nullable() }),
  upstreamDownSince: z.string().nullable(),
  trouble: z.enum(["unreadable", "paused"]).nullable(),
  clockOffMs: z.number().nullable(),
  pausedUntil: z.string().nullable(),
  restoredFrom: z.string().nullable(),
  lastChangeAt: z.string().nullable(),
});

/**
 * Reads the status from the database. Returns `database: "down"` when it cannot be reached or exceeds the time limit.
 */
export async function readStatus(): Promise<LiveStatus> {
  try {
    const [status] = await queryColumn(
      promptDb(),
      statusSchema,
      sql`
        select json_build_object(
          'lastSyncAt', (select to_iso(max(ended_at)) from sync_runs where completed),
          'syncing', (select json_build_object('records', records) from sync_runs
                      where ended_at is null and kind = 'first_load'),
          'inboxLag', (select json_build_object('count', count(*), 'oldestAt', to_iso(min(received_at)))
                       from (${WAITING_IN_INBOX}) waiting),
          'upstreamDownSince', (select value ->> 'since' from installation where name = 'upstream_down'),
          'trouble', case
            when exists (select from request_failures where code = 'service_answer_unreadable'
              and failed_at > clock_timestamp() - interval '1 minute') then 'unreadable'
            when exists (select from rate_limit_pauses
              where bucket = 'default' and paused_until > clock_timestamp() - interval '15 seconds') then 'paused' end,
          'clockOffMs', ${SERVICE_CLOCK_OFF},
          'pausedUntil', (select to_iso(least(paused_until, clock_timestamp() + interval '15 minutes'))
            from rate_limit_pauses
            where bucket = 'default' and paused_until > clock_timestamp() + interval '1 minute'),
          'restoredFrom', (select value ->> 'backupAt' from installation where name = 'restored'),
          'lastChangeAt', (select to_iso(recorded_at) from changes order by id desc limit 1)
        ) as status`,
    );
    const read = { ...UNKNOWN, ...status, database: "up" as const };
    return refusedLately() ? { ...read, trouble: "not_noted" } : read;
  } catch {
    return UNKNOWN;
  }
}
