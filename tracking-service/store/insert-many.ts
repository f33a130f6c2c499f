import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "./database";

/**
 * Inserts rows in one statement with one parameter. A parameter per value would be the largest cost of the insert in
 * this process. The first row determines the columns for all rows; other columns get their defaults.
 */
export async function insertMany<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: Table["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([property]) =>
    Object.hasOwn(first, property),
  );
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(([property]) => sql.identifier(property));
  const record = columns.map(
    ([property, column]) => sql`${sql.identifier(property)} ${sql.raw(column.getSQLType())}`,
  );
  await tx.execute(sql`
    insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(${sql.join(record, sql`, `)})`);
}
