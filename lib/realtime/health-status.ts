import { sql } from "drizzle-orm";
import { promptDb } from "@/lib/platform/database/client";
import { SERVICE_CLOCK_OFF } from "@/lib/platform/database/clock-skew-note";
import { refusedLately } from "./rejected-deliveries";

/**
 * What else is wrong on the way from the service to the dashboard: it asks for no more requests, its answers cannot be read,
 * or the database takes no deliveries in.
 */
export type LiveTrouble = "paused" | "unreadable" | "not_noted";

/** How fresh the dashboard's data is. Instants are ISO text in UTC. */
export type LiveStatus = {
  database: "up" | "down";
  /** When the account's lists were last read to their end; null before the first time. */
  lastSyncAt: string | null;
  /** The first load is under way, with the records taken in so far. */
  syncing: { records: number } | null;
  inboxLag: { count: number; oldestAt: string | null };
  /** Since when the service has not answered; null while it answers. */
  upstreamDownSince: string | null;
  /** The worst that is wrong next to; null while nothing is. */
  trouble: LiveTrouble | null;
  /** How far the service's clock is from the dashboard's, ms, positive where it is ahead; null while they go together. */
  clockOffMs: number | null;
  lastChangeAt: string | null;
  /** When the backup was taken that this installation was restored from, until somebody takes over; null otherwise. */
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
  lastChangeAt: null,
  restoredFrom: null,
};

/**
 * When what waits to be processed was received, and how often it was tried. In two parts, each by an index of its own:
 * the inbox keeps ids for more than a year.
 */
export const WAITING_IN_INBOX = sql`
  select received_at, tries from inbox where processed_at is null and dead_lettered_at is null and tries = 0
  union all
  select received_at, tries from inbox where processed_at is null and dead_lettered_at is null and tries > 0`;

/** Reads it from the database; answers `database: "down"` when that cannot be reached or takes longer than it may. */
export async function readStatus(): Promise<LiveStatus> {
  try {
    const { rows } = await promptDb().execute<{ status: Omit<LiveStatus, "database"> }>(sql`
      select json_build_object(
        'lastSyncAt', (select to_iso(max(ended_at)) from rounds where completed),
        'syncing', (select json_build_object('records', records) from rounds
                    where ended_at is null and kind = 'first_load'),
        'inboxLag', (select json_build_object('count', count(*), 'oldestAt', to_iso(min(received_at)))
                     from (${WAITING_IN_INBOX}) waiting),
        'upstreamDownSince', (select value ->> 'since' from installation where name = 'upstream_down'),
        'trouble', case
          when exists (select from request_failures where code = 'service_answer_unreadable'
            and failed_at > clock_timestamp() - interval '1 minute') then 'unreadable'
          when exists (select from request_pauses
            where bucket = 'default' and paused_until > clock_timestamp() - interval '15 seconds') then 'paused' end,
        'clockOffMs', ${SERVICE_CLOCK_OFF},
        'restoredFrom', (select value ->> 'backupAt' from installation where name = 'restored'),
        'lastChangeAt', (select to_iso(recorded_at) from changes order by id desc limit 1)
      ) as status`);
    const read = { ...UNKNOWN, ...rows[0]?.status, database: "up" as const };
    return refusedLately() ? { ...read, trouble: "not_noted" } : read;
  } catch {
    return UNKNOWN;
  }
}
