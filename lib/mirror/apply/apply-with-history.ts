import { listReports, writeHistory } from "@/lib/mirror/merge/change-history";
import type { SubjectKind } from "@/lib/mirror/merge/history-types";
import { type Known, type Merged, mergeInOrder, type Observation } from "@/lib/mirror/merge/merge";
import { replay } from "@/lib/mirror/merge/replay-history";
import type { Transaction } from "@/lib/platform/database/client";
import { inBatches } from "@/lib/platform/database/statement-batches";

/** How records of a kind whose history is kept stand in their table. */
export type SubjectTable<Row extends { id: string }> = {
  kind: SubjectKind;
  /** The rows with these ids, locked in the order of their ids. */
  lock(tx: Transaction, ids: readonly string[]): Promise<Row[]>;
  knownOf(row: Row): Known;
  rowOf(id: string, known: Known): Row;
  /** Inserts the rows that are not there; answers the ids of those. */
  insertNew(tx: Transaction, rows: Row[]): Promise<Set<string>>;
  overwrite(tx: Transaction, rows: Row[]): Promise<void>;
};

/** A record whose facts or history became others; `before` is null for a new one. */
export type Applied<Row> = { row: Row; before: Row | null };

/**
 * Takes what was reported of records, by id, into the mirror and its history, whatever the order in which it came
 * (merge.ts, replay.ts). The known rows are locked first, then the new ones inserted, each in the order of their ids; so
 * two transactions can still wait for each other where one inserts what the other looks for. PostgreSQL then ends one of
 * them, and who opened it begins anew.
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
  const tried = ids.map((id) => {
    const before = stored.get(id) ?? null;
    const known = before && table.knownOf(before);
    const observations = reported.get(id) ?? [];
    return { id, before, known, observations, inOrder: mergeInOrder(table.kind, known, observations) };
  });
  const late = tried.filter(({ inOrder }) => inOrder === null).map(({ id }) => id);
  const reports = late.length ? await listReports(tx, table.kind.type, late) : new Map();
  return tried.map(({ id, before, known, observations, inOrder }) => {
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
  // Somebody else inserted these between our look and our insert: merge with what they wrote.
  const raced = fresh.map(({ id }) => id).filter((id) => !added.has(id));
  return raced.length ? [...applied, ...(await applyBatch(tx, table, raced, reported))] : applied;
}
