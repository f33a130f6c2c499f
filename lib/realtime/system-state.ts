import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, promptDb } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { isRunning } from "@/lib/platform/database/worker-heartbeats";
import { WAITING_IN_INBOX } from "./health-status";

/** The queues of docs/decisions/0035 that workers empty, other than the inbox. */
const QUEUES = ["fetch_queue", "job_rows", "row_rebuild_queue", "report_rebuild_queue"] as const;

const stateSchema = z.object({
  inbox: z.object({ waiting: z.number(), oldestSeconds: z.number(), deadLettered: z.number() }),
  queues: z.record(z.enum(QUEUES), z.number()),
  /** The workers with a recent heartbeat. */
  workers: z.number(),
  lastSyncAt: z.string().nullable(),
  lastChangeAt: z.string().nullable(),
  upstreamDownSince: z.string().nullable(),
  /** The requests of the last minute by limit bucket. */
  requestsUsed: z.record(z.string(), z.number()),
  /** The failed requests of the last hour; at most the last 50 are stored. */
  failuresLastHour: z.number(),
});

/** What the database says about the whole installation, the same for each process. Instants are ISO text in UTC. */
export type SystemState = z.infer<typeof stateSchema>;

/** Reads the state. Null when the database does not respond. */
export async function readSystemState(db: Database = promptDb()): Promise<SystemState | null> {
  try {
    const [state] = await queryColumn(
      db,
      stateSchema,
      sql`
        select json_build_object(
          'inbox', (select json_build_object('waiting', count(*),
              'oldestSeconds', coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0),
              'deadLettered', (select count(*) from inbox where dead_lettered_at is not null))
            from (${WAITING_IN_INBOX}) waiting),
          'queues', json_build_object(
            'fetch_queue', (select count(*) from fetch_queue),
            'job_rows', (select count(*) from job_rows where state = 'waiting'),
            'row_rebuild_queue', (select count(*) from row_rebuild_queue),
            'report_rebuild_queue', (select count(*) from report_rebuild_queue)),
          'workers', (select count(*) from workers where ${isRunning}),
          'lastSyncAt', (select to_iso(max(ended_at)) from sync_runs where completed),
          'lastChangeAt', (select to_iso(recorded_at) from changes order by id desc limit 1),
          'upstreamDownSince', (select value ->> 'since' from installation where name = 'upstream_down'),
          'requestsUsed', coalesce((select json_object_agg(bucket, used) from (
            select bucket, count(*) as used from request_log
            where sent_at > clock_timestamp() - interval '60 seconds' group by bucket) counted), '{}'),
          'failuresLastHour', (select count(*) from request_failures
            where failed_at > clock_timestamp() - interval '1 hour')
        ) as state`,
    );
    return state ?? null;
  } catch {
    return null;
  }
}
