import { sql } from "drizzle-orm";
import { z } from "zod";
import { LOCKS, takeLock } from "./advisory-locks";
import type { Database, Executor, Transaction } from "./client";
import { queryColumn, queryRows } from "./rows";

const MONTHS_AHEAD = 2;
/** A month is not dropped while a statement holds its table for longer than this. The next run tries again. */
const LOCK_WAIT = "1s";
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * A table with a partition for each UTC month of `column`, named like `changes_2027_01`. Earlier months than `first` share one
 * partition. `other` is the partition for rows of months that have none.
 */
export type MonthTable = { name: string; column: string; first: Date | null; other: string | null };

/** Changes of fields, by the time at which Drayboard recorded them. Those before 2027 are in one partition. */
export const CHANGES: MonthTable = {
  name: "changes",
  column: "recorded_at",
  first: new Date("2027-01-01T00:00:00Z"),
  other: "changes_other",
};
/** Deliveries as received, by the time of receipt. */
export const WEBHOOK_ARCHIVE: MonthTable = {
  name: "webhook_archive",
  column: "received_at",
  first: null,
  other: null,
};

/** The first instant of a UTC month: the month of `instant` plus `after` months. */
function monthOf(instant: Date, after = 0): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + after, 1));
}

const nameOf = (table: MonthTable, month: Date) =>
  `${table.name}_${month.toISOString().slice(0, 7).replace("-", "_")}`;

/** The month a partition holds, parsed from its name. Null for the name of another table. */
function monthNamed(table: MonthTable, name: string): Date | null {
  const [, year, month] = /^_(\d{4})_(\d{2})$/.exec(name.slice(table.name.length)) ?? [];
  return year && month ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : null;
}

/** The names of the partitions of months, oldest first. */
export async function listMonths(executor: Executor, table: MonthTable): Promise<string[]> {
  const names = await queryColumn(
    executor,
    z.string(),
    sql`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table.name}::regclass order by 1`,
  );
  return names.filter((name) => monthNamed(table, name) !== null);
}

/** The partitions of months that end by `end`. */
async function listMonthsUntil(executor: Executor, table: MonthTable, end: Date): Promise<string[]> {
  return (await listMonths(executor, table)).filter((name) => {
    const month = monthNamed(table, name);
    return month !== null && monthOf(month, 1) <= end;
  });
}

/** Creates the partition of a month, and moves the month's rows to it. Reads of other months continue. */
async function createMonth(tx: Transaction, table: MonthTable, month: Date): Promise<void> {
  const [parent, name] = [sql.identifier(table.name), sql.identifier(nameOf(table, month))];
  const [from, to] = [month, monthOf(month, 1)].map((bound) => sql.raw(`'${bound.toISOString()}'`));
  await tx.execute(sql`create table ${name} (like ${parent} including all)`);
  if (table.other !== null) {
    const [other, column] = [sql.identifier(table.other), sql.identifier(table.column)];
    // An insert that has chosen the partition for all other months would fail once that no longer takes the month.
    await tx.execute(sql`lock table ${parent} in share row exclusive mode`);
    await tx.execute(sql`lock table ${other} in access exclusive mode`);
    await tx.execute(sql`
      with moved as (delete from ${other} where ${column} >= ${from} and ${column} < ${to} returning *)
      insert into ${name} select * from moved`);
  }
  await tx.execute(sql`alter table ${parent} attach partition ${name} for values from (${from}) to (${to})`);
}

/** Creates missing partitions for the months of these instants. Only one process creates partitions at a time. */
export async function makeMonths(
  tx: Transaction,
  table: MonthTable,
  instants: readonly Date[],
): Promise<void> {
  const needed = instants
    .map((instant) => monthOf(instant))
    .filter((month) => table.first === null || month >= table.first);
  const months = new Map(needed.map((month) => [nameOf(table, month), month]));
  const lacking = async () => {
    const there = new Set(await listMonths(tx, table));
    return [...months].filter(([name]) => !there.has(name));
  };
  if ((await lacking()).length === 0) return;
  // Two concurrent creators would fail each other.
  await takeLock(tx, LOCKS.monthPartitions);
  for (const [, month] of await lacking()) await createMonth(tx, table, month);
}

/** Creates the partitions for this month and the next months, so that no row waits for a partition. */
export async function makeMonthsAhead(tx: Transaction, table: MonthTable, now: Date): Promise<void> {
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, after) => monthOf(now, after));
  await makeMonths(tx, table, months);
}

/** Drops the partitions whose rows are all older than `cutoff`. Returns their names. */
export async function dropMonths(executor: Executor, table: MonthTable, cutoff: Date): Promise<string[]> {
  const old = await listMonthsUntil(executor, table, cutoff);
  for (const name of old) await executor.execute(sql`drop table if exists ${sql.identifier(name)}`);
  return old;
}

/** Drops a partition if it has no rows. Does nothing while another statement uses it. */
async function dropIfEmpty(db: Database, table: MonthTable, name: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = ${sql.raw(`'${LOCK_WAIT}'`)}`);
      await tx.execute(
        sql`lock table ${sql.identifier(table.name)}, ${sql.identifier(name)} in access exclusive mode`,
      );
      const [row] = await queryRows(
        tx,
        z.object({ used: z.boolean() }),
        sql`select exists (select from ${sql.identifier(name)}) as used`,
      );
      if (row?.used === false) await tx.execute(sql`drop table ${sql.identifier(name)}`);
    });
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if (typeof cause !== "object" || cause === null) throw error;
    if (Reflect.get(cause, "code") !== LOCK_NOT_AVAILABLE) throw error;
  }
}

/** Creates the partitions of changes for the coming months, and drops those of past months that retention has emptied. */
export async function tidyChanges(db: Database, now = new Date()): Promise<void> {
  await db.transaction((tx) => makeMonthsAhead(tx, CHANGES, now));
  for (const name of await listMonthsUntil(db, CHANGES, now)) {
    const rows = await db.execute(sql`select from ${sql.identifier(name)} limit 1`);
    if (rows.rowCount === 0) await dropIfEmpty(db, CHANGES, name);
  }
}
