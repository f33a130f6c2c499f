import { createTestDatabase } from "@/lib/postgres/test-database";
import { openDatabase } from "./client";
import { migrateDashboard } from "./migrate";

/** A dashboard's database of a test file's own, migrated; `close` removes it. */
export async function openTestDashboard() {
  const database = await createTestDatabase();
  await migrateDashboard(database.url);
  const { db, pool } = openDatabase(database.url);
  return {
    db,
    pool,
    url: database.url,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
