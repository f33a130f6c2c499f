import { type Column, type SQL, sql } from "drizzle-orm";
import type { Reader } from "./database";

/**
 * A query that is built once for the pool, and once for each transaction: to build a query's text costs more than to
 * ask it. Give it a name of its own, under which PostgreSQL keeps its plan: `….prepare("containers_by_id")`.
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

/** That a column's value is among those of a placeholder; one parameter, however many they are. */
export function isAmong(column: Column, placeholder: string): SQL {
  return sql`${column} = any(${sql.placeholder(placeholder)})`;
}
