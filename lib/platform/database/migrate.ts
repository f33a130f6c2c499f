import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { openDatabase } from "./client";
import { nameSchemaVersion, requireKnownSchema } from "./schema-version";
import { isConflict } from "./transaction";

/** The folder of the dashboard's migrations, in drizzle's format. */
export const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), "migrations");

const ATTEMPTS = 5;

/**
 * Migrates the dashboard's database at `url` to the current schema; does nothing if it is current. Retried if
 * PostgreSQL ended it because of a conflict with a worker of the previous version, which may still be running. Throws
 * NewerSchemaError if a later version has migrated it.
 */
export async function migrateDashboard(url: string): Promise<void> {
  const { db, pool } = openDatabase(url, { max: 1 });
  try {
    await requireKnownSchema(db);
    // A migration may take as long as it needs, regardless of the limits of the database's role.
    await db.execute(sql`set statement_timeout = 0`);
    await db.execute(sql`set lock_timeout = 0`);
    await db.execute(sql`set idle_in_transaction_session_timeout = 0`);
    for (let attempts = 1; ; attempts += 1)
      try {
        await migrate(db, { migrationsFolder });
        await nameSchemaVersion(db);
        return;
      } catch (error) {
        if (attempts >= ATTEMPTS || !isConflict(error)) throw error;
      }
  } finally {
    await pool.end();
  }
}
