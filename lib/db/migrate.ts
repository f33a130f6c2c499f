import path from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { openDatabase } from "./client";
import { isConflict } from "./transact";

/** The dashboard's migrations, as drizzle reads them. */
export const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), "migrations");

const TRIES = 5;

/**
 * Brings the dashboard's database at `url` to the present schema; does nothing when it is there already. Tried again where
 * PostgreSQL ended it for the sake of a worker of before, which may be at work meanwhile.
 */
export async function migrateDashboard(url: string): Promise<void> {
  const { db, pool } = openDatabase(url, { max: 1 });
  try {
    for (let tries = 1; ; tries += 1)
      try {
        await migrate(db, { migrationsFolder });
        return;
      } catch (error) {
        if (tries >= TRIES || !isConflict(error)) throw error;
      }
  } finally {
    await pool.end();
  }
}
