import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Executor } from "./client";
import { queryColumn } from "./rows";

/**
 * The beginning of an INSERT of rows that all have the same columns. It uses one parameter for any number of rows,
 * which costs this process far less than a parameter per value. The rows are inserted in their order.
 */
export function insertInto<Table extends PgTable>(
  table: Table,
  rows: readonly InferInsertModel<Table>[],
): SQL {
  const columns = Object.entries(getTableColumns(table));
  const input = new Set(rows.flatMap((row) => Object.keys(row)));
  const used = columns.filter(([name]) => input.has(name));
  const list = sql.raw(used.map(([, column]) => `"${column.name}"`).join(", "));
  const named = rows.map((row) => {
    const values: Record<string, unknown> = row;
    return Object.fromEntries(used.map(([name, column]) => [column.name, values[name] ?? null]));
  });
  return sql`insert into ${table} (${list})
    select ${list} from json_populate_recordset(null::${table}, ${JSON.stringify(named)}::json)`;
}

/** Every column of a table except its key, set to the value of the row to insert. */
export function overwriting(table: PgTable, key: string): SQL {
  const columns = Object.values(getTableColumns(table)).filter(({ name }) => name !== key);
  return sql.raw(columns.map(({ name }) => `"${name}" = excluded."${name}"`).join(", "));
}

/** Inserts rows, and overwrites existing rows with the same key. */
export async function upsertRows<Table extends PgTable>(
  executor: Executor,
  table: Table,
  key: string,
  rows: readonly InferInsertModel<Table>[],
): Promise<void> {
  await upsertRowsWhere(executor, table, key, rows, sql`true`);
}

/**
 * Inserts rows, and overwrites those existing rows with the same key that match a condition on the table and `excluded`.
 * Returns the number of rows written.
 */
export async function upsertRowsWhere<Table extends PgTable>(
  executor: Executor,
  table: Table,
  key: string,
  rows: readonly InferInsertModel<Table>[],
  where: SQL,
): Promise<number> {
  if (!rows.length) return 0;
  const { rowCount } = await executor.execute(
    sql`${insertInto(table, rows)} on conflict (${sql.identifier(key)}) do update set ${overwriting(table, key)}
      where ${where}`,
  );
  return rowCount ?? 0;
}

/** Inserts the rows whose key does not exist, and returns their keys. */
export async function insertMissing<Table extends PgTable>(
  executor: Executor,
  table: Table,
  key: string,
  rows: readonly InferInsertModel<Table>[],
): Promise<Set<string>> {
  if (!rows.length) return new Set();
  const added = await queryColumn(
    executor,
    z.string(),
    sql`${insertInto(table, rows)} on conflict do nothing returning ${sql.identifier(key)} as key`,
  );
  return new Set(added);
}
