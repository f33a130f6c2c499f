import { listReports, writeHistory } from "@/lib/mirror/merge/change-history";
import type { SubjectKind } from "@/lib/mirror/merge/history-types";
import { type Known, type Merged, mergeInOrder, type Observation } from "@/lib/mirror/merge/merge";
import { replay } from "@/lib/mirror/merge/replay-history";
import type { Transaction } from "@/lib/platform/database/client";
import { inBatches } from "@/lib/platform/database/statement-batches";

/** Access to the table of a record type that has a history. */
export type SubjectTable<Row extends { id: string }> = {
  kind: SubjectKind;
  /** Returns the rows with these ids, locked in id order. */
  lock(tx: Transaction, ids: readonly string[]): Promise<Row[]>;
  readKnown(row: Row): Known;
  rowOf(id: string, known: Known): Row;
  /** Inserts rows that do not exist yet. Returns their ids. */
  insertNew(tx: Transaction, rows: Row[]): Promise<Set<string>>;
  overwrite(tx: Transaction, rows: Row[]): Promise<void>;
};

/** A record whose facts or history changed. `before` is null for a new record. */
export type Applied<Row> = { row: Row; before: Row | null };

/**
 * Applies reports of records, by id, to the mirror and its history, in any arrival order (merge.ts, replay-history.ts).
 * Locks the known rows first, then inserts the new ones, each in id order. Two transactions can still deadlock when one
 * inserts a row that the other looks for. PostgreSQL then aborts one of them, and its caller retries.
 */
export async function applySubjects<Row extends { id: string }>(
  tx: Transaction,
  table: SubjectTable<Row>,
  reported: ReadonlyMap<string, readonly Observation[]>,
): Promise<Applied<Row>[]> {
  const applied: Applied<Row>[] = [];
  for (const ids of inBatches([...reported.keys()].sort()))
    applied.push(...(await applyBatch(tx, table, ids, reported)));
  return applied;
}

type Outcome<Row> = Applied<Row> & { merged: Merged };

async function mergeAll<Row extends { id: string }>(
  tx: Transaction,
  table: SubjectTable<Row>,
  ids: readonly string[],
  reported: ReadonlyMap<string, readonly Observation[]>,
): Promise<Outcome<Row>[]> {
  const stored = new Map((await table.lock(tx, ids)).map((row) => [row.id, row]));
  const attempted = ids.map((id) => {
    const before = stored.get(id) ?? null;
    const known = before && table.readKnown(before);
    const observations = reported.get(id) ?? [];
    return { id, before, known, observations, inOrder: mergeInOrder(table.kind, known, observations) };
  });
  const late = attempted.filter(({ inOrder }) => inOrder === null).map(({ id }) => id);
  const reports = late.length ? await listReports(tx, table.kind.type, late) : new Map();
  return attempted.map(({ id, before, known, observations, inOrder }) => {
    const merged = inOrder ?? replay(table.kind, known, reports.get(id) ?? [], observations);
    return { before, merged, row: table.rowOf(id, merged) };
  });
}

async function applyBatch<Row extends { id: string }>(
  tx: Transaction,
  table: SubjectTable<Row>,
  ids: readonly string[],
  reported: ReadonlyMap<string, readonly Observation[]>,
): Promise<Applied<Row>[]> {
  const outcomes = await mergeAll(tx, table, ids, reported);
  const written = outcomes.filter(({ before, merged }) => before && (merged.differs || merged.aged));
  if (written.length)
    await table.overwrite(
      tx,
      written.map(({ row }) => row),
    );
  const fresh = outcomes.filter(({ before }) => !before).map(({ row }) => row);
  const added = fresh.length ? await table.insertNew(tx, fresh) : new Set<string>();
  const done = outcomes.filter(({ before, row }) => before || added.has(row.id));
  await writeHistory(
    tx,
    table.kind.type,
    done.map(({ row, merged }) => ({ id: row.id, ...merged })),
  );
  const applied = done.filter(
    ({ merged }) => merged.differs || merged.changes.length > 0 || merged.withdrawn.length > 0,
  );
  // Another transaction inserted these between the read and the insert: merge with its rows.
  const raced = fresh.map(({ id }) => id).filter((id) => !added.has(id));
  return raced.length ? [...applied, ...(await applyBatch(tx, table, raced, reported))] : applied;
}
