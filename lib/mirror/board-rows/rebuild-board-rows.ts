import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { BOARD_ROW_VERSION, type BoardRow } from "@/lib/domain/board-row/board-row";
import { FACT_IDS, type FactChanges, type FactId } from "@/lib/domain/board-row/row-facts";
import type { Container } from "@/lib/domain/container/container-facts";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import { loadContainers } from "@/lib/mirror/load-containers";
import { upsertRowsWhere } from "@/lib/platform/database/bulk-insert";
import type { Transaction } from "@/lib/platform/database/client";
import { queryColumn, queryRows, storedJson } from "@/lib/platform/database/rows";
import { boardRows } from "@/lib/platform/database/schema/schema";
import { type FormerRow, type StoredRow, storedRow } from "./board-row-store";
import { followHolds } from "./close-follow-ups";
import { withdrawOrders } from "./withdraw-work-orders";

const CONTAINERS_AT_ONCE = 500;

/** Returns the containers whose rows show any of the changed records. */
async function concernedIds(tx: Transaction, changeSet: ChangeSet): Promise<string[]> {
  const list = (ids: Set<string>) => sql`any(${sql.param([...ids])}::text[])`;
  const parts = [sql`select id from containers where id = ${list(changeSet.containers)}`];
  if (changeSet.shipments.size)
    parts.push(sql`select id from containers where shipment_id = ${list(changeSet.shipments)}`);
  if (changeSet.partyNames.size)
    parts.push(
      sql`select c.id from party_roles r join containers c on c.id = r.roleable_id
        where r.party_id = ${list(changeSet.partyNames)}`,
    );
  if (changeSet.placeNames.size) {
    const places = list(changeSet.placeNames);
    parts.push(
      sql`select id from containers where pod_terminal_id = ${places} or pickup_facility_id = ${places}`,
      sql`select c.id from shipments s join containers c on c.shipment_id = s.id
        where s.relationships #>> '{destination_terminal,data,id}' = ${places}`,
    );
  }
  // Search finds a row by the numbers its shipment was requested by. Adds the new numbers.
  if (changeSet.requests.size)
    parts.push(
      sql`select c.id from tracking_requests t join containers c on c.shipment_id = t.shipment_id
        join board_rows b on b.container_id = c.id
        where t.id = ${list(changeSet.requests)} and position(t.number_key in b.search) = 0`,
    );
  const ids = await queryColumn(tx, z.string(), sql.join(parts, sql` union `));
  return ids.sort();
}

/** Returns whether a container with a dray carrier was pulled or returned. Then the counts of the parties change. */
async function movesCounts(tx: Transaction, rows: readonly StoredRow[]): Promise<boolean> {
  const carried = rows.filter(({ carrierIds }) => carrierIds?.length);
  if (!carried.length) return false;
  const before = await tx
    .select({ id: boardRows.containerId, pickedUp: boardRows.pickedUp })
    .from(boardRows)
    .where(
      inArray(
        boardRows.containerId,
        carried.map(({ containerId }) => containerId),
      ),
    );
  const pickedUp = new Map(before.map((row) => [row.id, row.pickedUp]));
  return carried.some((row) => pickedUp.get(row.containerId) !== row.pickedUp);
}

const trackedRowSchema = z.object({ id: z.string(), numbers: z.array(z.string()) });

/** Returns the numbers that the containers' shipments were requested by, by shipment. */
async function listTracked(
  tx: Transaction,
  containers: readonly Container[],
): Promise<Map<string, string[]>> {
  const ids = new Set(containers.flatMap(({ shipment }) => shipment?.id ?? []));
  const rows = await queryRows(
    tx,
    trackedRowSchema,
    sql`
      select shipment_id as id, array_agg(distinct number_key) as numbers from tracking_requests
      where shipment_id = any(${sql.param([...ids])}::text[]) and number_key <> '' group by shipment_id`,
  );
  return new Map(rows.map(({ id, numbers }) => [id, numbers]));
}

const formerRowSchema = z.object({
  id: z.string(),
  row: storedJson<BoardRow>(),
  changedAt: z.string().nullable(),
  factChanges: storedJson<FactChanges>(),
});

async function listFormer(
  tx: Transaction,
  containers: readonly Container[],
): Promise<Map<string, FormerRow>> {
  const rows = await queryRows(
    tx,
    formerRowSchema,
    sql`
      select container_id as id, row, to_iso(changed_at) as "changedAt", fact_changes as "factChanges"
      from board_rows where container_id = any(${sql.param(containers.map(({ id }) => id))}::text[])`,
  );
  return new Map(rows.map((former) => [former.id, former]));
}

async function storedRows(
  tx: Transaction,
  containers: readonly Container[],
  { firstRoles, versionOnly, by }: ChangeSet,
): Promise<StoredRow[]> {
  const tracked = await listTracked(tx, containers);
  const former = await listFormer(tx, containers);
  const now = new Date();
  const unread = (id: string): readonly FactId[] => {
    if (versionOnly) return FACT_IDS;
    return firstRoles.has(id) ? ["carriers"] : [];
  };
  return containers.map((container) =>
    storedRow(container, tracked.get(container.shipment?.id ?? "") ?? [], former.get(container.id), {
      at: now,
      by,
      unread: unread(container.id),
    }),
  );
}

/**
 * Writes the rows, but none over a row of a higher version: those are left to a worker that builds that version
 * (docs/decisions/0031).
 */
async function writeRows(tx: Transaction, rows: readonly StoredRow[]): Promise<void> {
  const known = sql`board_rows.row_version <= excluded.row_version`;
  if ((await upsertRowsWhere(tx, boardRows, "container_id", rows, known)) === rows.length) return;
  await tx.execute(sql`
    insert into row_rebuild_queue (container_id)
    select container_id from board_rows where row_version > ${BOARD_ROW_VERSION}
      and container_id = any(${sql.param(rows.map(({ containerId }) => containerId))}::text[])
    on conflict (container_id) do update set since = clock_timestamp()`);
}

/**
 * Rebuilds the rows of all containers that show a changed record. Returns their ids. The caller holds the board lock,
 * so that no other transaction works from older facts at the same time.
 */
export async function rebuildBoardRows(tx: Transaction, changeSet: ChangeSet): Promise<string[]> {
  const ids = await concernedIds(tx, changeSet);
  for (let at = 0; at < ids.length; at += CONTAINERS_AT_ONCE) {
    const loaded = await loadContainers(tx, ids.slice(at, at + CONTAINERS_AT_ONCE));
    const containers = await withdrawOrders(tx, await followHolds(tx, loaded));
    const rows = await storedRows(tx, containers, changeSet);
    if (!rows.length) continue;
    if (!changeSet.parties) changeSet.parties = await movesCounts(tx, rows);
    await writeRows(tx, rows);
  }
  return ids;
}
