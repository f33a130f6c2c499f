import type { DrizzleConfig } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import { leaveValuesOut } from "./redact-row-values";

/**
 * Drizzle over a pool whose transactions always release their connection. Drizzle itself does not release one whose
 * `begin` failed. Each connection lost just before then makes the pool smaller, and closing the pool waits forever.
 * Errors of failed queries contain none of their values.
 */
export function drizzleOn<Schema extends Record<string, unknown>>(
  pool: Pool,
  config: DrizzleConfig<Schema>,
): NodePgDatabase<Schema> & { $client: Pool } {
  leaveValuesOut();
  const db = drizzle(pool, config);
  const ofConnection = new WeakMap<PoolClient, NodePgDatabase<Schema>>();
  db.transaction = async (work, settings) => {
    const client = await pool.connect();
    try {
      const own = ofConnection.get(client) ?? drizzle(client, config);
      ofConnection.set(client, own);
      return await own.transaction(work, settings);
    } finally {
      client.release();
    }
  };
  return db;
}

/** Drizzle over one connection: when it is lost, all further writes over it fail. */
export function drizzleOnConnection<Schema extends Record<string, unknown>>(
  connection: PoolClient,
  config: DrizzleConfig<Schema>,
): NodePgDatabase<Schema> {
  leaveValuesOut();
  return drizzle(connection, config);
}
