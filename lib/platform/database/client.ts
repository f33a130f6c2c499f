import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { type ClientBase, Pool, type PoolClient } from "pg";
import { config } from "@/lib/platform/config/config";
import * as schema from "@/lib/platform/database/schema/schema";
import { logger } from "@/lib/platform/log";
import { measureQueries } from "@/lib/platform/metrics/measure-queries";
import { drizzleOn, drizzleOnConnection } from "./drizzle";

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Where a query runs: the pool, or an open transaction. */
export type Executor = Database | Transaction;

/**
 * How long PostgreSQL lets a connection run a statement, wait for a lock, and be idle inside a transaction, each in ms.
 */
type ConnectionLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number };

/**
 * Limits of the processes' own pools. They end hanging work, so they are far above normal durations: a page's slowest
 * statement takes seconds, a worker's (reports, lists of a large account) a minute. Longer work sets its own limits:
 * migrations (migrate.ts), the lock of the webhook registration (registration-lock.ts).
 */
const LIMITS = {
  dashboard: { statementMs: 30_000, lockMs: 10_000, idleInTransactionMs: 30_000 },
  worker: { statementMs: 300_000, lockMs: 60_000, idleInTransactionMs: 30_000 },
  exports: { statementMs: 60_000, lockMs: 10_000, idleInTransactionMs: 10_000 },
} as const satisfies Record<string, ConnectionLimits>;

type PoolOptions = {
  max?: number;
  responseTimeoutMs?: number;
  /** How long a query waits for a free connection. */
  connectWithinMs?: number;
  limits?: ConnectionLimits;
};

/** Sets the limits of a new connection by statements: a pooler refuses them as parameters of the connection, or drops them. */
async function limitConnection(
  client: ClientBase,
  answerWithinMs: number | undefined,
  limits: ConnectionLimits | undefined,
): Promise<void> {
  const values = {
    statement_timeout: answerWithinMs ?? limits?.statementMs,
    lock_timeout: answerWithinMs ?? limits?.lockMs,
    idle_in_transaction_session_timeout: answerWithinMs ?? limits?.idleInTransactionMs,
  };
  const statements = Object.entries(values).flatMap(([name, ms]) =>
    ms === undefined ? [] : [`set ${name} = ${ms}`],
  );
  if (statements.length > 0) await client.query(statements.join("; "));
}

/**
 * A database with its own pool; tests and scripts open one for another address. A query that is not answered within
 * `answerWithinMs` fails and its connection is closed. Without `limits` the server's own limits apply.
 */
export function openDatabase(url: string, options: PoolOptions = {}): { db: Database; pool: Pool } {
  const { max = 10, responseTimeoutMs: answerWithinMs, connectWithinMs = 5_000, limits } = options;
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: answerWithinMs ?? connectWithinMs,
    query_timeout: answerWithinMs,
    // The pool waits for it before a connection is used.
    onConnect: (client) => limitConnection(client, answerWithinMs, limits),
  });
  pool.on("error", (error) => logger("db").warn({ message: error.message }, "idle connection lost"));
  // A connection lost within a transaction fails that transaction. Without a listener the error would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    measureQueries(client);
  });
  return { db: drizzleOn(pool, { schema }), pool };
}

/**
 * A database over one connection, for work that may be written only while that connection holds a lock. The lock is
 * lost together with the connection, even before this process detects it. One statement or transaction at a time.
 */
export const databaseOn = (connection: PoolClient): Database => drizzleOnConnection(connection, { schema });

/** Longer than the dashboard's status line waits for the current state. */
const PROMPT_MS = 3_000;

type Opened = ReturnType<typeof openDatabase>;
const held = globalThis as typeof globalThis & {
  drayboardDatabase?: Opened;
  drayboardPrompt?: Opened;
  drayboardExports?: Opened;
};

function opened(): Opened {
  // Stored on the global object, because the bundler gives routes and pages copies of this module.
  held.drayboardDatabase ??= openDatabase(config().databaseUrl, { limits: LIMITS.dashboard });
  return held.drayboardDatabase;
}

/** Opens this process's pool with a worker's limits. Throws if the database was already opened. */
export function applyWorkerLimits(): void {
  if (held.drayboardDatabase)
    throw new Error("the database was opened before the worker's limits were applied");
  held.drayboardDatabase = openDatabase(config().databaseUrl, { limits: LIMITS.worker });
}

/** This process's database. */
export const db = (): Database => opened().db;

/** The same over its own connection, for values needed soon. A hanging connection is closed after three seconds. */
export function promptDb(): Database {
  held.drayboardPrompt ??= openDatabase(config().databaseUrl, { max: 1, responseTimeoutMs: PROMPT_MS });
  return held.drayboardPrompt.db;
}

const EXPORT_CONNECTIONS = 2;
/** Exports wait for each other: the slowest, listing a large board, takes seconds. */
const EXPORT_WAIT_MS = 30_000;

/** The same over two separate connections shared by all exports, so that the pages keep theirs. */
export function exportsDb(): Database {
  held.drayboardExports ??= openDatabase(config().databaseUrl, {
    max: EXPORT_CONNECTIONS,
    connectWithinMs: EXPORT_WAIT_MS,
    limits: LIMITS.exports,
  });
  return held.drayboardExports.db;
}

/** A replica of the database, with the limits of a dashboard. */
export const openReplica = (url: string): Opened => openDatabase(url, { limits: LIMITS.dashboard });

/** Closes this process's pools; for a stopping worker and for tests. */
export async function closeDatabase(): Promise<void> {
  const pools = [held.drayboardDatabase, held.drayboardPrompt, held.drayboardExports];
  for (const name of ["drayboardDatabase", "drayboardPrompt", "drayboardExports"] as const) delete held[name];
  await Promise.all(pools.map((each) => each?.pool.end()));
}

/** The connections of one pool: the maximum, those in use, and how many queries wait for one. */
export type PoolUse = { name: string; size: number; inUse: number; waiting: number };

/** The use of one pool. */
export function poolUse(name: string, { options, totalCount, idleCount, waitingCount }: Pool): PoolUse {
  return { name, size: options.max, inUse: totalCount - idleCount, waiting: waitingCount };
}

/** The use of this process's pools that are open. */
export function readPoolUse(): PoolUse[] {
  const pools = {
    main: held.drayboardDatabase,
    prompt: held.drayboardPrompt,
    exports: held.drayboardExports,
  };
  return Object.entries(pools).flatMap(([name, open]) => (open ? poolUse(name, open.pool) : []));
}

/** This process's connection pool, for raw SQL. */
export const pool = (): Pool => opened().pool;
