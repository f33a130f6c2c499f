import { sql } from "drizzle-orm";
import { z } from "zod";
import type { KnownNumber } from "@/lib/features/tracking-requests/rules/tracked-number";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

/** A normalized number with the SCAC of its line, if known. BOLs may be stored with or without the SCAC. */
export type RequestedNumber = { key: string; scac: string | null };

function spellings({ key, scac }: RequestedNumber): string[] {
  const prefix = scac ?? /^[A-Z]{4}(?=[A-Z0-9]*\d)/.exec(key)?.[0];
  if (!prefix || /^[A-Z]{4}\d{7}$/.test(key)) return [key];
  return key.startsWith(prefix) ? [key, key.slice(prefix.length)] : [key, `${prefix}${key}`];
}

const knownNumberSchema = z.object({
  key: z.string(),
  state: z.enum(["tracking", "asked", "awaiting_manifest", "ended"]),
  shipmentId: z.string().nullable(),
  containerId: z.string().nullable(),
});

/** The empty was returned: `isEmptyReturned` of lib/domain/container. */
const RETURNED = sql`(c.attributes ->> 'empty_terminated_at' is not null
  or c.attributes ->> 'current_status' = 'empty_returned')`;

/**
 * Returns those of the numbers that the account already tracks or has requested, from any source. Each key at most
 * once. A container is tracked until its own trip has ended, also if others of its shipment are still out: then its
 * state is `ended`, unless a new trip was requested.
 */
export async function listKnownNumbers(
  executor: Executor,
  numbers: readonly RequestedNumber[],
): Promise<KnownNumber[]> {
  const pairs = numbers.flatMap((requested) =>
    spellings(requested)
      .filter((spelling) => spelling.length > 3)
      .map((spelling) => ({ key: requested.key, spelling })),
  );
  if (pairs.length === 0) return [];
  return queryRows(
    executor,
    knownNumberSchema,
    sql`
      with asked as materialized (
        select key, spelling from json_to_recordset(${JSON.stringify(pairs)}::json) as a (key text, spelling text)),
      found as (
        select a.key, case when ${RETURNED} then 'ended' else 'tracking' end as state, c.shipment_id,
          c.id as container_id, case when ${RETURNED} then 3 else 0 end as rank
        from asked a join containers c on c.number_key = a.spelling join shipments s on s.id = c.shipment_id
        where s.tracking_stopped_at is null
        union all
        select a.key, 'tracking', s.id, null, 1 from asked a join shipments s on s.bill_of_lading_key = a.spelling
        where s.tracking_stopped_at is null
        union all
        select a.key, case t.status when 'pending' then 'asked' when 'awaiting_manifest' then 'awaiting_manifest'
            else 'tracking' end, t.shipment_id, null, 2
        from asked a join tracking_requests t on t.number_key = a.spelling
          left join shipments s on s.id = t.shipment_id
        where t.status in ('pending', 'awaiting_manifest', 'succeeded', 'created')
          and s.tracking_stopped_at is null
          and not exists (select from containers c
            where c.shipment_id = t.shipment_id and c.number_key = t.number_key and ${RETURNED}))
      select distinct on (key) key, state, shipment_id as "shipmentId", container_id as "containerId"
      from found order by key, rank, shipment_id`,
  );
}

const requestIdRowSchema = z.object({ key: z.string(), ids: z.array(z.string()) });

/** Returns the ids of the known requests of these numbers, by normalized number. */
export async function listRequestIds(
  executor: Executor,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await queryRows(
    executor,
    requestIdRowSchema,
    sql`
      select number_key as key, array_agg(id order by id) as ids from tracking_requests
      where number_key = any(${sql.param([...keys])}::text[]) group by number_key`,
  );
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}
