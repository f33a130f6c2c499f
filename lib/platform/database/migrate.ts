import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { openDatabase } from "./client";
import { nameSchemaVersion, requireKnownSchema } from "./schema-version";
import { isConflict } from "./transaction";

/** The dashboard's migrations, as drizzle reads them. */
export const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), "migrations");

const TRIES = 5;

/**
 * Brings the dashboard's database at `url` to the present schema; does nothing when it is there already. Tried again where
 * PostgreSQL ended it for the sake of a worker of before, which may be at work meanwhile. Throws NewerSchemaError where a
 * later version has migrated it.
 */
export async function migrateDashboard(url: string): Promise<void> {
  const { db, pool } = openDatabase(url, { max: 1 });
  try {
    await requireKnownSchema(db);
    // A migration may take as long as it needs, whatever limits the database's role was given.
    await db.execute(sql`set statement_timeout = 0`);
    await db.execute(sql`set lock_timeout = 0`);
    await db.execute(sql`set idle_in_transaction_session_timeout = 0`);
    for (let tries = 1; ; tries += 1)
      try {
        await migrate(db, { migrationsFolder });
        await nameSchemaVersion(db);
        return;
      } catch (error) {
        if (tries >= TRIES || !isConflict(error)) throw error;
      }
  } finally {
    await pool.end();
  }
}
