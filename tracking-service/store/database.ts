import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { drizzleOn } from "@/lib/platform/database/drizzle";
import * as mainSchema from "./schema";
import * as sourcesSchema from "./sources-schema";

const schema = { ...mainSchema, ...sourcesSchema };

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Where a query can run: on the pool or inside a transaction. */
export type Reader = Database | Transaction;

export type Store = { db: Database; pool: pg.Pool; url: string; close(): Promise<void> };

/**
 * Opens a pool on the service's own database. After a lost connection, the next query opens another. `onQuery` receives
 * every statement with its values.
 */
export function openStore(
  url: string,
  onError: (error: Error) => void = () => undefined,
  onQuery?: (text: string, values: unknown[]) => void,
): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    application_name: "tracking-service",
  });
  pool.on("error", onError);
  // A connection lost inside a transaction has no other error listener. An unhandled "error" event would end the
  // process.
  pool.on("connect", (client) => client.on("error", onError));
  const logger = onQuery && { logQuery: onQuery };
  return { db: drizzleOn(pool, { schema, logger }), pool, url, close: () => pool.end() };
}

/** For fewer records, a second connection costs more than waiting for the first. */
const WORTH_TWO = 20;

/**
 * Reads both results for about `records` records. On the pool they run in parallel when that pays off. In a
 * transaction, which has one connection, they run one after the other.
 */
export async function readBoth<One, Other>(
  reader: Reader,
  records: number,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  if ("$client" in reader && records >= WORTH_TWO) return Promise.all([one(), other()]);
  return [await one(), await other()];
}

/** SQLSTATE classes and socket errors of an unreachable database. */
const AWAY = /^(08|57P|53|25P0[34])|^ECONN|^ENOTFOUND|^EPIPE|^ETIMEDOUT|^EHOSTUNREACH/;
/** Driver messages without a code for a connection that ended or was never opened. */
const AWAY_LABELS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (was closed|has encountered a connection error))/;

/**
 * Whether an error or its cause means an unreachable database instead of a wrong query. The message of a failed query
 * contains its SQL and values, so it is not examined.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && AWAY.test(cause.code)) return true;
    if (AWAY_LABELS.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Whether an error is PostgreSQL's unique violation. */
export function isDuplicate(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === "23505") return true;
  }
  return false;
}
