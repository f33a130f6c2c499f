import { type Column, type SQL, sql } from "drizzle-orm";
import type { Reader } from "./database";

/**
 * Builds a query once for the pool and once per transaction, because building the SQL costs more than running it. The
 * query needs a unique name, under which PostgreSQL caches its plan: `….prepare("containers_by_id")`.
 */
export function prepared<Query>(build: (reader: Reader) => Query): (reader: Reader) => Query {
  const built = new WeakMap<Reader, Query>();
  return (reader) => {
    const known = built.get(reader);
    if (known) return known;
    const query = build(reader);
    built.set(reader, query);
    return query;
  };
}

/** Condition that a column's value is in the list of a placeholder. The list is one parameter of any length. */
export function isAmong(column: Column, placeholder: string): SQL {
  return sql`${column} = any(${sql.placeholder(placeholder)})`;
}
