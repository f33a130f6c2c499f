import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient } from "pg";
import { config } from "@/lib/config";
import { logger } from "@/lib/log";
import { drizzleOn, drizzleOnConnection } from "@/lib/postgres/drizzle-on";
import * as schema from "./schema";

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Where a query runs: the pool, or a transaction somebody opened. */
export type Executor = Database | Transaction;

/**
 * A database over a pool of its own; tests and scripts open one for an address of their own. A query that is not
 * answered within `answerWithinMs` fails and its connection is let go.
 */
export function openDatabase(
  url: string,
  options: { max?: number; answerWithinMs?: number } = {},
): { db: Database; pool: Pool } {
  const { max = 10, answerWithinMs } = options;
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: answerWithinMs ?? 5_000,
    query_timeout: answerWithinMs,
    statement_timeout: answerWithinMs,
  });
  pool.on("error", (error) => logger("db").warn({ message: error.message }, "idle connection lost"));
  // One lost in the middle of a transaction fails that transaction; unheard it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: drizzleOn(pool, { schema }), pool };
}

/**
 * A database over one connection, for work that may be written only while that connection holds a lock: it is lost with
 * the connection, whether this process has noticed or not. One statement or transaction at a time.
 */
export const databaseOn = (connection: PoolClient): Database => drizzleOnConnection(connection, { schema });

/** Longer than the desk's line waits to hear how things stand. */
const PROMPT_MS = 3_000;

type Opened = ReturnType<typeof openDatabase>;
const held = globalThis as typeof globalThis & { drayboardDatabase?: Opened; drayboardPrompt?: Opened };

function opened(): Opened {
  // Kept on the global object: the bundler gives routes and pages copies of this module.
  held.drayboardDatabase ??= openDatabase(config().databaseUrl);
  return held.drayboardDatabase;
}

/** This process's database. */
export const db = (): Database => opened().db;

/** The same over a connection of its own, for what must be known soon: one that hangs is let go after three seconds. */
export function promptDb(): Database {
  held.drayboardPrompt ??= openDatabase(config().databaseUrl, { max: 1, answerWithinMs: PROMPT_MS });
  return held.drayboardPrompt.db;
}

/** This process's connection pool, for raw SQL. */
export const pool = (): Pool => opened().pool;
