import type { DrizzleConfig } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import { leaveValuesOut } from "./redact-row-values";

/**
 * Drizzle over a pool whose transactions give their connection back whatever happens. Drizzle itself keeps one whose
 * `begin` failed: each connection that was lost just before makes the pool smaller, and its end waits for ever. Errors of
 * failed queries carry none of their values.
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

/** Drizzle over one connection: when that is lost, everything fails that would be written over it. */
export function drizzleOnConnection<Schema extends Record<string, unknown>>(
  connection: PoolClient,
  config: DrizzleConfig<Schema>,
): NodePgDatabase<Schema> {
  leaveValuesOut();
  return drizzle(connection, config);
}
