import { type SQL, sql } from "drizzle-orm";
import type { Touched } from "@/lib/mirror/changed-records";
import type { Executor, Transaction } from "@/lib/platform/database/client";
import type { DriftRepair } from "./drift-repair-log";
import type { Round } from "./run-store";

/**
 * Records that the sync run saw these records. Returns how many were new to the run, and the records marked as deleted
 * upstream that exist again.
 */
export async function noteSightings(
  tx: Transaction,
  round: Round,
  type: string,
  records: readonly { id: string }[],
): Promise<{ fresh: number; returned: DriftRepair[] }> {
  const ids = [...new Set(records.map(({ id }) => id))].sort();
  if (!ids.length) return { fresh: 0, returned: [] };
  const given = sql`unnest(${sql.param(ids)}::text[])`;
  const { rows } = await tx.execute<{ id: string; seen: boolean; vanished_at: string | null }>(sql`
    select given.id, coalesce(s.round_id >= ${round.id}, false) as seen, to_iso(s.vanished_at) as vanished_at
    from ${given} as given(id) left join sightings s on s.type = ${type} and s.id = given.id`);
  await tx.execute(sql`
    insert into sightings (type, id, round_id) select ${type}, id, ${round.id} from ${given} as given(id)
    on conflict (type, id) do update set round_id = excluded.round_id, vanished_at = null, last_word = null`);
  const returned = rows
    .filter(({ vanished_at }) => vanished_at !== null)
    .map(({ id, vanished_at }) => ({
      subjectType: type,
      subjectId: id,
      field: "record",
      was: "vanished",
      became: "present",
      rightAt: vanished_at === null ? null : new Date(vanished_at),
    }));
  return { fresh: rows.filter(({ seen }) => !seen).length, returned };
}

/** Marks the pages that show a record of the account's lists as changed. */
export function touchRecord(touched: Touched, type: string, id: string): void {
  if (type === "container") touched.containers.add(id);
  if (type === "shipment") touched.shipments.add(id);
  if (type === "tracking_request") touched.requests.add(id);
  if (type === "party") touched.parties = true;
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
export async function markVanished(
  tx: Transaction,
  round: Round,
  { type, id, at }: { type: string; id: string; at: Date },
): Promise<Date | null> {
  const { rows } = await tx.execute<{ seen_at: string | null }>(sql`
    select to_iso(r.started_at) as seen_at from sightings s join rounds r on r.id = s.round_id
    where s.type = ${type} and s.id = ${id}`);
  const kept = NEWEST_WORD[type];
  const lastWord = kept
    ? sql`(select ${kept.asOf} from ${sql.identifier(kept.table)} t where t.id = ${id})`
    : sql`null`;
  await tx.execute(sql`
    insert into sightings (type, id, round_id, vanished_at, last_word)
    values (${type}, ${id}, ${round.id}, ${at}, ${lastWord})
    on conflict (type, id) do update
      set round_id = excluded.round_id, vanished_at = excluded.vanished_at, last_word = excluded.last_word`);
  const seenAt = rows[0]?.seen_at;
  return seenAt ? new Date(seenAt) : null;
}

/**
 * Returns mirror records that the sync run did not see, with ids after `after`. They have no report since the run began
 * and are not marked as deleted upstream.
 */
export async function listUnseen(
  executor: Executor,
  round: Round,
  { type, after, most }: { type: string; after: string; most: number },
): Promise<string[]> {
  const kept = NEWEST_WORD[type];
  if (!kept) return [];
  const { rows } = await executor.execute<{ id: string }>(sql`
    select t.id from ${sql.identifier(kept.table)} t left join sightings s on s.type = ${type} and s.id = t.id
    where t.id collate "C" > ${after} and ${kept.asOf} < ${round.startedAt}
      and (s.id is null or s.round_id < ${round.id})
      and (s.vanished_at is null or s.last_word < ${kept.asOf})
    order by t.id collate "C" limit ${most}`);
  return rows.map(({ id }) => id);
}
