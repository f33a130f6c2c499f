import { sql } from "drizzle-orm";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import type { Executor } from "@/lib/platform/database/client";
import { requestRefetch } from "./enqueue";

async function lacksEvent(db: Executor, ids: string[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from unnest(${sql.param(ids)}::text[]) as listed
    where not exists (select from transport_events e where e.id = listed) limit 1`);
  return rows.length > 0;
}

async function hasUnknownPlace(db: Executor, containerId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from transport_events e
    where e.container_id = ${containerId} and e.relationships #>> '{location,data,id}' is not null
      and not exists (select from reference_records r where r.type = e.relationships #>> '{location,data,type}'
        and r.id = e.relationships #>> '{location,data,id}')
    limit 1`);
  return rows.length > 0;
}

/**
 * Enqueues the references missing from a container's fetch: its shipment, its events and the names of their locations.
 */
export async function requestMissing(
  db: Executor,
  { data, included = [] }: { data: JsonApiRecord; included?: JsonApiRecord[] },
  notificationId: string | null,
): Promise<void> {
  const shipment = relatedOne(data, "shipment");
  const brought = included.some(({ type, id }) => type === "shipment" && id === shipment?.id);
  if (shipment && !brought) await requestRefetch(db, { type: "shipment", id: shipment.id }, notificationId);
  const events = relatedMany(data, "transport_events").map(({ id }) => id);
  if (events.length && ((await hasUnknownPlace(db, data.id)) || (await lacksEvent(db, events))))
    await requestRefetch(db, { type: "transport_events", id: data.id }, null);
}
