import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { z } from "zod";

/** Runs queries: the database of either program, or a transaction. */
type Queryable = { execute(query: SQL): PromiseLike<{ rows: Record<string, unknown>[] }> };

/** How much of a query, and how many wrong columns, an error names. */
const MAX_QUERY = 300;
const MAX_COLUMNS = 5;

/**
 * A query returned a row of another shape than its schema: a defect of one of them, or a stored value that this version
 * cannot read. The message names the query and the columns. It contains no values.
 */
export class RowShapeError extends Error {
  constructor(query: SQL, index: number, problems: readonly string[]) {
    const text = new PgDialect().sqlToQuery(query).sql.replace(/\s+/g, " ").trim();
    super(
      `Row ${index + 1} of a query has another shape than expected: ${problems.slice(0, MAX_COLUMNS).join("; ")}. ` +
        `The query: ${text.slice(0, MAX_QUERY)}`,
    );
    this.name = "RowShapeError";
  }
}

const listProblems = ({ issues }: z.ZodError, ...column: string[]): string[] =>
  issues.map(({ path, message }) => `column ${[...column, ...path.map(String)].join(".")}: ${message}`);

/**
 * Runs a query and parses every row. Columns that the schema does not name are dropped. PostgreSQL's int and float8
 * arrive as number; bigint, numeric, date and timestamptz as text (`to_iso` writes an instant as ISO 8601); json and
 * arrays as their value. Define the schema once per module: building one costs more than parsing a page of rows
 * (docs/decisions/0037-rows-are-parsed.md). Throws RowShapeError.
 */
export async function queryRows<Row>(db: Queryable, schema: z.ZodType<Row>, query: SQL): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows.map((row, index) => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return parsed.data;
    throw new RowShapeError(query, index, listProblems(parsed.error));
  });
}

/** Runs a query with a single column and parses its values. Throws RowShapeError. */
export async function queryColumn<Value>(
  db: Queryable,
  schema: z.ZodType<Value>,
  query: SQL,
): Promise<Value[]> {
  const { rows } = await db.execute(query);
  return rows.map((row, index) => {
    const [column = "", ...others] = Object.keys(row);
    if (others.length > 0)
      throw new RowShapeError(query, index, [
        `expected one column, received ${[column, ...others].join(", ")}`,
      ]);
    const parsed = schema.safeParse(row[column]);
    if (parsed.success) return parsed.data;
    throw new RowShapeError(query, index, listProblems(parsed.error, column));
  });
}

/**
 * The schema of a json column that only our own code writes, with a type that is checked where it is written. It accepts
 * any object or list: parsing all members of a board row would nearly double the cost of reading it
 * (docs/decisions/0037-rows-are-parsed.md).
 */
export const storedJson = <Value extends object>(): z.ZodType<Value> =>
  z.custom<Value>((value) => typeof value === "object" && value !== null, {
    error: "Invalid input: expected an object or a list",
  });
