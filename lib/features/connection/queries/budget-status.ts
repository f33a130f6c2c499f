import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";
import { BUCKETS, type Bucket, capacityOf, type RequestLimits } from "@/lib/tracking-client/request-budget";

/** The status of one bucket of the request budget. */
export type BucketState = {
  bucket: Bucket;
  /** Requests of all processes in the last 60 seconds. */
  used: number;
  /** The limit of the service per minute. Null for requests that the service does not count. */
  limit: number | null;
  /** The maximum for user actions. It is below the limit by a margin. */
  capacity: number | null;
  pausedUntil: string | null;
};

export type RequestFailure = { id: number; failedAt: string; request: string; code: string; message: string };

/** The request budget, the circuit breaker and recent failures. Instants are ISO text in UTC. */
export type RequestState = {
  buckets: BucketState[];
  /** The number of consecutive failures, and until when requests are paused because of them. */
  circuit: { failures: number; shutUntil: string | null };
  downSince: string | null;
  /** Newest first. */
  failures: RequestFailure[];
};

type Stored = Pick<RequestState, "circuit" | "downSince" | "failures"> & {
  used: Record<string, number> | null;
  paused: Record<string, string> | null;
};

export async function readRequestState(executor: Executor, limits: RequestLimits): Promise<RequestState> {
  const { rows } = await executor.execute<{ state: Stored }>(sql`
    select json_build_object(
      'used', (select json_object_agg(bucket, used) from (select bucket, count(*) as used from request_log
        where sent_at > clock_timestamp() - interval '60 seconds' group by bucket) as counted),
      'paused', (select json_object_agg(bucket, to_iso(paused_until)) from request_pauses
        where paused_until > clock_timestamp()),
      'circuit', (select json_build_object('failures', failures, 'shutUntil',
          case when closed_until > clock_timestamp() then to_iso(closed_until) end)
        from service_circuit where name = 'service'),
      'downSince', (select value ->> 'since' from installation where name = 'upstream_down'),
      'failures', coalesce((select json_agg(json_build_object('id', id, 'failedAt', to_iso(failed_at),
        'request', request, 'code', code, 'message', message) order by id desc) from request_failures), '[]')
    ) as state`);
  const [{ state } = { state: null }] = rows;
  return {
    buckets: BUCKETS.map((bucket) => ({
      bucket,
      used: state?.used?.[bucket] ?? 0,
      limit: limits[bucket],
      capacity: capacityOf(limits, bucket, "person"),
      pausedUntil: state?.paused?.[bucket] ?? null,
    })),
    circuit: state?.circuit ?? { failures: 0, shutUntil: null },
    downSince: state?.downSince ?? null,
    failures: state?.failures ?? [],
  };
}
