import { sql } from "drizzle-orm";
import { z } from "zod";
import type { TrackingUsage } from "@/lib/features/tracking-requests/rules/plan-usage";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

const usageSchema = z.object({
  containers: z.number(),
  shipments: z.number(),
  waiting: z.number(),
  refused: z.object({ text: z.string(), at: z.string() }).nullable(),
  takenSince: z.boolean(),
});

/**
 * Returns the current tracking usage of the account from the mirror, and the last message of the service about the plan
 * limit.
 */
export async function readTrackingUsage(
  executor: Executor,
): Promise<Omit<TrackingUsage, "requested" | "requestLimit">> {
  const rows = await queryRows(
    executor,
    usageSchema,
    sql`
      with refused as (
        select message, failed_at from (
          select message, last_seen_at as failed_at from plan_limits where gate = 'container_limit'
          union all
          select message, failed_at from request_failures
          where request = 'POST tracking_requests' and code = 'not_allowed') as reported
        order by failed_at desc limit 1)
      select
        (select count(*)::int from containers c join shipments s on s.id = c.shipment_id
          where s.tracking_stopped_at is null) as containers,
        (select count(*)::int from shipments where tracking_stopped_at is null) as shipments,
        (select count(*)::int from tracking_requests where status in ('pending', 'awaiting_manifest')) as waiting,
        (select json_build_object('text', message, 'at', to_iso(failed_at)) from refused) as refused,
        exists (select from tracking_requests t join refused r on t.created_at > r.failed_at) as "takenSince"`,
  );
  const [usage] = rows;
  if (!usage) throw new Error("reading the usage answered no row");
  return usage;
}

type RequestBucket = { bucket: string; used: number; limit: number | null };

/** Returns the tracking usage of the account, with the requests of the `create` bucket used in the current minute. */
export async function readUsage(
  executor: Executor,
  buckets: readonly RequestBucket[],
): Promise<TrackingUsage> {
  const create = buckets.find(({ bucket }) => bucket === "create");
  const usage = await readTrackingUsage(executor);
  return { ...usage, requested: create?.used ?? 0, requestLimit: create?.limit ?? null };
}
