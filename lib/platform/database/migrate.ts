import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { LOCKS, takeSessionLock } from "./advisory-locks";
import { openDatabase } from "./client";
import { nameSchemaVersion, requireKnownSchema } from "./schema-version";
import { isConflict } from "./transaction";

/** The folder of the dashboard's migrations, in drizzle's format. */
export const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), "migrations");

const ATTEMPTS = 5;

/** The limits of the database's role: a migration, and waiting for another one, may take as long as it needs. */
const WITHOUT_LIMITS = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
  .map((name) => `set ${name} = 0`)
  .join(";");

/**
 * Migrates the dashboard's database at `url` to the current schema; does nothing if it is current. One process migrates at a
 * time, and others wait for it. Retried if
 * PostgreSQL ended it because of a conflict with a worker of the previous version, which may still be running. Throws
 * NewerSchemaError if a later version has migrated it.
 */
export async function migrateDashboard(url: string): Promise<void> {
  // One connection holds the lock, the other one migrates.
  const { db, pool } = openDatabase(url, { max: 2 });
  const waiting = await pool.connect();
  try {
    await waiting.query(WITHOUT_LIMITS);
    await takeSessionLock(waiting, LOCKS.dashboardMigrations);
    await requireKnownSchema(db);
    await db.execute(sql.raw(WITHOUT_LIMITS));
    for (let attempts = 1; ; attempts += 1)
      try {
        await migrate(db, { migrationsFolder });
        await nameSchemaVersion(db);
        return;
      } catch (error) {
        if (attempts >= ATTEMPTS || !isConflict(error)) throw error;
      }
  } finally {
    // Closing the connection releases the lock.
    waiting.release(true);
    await pool.end();
  }
}
