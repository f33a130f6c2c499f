import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { openDatabase } from "./client";
import { migrateDashboard, migrationsFolder } from "./migrate";

/** The tables of the mirror. A row of the board is deleted with its container. */
const MIRROR = [
  "containers",
  "shipments",
  "reference_records",
  "transport_events",
  "tracking_requests",
  "party_roles",
  "parties",
  "changes",
  "source_updates",
];

async function hashMigrations(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).sort())
    hash.update(`${name}\n`).update(await readFile(join(migrationsFolder, name)));
  return hash.digest("hex").slice(0, 12);
}

/** A separate database with the dashboard's tables: a clone of one that was migrated once in this test run. */
export async function createDashboardDatabase(): Promise<TestDatabase> {
  const name = `dashboard_${await hashMigrations()}`;
  return createTestDatabase({ template: { name, fill: migrateDashboard } });
}

/** A separate, migrated dashboard database for a test file; `close` removes it. */
export async function openTestDashboard() {
  const database = await createDashboardDatabase();
  const { db, pool } = openDatabase(database.url);
  return {
    db,
    pool,
    url: database.url,
    /** Empties the mirror and the additional tables. */
    async emptyMirror(...others: string[]): Promise<void> {
      await pool.query([...MIRROR, ...others].map((table) => `delete from ${table}`).join(";"));
    },
    /** Waits until no work on the pool is running, including work that no caller awaits. */
    async atRest(): Promise<void> {
      while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount)
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
