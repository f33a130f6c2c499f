import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { finalize, lockBoard } from "@/lib/mirror/apply/apply";
import { ChangeSet } from "@/lib/mirror/changed-records";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";
import {
  type Cutoff,
  DELETED_PARTS,
  FINISHED_AT,
  type IdSet,
  isJobDeletable,
  isLoneContainerDeletable,
  isShipmentDeletable,
} from "./deletable";
import { cutoffOf, readRetention } from "./queries";

/** Small: notifications of containers wait while a batch is deleted. */
const SHIPMENTS_AT_ONCE = 50;
const JOBS_AT_ONCE = 20;

/** What one batch deleted. `last` is the id after which the next one begins, null after the last one. */
type Batch = { containers: number; shipments: number; last: string | null };

const ids = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

const idSet = (values: readonly string[]): IdSet => ({
  has: (id) => sql`${id} = any(${ids(values)})`,
  rows: sql`unnest(${ids(values)}) one (id)`,
});

/** Deletes containers and shipments with everything of them, and records that they were deleted. */
async function deleteRecords(
  tx: Transaction,
  { containers, shipments }: { containers: readonly string[]; shipments: readonly string[] },
  now: Date,
): Promise<void> {
  const requests = await queryColumn(
    tx,
    z.string(),
    sql`select id from tracking_requests where shipment_id = any(${ids(shipments)}) order by id for update`,
  );
  await tx.execute(sql`
    insert into deleted_by_retention (type, id, number, shipment_id, finished_at, deleted_at)
    select 'container', c.id, c.number_key, c.shipment_id, ${FINISHED_AT}, ${now}::timestamptz
      from containers c where c.id = any(${ids(containers)})
    union all select 'shipment', s.id, s.bill_of_lading_key, null,
      (select max(${FINISHED_AT}) from containers c where c.shipment_id = s.id), ${now}::timestamptz
      from shipments s where s.id = any(${ids(shipments)})
    union all select 'tracking_request', t.id, t.number_key, t.shipment_id, ${now}::timestamptz, ${now}::timestamptz
      from tracking_requests t where t.id = any(${ids(requests)})
    on conflict (type, id) do nothing`);
  const deleted = { containers: idSet(containers), shipments: idSet(shipments), requests: idSet(requests) };
  for (const { table, belongs } of DELETED_PARTS)
    await tx.execute(sql`delete from ${sql.identifier(table)} t where ${belongs(deleted)}`);
  const changeSet = new ChangeSet();
  for (const id of containers) changeSet.containers.add(id);
  for (const id of shipments) changeSet.shipments.add(id);
  for (const id of requests) changeSet.requests.add(id);
  changeSet.parties = true;
  await finalize(tx, changeSet);
}

/** Deletes a batch of shipments with their containers, in the order of their ids. */
async function deleteShipments(tx: Transaction, given: Cutoff, after: string): Promise<Batch> {
  const shipments = await queryColumn(
    tx,
    z.string(),
    sql`
      select s.id from shipments s where s.id collate "C" > ${after} and ${isShipmentDeletable(given)}
      order by s.id collate "C" limit ${SHIPMENTS_AT_ONCE} for update of s`,
  );
  const containers = await queryColumn(
    tx,
    z.string(),
    sql`select c.id from containers c where c.shipment_id = any(${ids(shipments)}) order by c.id for update`,
  );
  await lockBoard(tx);
  // Another transaction may have changed them before their rows were locked.
  const still = await queryColumn(
    tx,
    z.string(),
    sql`select s.id from shipments s where s.id = any(${ids(shipments)}) and ${isShipmentDeletable(given)}`,
  );
  const own = await queryColumn(
    tx,
    z.string(),
    sql`
      select c.id from containers c where c.id = any(${ids(containers)}) and c.shipment_id = any(${ids(still)})`,
  );
  if (still.length > 0) await deleteRecords(tx, { containers: own, shipments: still }, given.now);
  return { containers: own.length, shipments: still.length, last: shipments.at(-1) ?? null };
}

/** Deletes a batch of containers without a shipment. */
async function deleteLoneContainers(tx: Transaction, given: Cutoff, after: string): Promise<Batch> {
  const containers = await queryColumn(
    tx,
    z.string(),
    sql`
      select c.id from containers c where c.id collate "C" > ${after} and ${isLoneContainerDeletable(given)}
      order by c.id collate "C" limit ${SHIPMENTS_AT_ONCE} for update of c`,
  );
  await lockBoard(tx);
  const still = await queryColumn(
    tx,
    z.string(),
    sql`
      select c.id from containers c where c.id = any(${ids(containers)}) and ${isLoneContainerDeletable(given)}`,
  );
  if (still.length > 0) await deleteRecords(tx, { containers: still, shipments: [] }, given.now);
  return { containers: still.length, shipments: 0, last: containers.at(-1) ?? null };
}

/** Deletes a batch of ended jobs with their rows. Returns their number. */
async function deleteJobs(db: Database, cutoff: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from jobs where id in (select j.id from jobs j where ${isJobDeletable(cutoff)}
      order by j.ended_at limit ${JOBS_AT_ONCE})`);
  return rowCount ?? 0;
}

/**
 * Deletes what is older than the saved periods, in small transactions, until nothing is left or `signal` is aborted. Each batch is
 * complete: a kill between two loses nothing. Does nothing until an admin has set a period. Returns the numbers of deleted
 * records.
 */
export async function deleteOldRecords(
  db: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<{ containers: number; shipments: number; jobs: number }> {
  const { containerDays, jobDays } = await readRetention(db);
  const deleted = { containers: 0, shipments: 0, jobs: 0 };
  if (containerDays !== null) {
    const given = cutoffOf(containerDays, now);
    for (const step of [deleteShipments, deleteLoneContainers])
      for (let after: string | null = ""; after !== null && !signal?.aborted; ) {
        const from: string = after;
        const batch: Batch = await transact(db, (tx) => step(tx, given, from));
        deleted.containers += batch.containers;
        deleted.shipments += batch.shipments;
        after = batch.last;
      }
  }
  if (jobDays !== null) {
    const { cutoff } = cutoffOf(jobDays, now);
    for (let count = 1; count > 0 && !signal?.aborted; deleted.jobs += count)
      count = await deleteJobs(db, cutoff);
  }
  if (deleted.containers + deleted.shipments + deleted.jobs > 0)
    await recordAuditEntry(
      db,
      { userId: null, email: "retention" },
      { action: "retention.deleted", data: deleted, address: null },
    );
  return deleted;
}
