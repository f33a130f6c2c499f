import { createTestDatabase } from "@/lib/platform/postgres/test-database";
import { openDatabase } from "./client";
import { migrateDashboard } from "./migrate";

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

/** A separate, migrated dashboard database for a test file; `close` removes it. */
export async function openTestDashboard() {
  const database = await createTestDatabase();
  await migrateDashboard(database.url);
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
