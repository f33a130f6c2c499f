import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { ChangeSet } from "@/lib/mirror/changed-records";
import type { Executor, Transaction } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import type { DriftRepair } from "./drift-repair-log";
import type { SyncRun } from "./run-store";

const sightingRowSchema = z.object({
  id: z.string(),
  seen: z.boolean(),
  deleted_upstream_at: z.string().nullable(),
});

/**
 * Records that the sync run saw these records. Returns how many were new to the run, and the records marked as deleted
 * upstream that exist again.
 */
export async function noteSightings(
  tx: Transaction,
  syncRun: SyncRun,
  type: string,
  records: readonly { id: string }[],
): Promise<{ fresh: number; returned: DriftRepair[] }> {
  const ids = [...new Set(records.map(({ id }) => id))].sort();
  if (!ids.length) return { fresh: 0, returned: [] };
  const input = sql`unnest(${sql.param(ids)}::text[])`;
  const rows = await queryRows(
    tx,
    sightingRowSchema,
    sql`
      select given.id, coalesce(s.sync_run_id >= ${syncRun.id}, false) as seen, to_iso(s.deleted_upstream_at) as deleted_upstream_at
      from ${input} as given(id) left join seen_records s on s.type = ${type} and s.id = given.id`,
  );
  await tx.execute(sql`
    insert into seen_records (type, id, sync_run_id) select ${type}, id, ${syncRun.id} from ${input} as given(id)
    on conflict (type, id) do update set sync_run_id = excluded.sync_run_id, deleted_upstream_at = null, last_reported_at = null`);
  const returned = rows
    .filter(({ deleted_upstream_at }) => deleted_upstream_at !== null)
    .map(({ id, deleted_upstream_at }) => ({
      subjectType: type,
      subjectId: id,
      field: "record",
      oldValue: "vanished",
      newValue: "present",
      lastCorrectAt: deleted_upstream_at === null ? null : new Date(deleted_upstream_at),
    }));
  return { fresh: rows.filter(({ seen }) => !seen).length, returned };
}

/** Marks the pages that show a record of the account's lists as changed. */
export function markRecordChanged(changeSet: ChangeSet, type: string, id: string): void {
  if (type === "container") changeSet.containers.add(id);
  if (type === "shipment") changeSet.shipments.add(id);
  if (type === "tracking_request") changeSet.requests.add(id);
  if (type === "party") changeSet.parties = true;
}

/** The mirror table of each list, and the instant of the newest report of a record. */
const NEWEST_WORD: Record<string, { table: string; asOf: SQL }> = {
  container: { table: "containers", asOf: sql`greatest(t.carrier_as_of, t.terminal_as_of, t.rail_as_of)` },
  shipment: { table: "shipments", asOf: sql`t.as_of` },
  tracking_request: { table: "tracking_requests", asOf: sql`t.as_of` },
  party: { table: "parties", asOf: sql`t.as_of` },
  custom_field_definition: { table: "custom_field_definitions", asOf: sql`t.as_of` },
  custom_field: { table: "custom_fields", asOf: sql`t.as_of` },
  document: { table: "documents", asOf: sql`t.as_of` },
};

/** Marks a record whose own URL returned 404. Returns when a sync run last saw it. Null when no run did. */
export async function markDeletedUpstream(
  tx: Transaction,
  syncRun: SyncRun,
  { type, id, at }: { type: string; id: string; at: Date },
): Promise<Date | null> {
  const [seenAt] = await queryColumn(
    tx,
    z.string().nullable(),
    sql`
      select to_iso(r.started_at) as seen_at from seen_records s join sync_runs r on r.id = s.sync_run_id
      where s.type = ${type} and s.id = ${id}`,
  );
  const stored = NEWEST_WORD[type];
  const lastReportedAt = stored
    ? sql`(select ${stored.asOf} from ${sql.identifier(stored.table)} t where t.id = ${id})`
    : sql`null`;
  await tx.execute(sql`
    insert into seen_records (type, id, sync_run_id, deleted_upstream_at, last_reported_at)
    values (${type}, ${id}, ${syncRun.id}, ${at}, ${lastReportedAt})
    on conflict (type, id) do update
      set sync_run_id = excluded.sync_run_id, deleted_upstream_at = excluded.deleted_upstream_at, last_reported_at = excluded.last_reported_at`);
  return seenAt ? new Date(seenAt) : null;
}

/**
 * Returns mirror records that the sync run did not see, with ids after `after`. They have no report since the run began
 * and are not marked as deleted upstream.
 */
export async function listUnseen(
  executor: Executor,
  syncRun: SyncRun,
  { type, after, max }: { type: string; after: string; max: number },
): Promise<string[]> {
  const stored = NEWEST_WORD[type];
  if (!stored) return [];
  return queryColumn(
    executor,
    z.string(),
    sql`
      select t.id from ${sql.identifier(stored.table)} t left join seen_records s on s.type = ${type} and s.id = t.id
      where t.id collate "C" > ${after} and ${stored.asOf} < ${syncRun.startedAt}
        and (s.id is null or s.sync_run_id < ${syncRun.id})
        and (s.deleted_upstream_at is null or s.last_reported_at < ${stored.asOf})
      order by t.id collate "C" limit ${max}`,
  );
}
