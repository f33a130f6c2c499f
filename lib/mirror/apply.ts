import { sql } from "drizzle-orm";
import { type JsonApiRecord, relatedMany } from "@/lib/contract/json-api";
import type { Transaction } from "@/lib/db/client";
import { announceChange } from "@/lib/live/announce";
import { applyContainers } from "./apply-containers";
import { applyTransportEvents } from "./apply-events";
import { applyParties, applyPartyRoles } from "./apply-parties";
import { applyReferenceRecords } from "./apply-reference-records";
import { applyShipments } from "./apply-shipments";
import { applyTrackingRequests } from "./apply-tracking-requests";
import { rebuildBoardRows } from "./rebuild-board-rows";
import type { ChangeOrigin } from "./record-changes";
import { REFERENCE_KINDS, type SortedRecords, sortRecords, type Unreadable } from "./record-kinds";
import { Touched } from "./touched";

/** Which container each event belongs to, as the containers' own relationships say. */
function eventOwners(sorted: SortedRecords): Map<string, string> {
  const owners = new Map<string, string>();
  for (const container of sorted.container)
    for (const event of relatedMany(container, "transport_events")) owners.set(event.id, container.id);
  return owners;
}

const BOARD_LOCK = 4_901_002;

/** Cached pages that show, beside their own record, others: their tags expire too. */
async function touchReaders(tx: Transaction, touched: Touched): Promise<void> {
  if (touched.listings.size) {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from tracking_requests where shipment_id = any(${sql.param([...touched.listings])}::text[])`,
    );
    for (const { id } of rows) touched.requests.add(id);
    for (const id of touched.listings) touched.shipments.add(id);
  }
  if (touched.placeNames.size) {
    const places = sql`any(${sql.param([...touched.placeNames])}::text[])`;
    const { rows } = await tx.execute<{ id: string }>(sql`
      select distinct container_id as id from transport_events where container_id is not null
        and (relationships #>> '{location,data,id}' = ${places} or relationships #>> '{vessel,data,id}' = ${places}
          or relationships #>> '{terminal,data,id}' = ${places})`);
    for (const { id } of rows) touched.containers.add(id);
  }
}

/**
 * Ends a transaction that changed the mirror: the board's rows are worked out anew and everybody is told. From here to
 * the commit one transaction runs at a time, so that of two that changed what one row shows the later sees both.
 */
export async function settle(tx: Transaction, touched: Touched): Promise<void> {
  if (!touched.any) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${BOARD_LOCK})`);
  for (const id of await rebuildBoardRows(tx, touched)) touched.containers.add(id);
  await touchReaders(tx, touched);
  await announceChange(tx, touched.toEvent());
}

/**
 * Takes the records of one document into the mirror, in the caller's transaction: newer facts win, every changed
 * field is remembered with its origin, cached reads expire and open browsers hear of it at the commit. Records that
 * cannot be read are answered, not thrown; the others are applied.
 */
export async function applyRecords(
  tx: Transaction,
  records: readonly JsonApiRecord[],
  origin: ChangeOrigin,
): Promise<{ touched: Touched; unreadable: Unreadable[] }> {
  const { sorted, unreadable } = sortRecords(records);
  const touched = new Touched();
  const references = REFERENCE_KINDS.flatMap((kind) => sorted[kind]);
  await applyShipments(tx, sorted.shipment, origin, touched);
  await applyContainers(tx, sorted.container, origin, touched);
  await applyReferenceRecords(tx, references, origin.asOf, touched);
  await applyTransportEvents(tx, sorted.transport_event, eventOwners(sorted), origin.asOf, touched);
  await applyParties(tx, sorted.party, origin.asOf, touched);
  await applyPartyRoles(tx, sorted.party_role, touched);
  await applyTrackingRequests(tx, sorted.tracking_request, origin.asOf, touched);
  await settle(tx, touched);
  return { touched, unreadable };
}
