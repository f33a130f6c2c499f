import { sql } from "drizzle-orm";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import type { Executor } from "@/lib/platform/database/client";
import { type RefetchRequest, requestRefetches } from "./enqueue";

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

/** A container with its included records, and the notification that caused its fetch. */
type FetchedContainer = {
  document: { data: JsonApiRecord; included?: readonly JsonApiRecord[] };
  notificationId: string | null;
};

async function findMissing(
  db: Executor,
  { document: { data, included = [] }, notificationId }: FetchedContainer,
): Promise<RefetchRequest[]> {
  const missing: RefetchRequest[] = [];
  const shipment = relatedOne(data, "shipment");
  const brought = included.some(({ type, id }) => type === "shipment" && id === shipment?.id);
  if (shipment && !brought) missing.push({ type: "shipment", id: shipment.id, notificationId });
  const events = relatedMany(data, "transport_events").map(({ id }) => id);
  if (events.length && ((await hasUnknownPlace(db, data.id)) || (await lacksEvent(db, events))))
    missing.push({ type: "transport_events", id: data.id, notificationId: null });
  return missing;
}

/**
 * Enqueues the references missing from the fetches of containers: their shipments, their events and the names of their
 * locations.
 */
export async function requestMissing(db: Executor, fetched: readonly FetchedContainer[]): Promise<void> {
  const missing: RefetchRequest[] = [];
  for (const one of fetched) missing.push(...(await findMissing(db, one)));
  await requestRefetches(db, missing);
}
