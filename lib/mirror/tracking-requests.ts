import { sql } from "drizzle-orm";
import {
  type TrackingRequestAttributes,
  trackingRequestAttributesSchema,
} from "@/lib/contract/tracking-request";
import type { Executor } from "@/lib/db/client";
import { type MaybeVanished, vanishedAt } from "./vanished";

export type TrackingRequestRow = MaybeVanished & {
  id: string;
  attributes: TrackingRequestAttributes;
  shipmentId: string | null;
  /** Containers of the shipment it found, so that one can be opened at once. */
  containers: { id: string; number: string }[];
};

const REQUESTS_SHOWN = 100;

/** The newest tracking requests, newest first, and how many there are in all. */
export async function listTrackingRequests(
  executor: Executor,
): Promise<{ requests: TrackingRequestRow[]; total: number }> {
  const { rows } = await executor.execute<{
    id: string;
    attributes: unknown;
    shipment_id: string | null;
    containers: { id: string; number: string }[] | null;
    total: number;
    vanished_at: string | null;
  }>(sql`
    select t.id, t.attributes, t.shipment_id, ${vanishedAt("tracking_request", sql`t.id`)} as vanished_at,
      count(*) over ()::int as total,
      (select json_agg(json_build_object('id', c.id, 'number', c.attributes ->> 'number') order by c.number_key)
        from containers c where c.shipment_id = t.shipment_id) as containers
    from tracking_requests t order by t.created_at desc nulls last, t.id limit ${REQUESTS_SHOWN}`);
  return {
    requests: rows.map((row) => ({
      id: row.id,
      attributes: trackingRequestAttributesSchema.parse(row.attributes),
      shipmentId: row.shipment_id,
      containers: row.containers ?? [],
      vanishedAt: row.vanished_at,
    })),
    total: rows[0]?.total ?? 0,
  };
}
