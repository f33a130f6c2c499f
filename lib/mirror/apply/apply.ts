import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { rebuildBoardRows } from "@/lib/mirror/board-rows/rebuild-board-rows";
import { ChangeSet } from "@/lib/mirror/changed-records";
import {
  datedRecords,
  eventOwners,
  type Origin,
  observationsOf,
  type Report,
  readReport,
} from "@/lib/mirror/merge/observations";
import { REFERENCE_KINDS, type Unreadable } from "@/lib/mirror/merge/record-types";
import { foldReports } from "@/lib/mirror/merge/timestamped-records";
import { LOCKS, takeLock, tryLock } from "@/lib/platform/database/advisory-locks";
import type { Transaction } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { announceChange } from "@/lib/realtime/publish";
import { applyContainers } from "./apply-containers";
import { applyTransportEvents } from "./apply-events";
import { applyParties, applyPartyRoles } from "./apply-parties";
import { applyReferenceRecords } from "./apply-reference-records";
import { applyShipments } from "./apply-shipments";
import { applyRelated, RELATED_TYPES } from "./apply-supplementary-records";
import { applyTrackingRequests } from "./apply-tracking-requests";
import { withoutDeleted } from "./deleted-by-retention";
import { noteUnreadable } from "./note-unreadable";

/** Expires the tags of cached pages that also show other records also their own. */
async function markReadersChanged(tx: Transaction, changeSet: ChangeSet): Promise<void> {
  if (changeSet.listings.size) {
    const ids = await queryColumn(
      tx,
      z.string(),
      sql`select id from tracking_requests where shipment_id = any(${sql.param([...changeSet.listings])}::text[])`,
    );
    for (const id of ids) changeSet.requests.add(id);
    for (const id of changeSet.listings) changeSet.shipments.add(id);
  }
  if (changeSet.placeNames.size) {
    const places = sql`any(${sql.param([...changeSet.placeNames])}::text[])`;
    const ids = await queryColumn(
      tx,
      z.string(),
      sql`
        select distinct container_id as id from transport_events where container_id is not null
          and (relationships #>> '{location,data,id}' = ${places} or relationships #>> '{vessel,data,id}' = ${places}
            or relationships #>> '{terminal,data,id}' = ${places})`,
    );
    for (const id of ids) changeSet.containers.add(id);
  }
}

/** Waits for other transactions that rebuild board rows and blocks them until this transaction ends. */
export async function lockBoard(tx: Transaction): Promise<void> {
  await takeLock(tx, LOCKS.board);
}

/** Same as above, but returns false at once if another transaction holds the lock. */
export async function tryLockBoard(tx: Transaction): Promise<boolean> {
  return tryLock(tx, LOCKS.board);
}

/**
 * Finalizes a transaction that changed the mirror: rebuilds the board rows and notifies all readers. From here to the
 * commit only one transaction runs at a time. If two transactions change what one row shows, the later one sees both
 * changes.
 */
export async function finalize(tx: Transaction, changeSet: ChangeSet): Promise<void> {
  if (!changeSet.any) return;
  await lockBoard(tx);
  for (const id of await rebuildBoardRows(tx, changeSet)) changeSet.containers.add(id);
  for (const id of changeSet.pages) changeSet.containers.add(id);
  for (const id of changeSet.shipmentPages) changeSet.shipments.add(id);
  await markReadersChanged(tx, changeSet);
  await announceChange(tx, changeSet.toEvent());
}

/**
 * Applies the records of several documents to the mirror, in the caller's transaction. Newer facts win, and every
 * changed field is recorded with its origin. Records that retention deleted are left out. At the commit, cached reads expire and changes are pushed to open
 * browsers. Returns a list of unreadable attributes for each document instead of throwing; everything else is applied.
 * `by` is the user whose write the service answers.
 */
export async function applyReports(
  tx: Transaction,
  reports: readonly Report[],
  by: string | null = null,
): Promise<{ touched: ChangeSet; unreadable: Unreadable[][] }> {
  const read = (await withoutDeleted(tx, reports)).map(readReport);
  const touched = new ChangeSet();
  touched.by = by;
  const references = REFERENCE_KINDS.flatMap((kind) => datedRecords(read, kind));
  await applyShipments(tx, observationsOf(read, "shipment"), touched);
  await applyContainers(tx, observationsOf(read, "container"), touched);
  await applyReferenceRecords(tx, foldReports(references), touched);
  await applyTransportEvents(
    tx,
    foldReports(datedRecords(read, "transport_event")),
    eventOwners(read),
    touched,
  );
  for (const { sorted, origin } of read) {
    if (sorted.party.length) await applyParties(tx, sorted.party, origin.asOf, touched);
    if (sorted.party_role.length) await applyPartyRoles(tx, sorted.party_role, touched);
  }
  await applyTrackingRequests(tx, datedRecords(read, "tracking_request"), touched);
  for (const type of RELATED_TYPES) await applyRelated(tx, type, datedRecords(read, type), touched);
  await finalize(tx, touched);
  if (read.some(({ unreadable }) => unreadable.length)) {
    await lockBoard(tx);
    await noteUnreadable(tx, read);
  }
  return { touched, unreadable: read.map(({ unreadable }) => unreadable) };
}

/** Same as above, for one document. */
export async function applyRecords(
  tx: Transaction,
  records: readonly JsonApiRecord[],
  origin: Origin,
  by: string | null = null,
): Promise<{ touched: ChangeSet; unreadable: Unreadable[] }> {
  const { touched, unreadable } = await applyReports(tx, [{ records, origin }], by);
  return { touched, unreadable: unreadable.flat() };
}
