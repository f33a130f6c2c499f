import { sql } from "drizzle-orm";
import { z } from "zod";
import type { MergePreview } from "@/lib/features/parties/rules";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";

const roleCountSchema = z.object({ role: z.string(), containers: z.number(), shipments: z.number() });

/** Counts the customer users who would lose containers, because they see the one party and not the other. */
export async function countBlockingCustomers(
  executor: Executor,
  from: string,
  into: string,
): Promise<number> {
  const [customers = 0] = await queryColumn(
    executor,
    z.number(),
    sql`
      select count(*)::int from users where role = 'customer' and disabled_at is null
        and ${from} = any(party_ids) and not ${into} = any(party_ids)`,
  );
  return customers;
}

/** Returns what a merge of one party into another would move. */
export async function previewMerge(executor: Executor, from: string, into: string): Promise<MergePreview> {
  const [roles, requests, customers] = await Promise.all([
    queryRows(
      executor,
      roleCountSchema,
      sql`
        select role, (count(*) filter (where roleable_type not like '%shipment'))::int as containers,
          (count(*) filter (where roleable_type like '%shipment'))::int as shipments
        from party_roles where party_id = ${from} group by role order by role`,
    ),
    queryColumn(
      executor,
      z.number(),
      sql`select count(*)::int from tracking_requests where relationships #>> '{customer,data,id}' = ${from}`,
    ),
    countBlockingCustomers(executor, from, into),
  ]);
  return { roles, requests: requests[0] ?? 0, customers };
}
