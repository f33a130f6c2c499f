import { sql } from "drizzle-orm";
import { z } from "zod";
import type { RequestState } from "@/lib/features/connection/rules/settings-data";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { BUCKETS, capacityOf, type RequestLimits } from "@/lib/tracking-client/request-budget";

const storedSchema = z.object({
  used: z.record(z.string(), z.number()).nullable(),
  paused: z.record(z.string(), z.string()).nullable(),
  circuit: z.object({ failures: z.number(), shutUntil: z.string().nullable() }).nullable(),
  downSince: z.string().nullable(),
  failures: z.array(
    z.object({
      id: z.number(),
      failedAt: z.string(),
      request: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
});

export async function readRequestState(executor: Executor, limits: RequestLimits): Promise<RequestState> {
  const [state] = await queryColumn(
    executor,
    storedSchema,
    sql`
      select json_build_object(
        'used', (select json_object_agg(bucket, used) from (select bucket, count(*) as used from request_log
          where sent_at > clock_timestamp() - interval '60 seconds' group by bucket) as counted),
        'paused', (select json_object_agg(bucket, to_iso(paused_until)) from rate_limit_pauses
          where paused_until > clock_timestamp()),
        'circuit', (select json_build_object('failures', failures, 'shutUntil',
            case when closed_until > clock_timestamp() then to_iso(closed_until) end)
          from circuit_breaker where name = 'service'),
        'downSince', (select value ->> 'since' from installation where name = 'upstream_down'),
        'failures', coalesce((select json_agg(json_build_object('id', id, 'failedAt', to_iso(failed_at),
          'request', request, 'code', code, 'message', message) order by id desc) from request_failures), '[]')
      ) as state`,
  );
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
