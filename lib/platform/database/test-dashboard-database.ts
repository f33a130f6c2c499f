import { createTestDatabase } from "@/lib/platform/postgres/test-database";
import { openDatabase } from "./client";
import { migrateDashboard } from "./migrate";

/** What the mirror is made of: a row of the board goes with its container. */
const MIRROR = [
  "containers",
  "shipments",
  "reference_records",
  "transport_events",
  "tracking_requests",
  "party_roles",
  "parties",
  "changes",
  "reports",
];

/** A dashboard's database of a test file's own, migrated; `close` removes it. */
export async function openTestDashboard() {
  const database = await createTestDatabase();
  await migrateDashboard(database.url);
  const { db, pool } = openDatabase(database.url);
  return {
    db,
    pool,
    url: database.url,
    /** Leaves nothing in the mirror, nor in the tables named also. */
    async emptyMirror(...others: string[]): Promise<void> {
      await pool.query([...MIRROR, ...others].map((table) => `delete from ${table}`).join(";"));
    },
    /** Waits until nothing that was begun on the pool is under way any more, also what nobody waits for. */
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
