import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { logger } from "@/lib/platform/log";
import type { Database, Executor, Transaction } from "./client";
import { isDatabaseFailure } from "./connection-errors";
import { queryColumn, queryRows } from "./rows";
import { NewerSchemaError } from "./schema-version";
import { isConflict } from "./transaction";
import { DERIVED_TABLES, type DerivedTable, isRunning, type RowVersions } from "./worker-heartbeats";

const log = logger("row versions");

/** Old rows are rebuilt while nothing else waits, but never wait longer than this for the next batch. */
const MAX_WAIT_MS = 15_000;

/** The newest rows are rebuilt first: those that changed last, or were first seen or checked last. Indexed (migrations 0046, 0056). */
const NEWEST: Readonly<Record<DerivedTable, SQL>> = {
  board_rows: sql`coalesce(changed_at, '-infinity')`,
  report_containers: sql`greatest(first_seen_at, checked_at)`,
};

const NAMES: Readonly<Record<DerivedTable, string>> = { board_rows: "board", report_containers: "report" };

/** No notification waits that was not attempted before. */
export const NO_NOTIFICATION_WAITS = sql`not exists (
  select from inbox where processed_at is null and dead_lettered_at is null and attempts = 0)`;

/** Returns whether the table has rows of a higher version: a newer program runs, or ran, on this database. */
export async function hasNewerRows(
  executor: Executor,
  table: DerivedTable,
  version: number,
): Promise<boolean> {
  const [isNewer = false] = await queryColumn(
    executor,
    z.boolean(),
    sql`select coalesce(max(row_version), 0) > ${version} as newer from ${sql.identifier(table)}`,
  );
  return isNewer;
}

/** Throws NewerSchemaError if a newer program has written rows that this one must not overwrite. */
export async function requireKnownRows(executor: Executor, versions: RowVersions): Promise<void> {
  for (const table of DERIVED_TABLES)
    if (await hasNewerRows(executor, table, versions[table]))
      throw new NewerSchemaError(
        `A newer Drayboard has rebuilt the ${NAMES[table]} rows; this version knows them up to ${versions[table]}. ` +
          "Start the newer version, or see “Go back” in docs/upgrade.md.",
      );
}

/** How the old rows of a derived table are rebuilt. */
export type RowRebuild = {
  table: DerivedTable;
  /** The version of the rows that this program builds. */
  version: number;
  /** Small: reports from the service wait while a batch is written. */
  rowsAtOnce: number;
  /** Whether no other work of this kind waits. */
  idle: SQL;
  /** Takes the lock of the table's writers. Returns false if it is held and `wait` is false. */
  lock(tx: Transaction, wait: boolean): Promise<boolean>;
  rebuild(tx: Transaction, containerIds: readonly string[]): Promise<void>;
};

const keySchema = z.object({ version: z.number(), newest: z.string(), id: z.string() });
type Key = z.infer<typeof keySchema>;

const stateSchema = z.object({ old: z.boolean(), same: z.boolean(), idle: z.boolean() });
const newestSchema = z.object({ version: z.number().nullable(), older: z.boolean(), old: z.boolean() });
const countSchema = z.object({ left: z.number(), total: z.number() });

/**
 * Returns a step that rebuilds a batch of the rows whose version is older than the program's, newest first. It returns
 * whether there was a batch. It does nothing while a running worker builds rows of another version, because the two
 * would undo each other's work. The state of the rebuild is the rows' versions: after a kill, a worker continues with the
 * rows that are left. A row that cannot be rebuilt is logged and left as it is until the worker restarts.
 */
export function oldRowRebuilder(
  db: Database,
  { table, version, rowsAtOnce, idle, lock, rebuild }: RowRebuild,
): () => Promise<boolean> {
  const name = sql.identifier(table);
  const failed = new Set<string>();
  /** The last row of the batch before. The index entries of rebuilt rows are not read again. */
  let after: Key | null = null;
  let waitingSince: number | null = null;

  const isOld = () =>
    sql`row_version < ${version} and container_id <> all(${sql.param([...failed])}::text[])`;

  async function read(): Promise<z.infer<typeof stateSchema> | undefined> {
    const [state] = await queryRows(
      db,
      stateSchema,
      sql`
      select exists (select from ${name} where ${isOld()}) as old,
        not exists (select from workers where ${isRunning}
          and (row_versions ->> ${table})::int is distinct from ${version}) as same,
        (${idle} and ${NO_NOTIFICATION_WAITS}) as idle`,
    );
    return state;
  }

  async function nextKeys(tx: Transaction): Promise<Key[]> {
    const newest = NEWEST[table];
    const left = after
      ? sql` and (row_version, ${newest}, container_id) < (${after.version}::int, ${after.newest}::timestamptz, ${after.id})`
      : sql``;
    return queryRows(
      tx,
      keySchema,
      sql`
      select row_version as version, ${newest}::text as newest, container_id as id from ${name}
      where ${isOld()}${left} order by row_version desc, ${newest} desc, container_id desc limit ${rowsAtOnce}`,
    );
  }

  async function rebuildEach(tx: Transaction, ids: readonly string[]): Promise<void> {
    try {
      await tx.transaction((inner) => rebuild(inner, ids));
    } catch (error) {
      if (isDatabaseFailure(error) || isConflict(error)) throw error;
      if (ids.length > 1) {
        for (const id of ids) await rebuildEach(tx, [id]);
        return;
      }
      for (const id of ids) failed.add(id);
      log.error({ table, container: ids[0], err: error }, "a row of an older version stays");
    }
  }

  return async () => {
    const found = await read();
    if (!found?.old || !found.same) {
      waitingSince = null;
      return false;
    }
    waitingSince ??= Date.now();
    const wait = Date.now() - waitingSince > MAX_WAIT_MS;
    if (!found.idle && !wait) return false;
    const keys = await db.transaction(async (tx) => {
      if (!(await lock(tx, wait))) return null;
      const batch = await nextKeys(tx);
      await rebuildEach(
        tx,
        batch.map(({ id }) => id),
      );
      return batch;
    });
    if (keys === null) return false;
    waitingSince = null;
    after = keys.at(-1) ?? null;
    return keys.length > 0;
  };
}

/** The rebuild of a derived table: rows left of all rows, and whether it waits for a worker of the version before. */
export type RebuildProgress = { table: DerivedTable; left: number; total: number; waiting: boolean };

/** Reads the rebuilds under way: of each table with rows older than those of the newest running worker. */
export async function readRebuilds(executor: Executor): Promise<RebuildProgress[]> {
  const found = await Promise.all(
    DERIVED_TABLES.map(async (table) => {
      const [newest] = await queryRows(
        executor,
        newestSchema,
        sql`
        select version, exists (select from workers where ${isRunning}
            and coalesce((row_versions ->> ${table})::int, 0) < version) as older,
          exists (select from ${sql.identifier(table)} where row_version < version) as old
        from (select max((row_versions ->> ${table})::int) as version from workers where ${isRunning}) newest`,
      );
      if (!newest?.old || newest.version === null) return [];
      const counted = await queryRows(
        executor,
        countSchema,
        sql`
        select (count(*) filter (where row_version < ${newest.version}))::int as left, count(*)::int as total
        from ${sql.identifier(table)}`,
      );
      return counted.map(({ left, total }) => ({ table, left, total, waiting: newest.older }));
    }),
  );
  return found.flat();
}
