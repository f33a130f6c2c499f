import { vi } from "vitest";
import { closeDatabase } from "./client";
import { createDashboardDatabase } from "./test-dashboard-database";

/**
 * A separate, migrated database for a test file, which this process uses as the dashboard's: `db()` and `pool()`
 * connect to it. No service runs at the address in the settings. `close` ends the pool, and removes the database and
 * the settings.
 */
export async function openOwnDatabase(): Promise<{ close: () => Promise<void> }> {
  const database = await createDashboardDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("TRACKING_API_URL", "http://127.0.0.1:9/v2");
  vi.stubEnv("TRACKING_API_KEY", "key");
  vi.stubEnv("NEXTAUTH_SECRET", "a secret of at least thirty-two characters");
  vi.stubEnv("PUBLIC_URL", "http://127.0.0.1:3000");
  return {
    async close() {
      await closeDatabase();
      await database.drop();
      vi.unstubAllEnvs();
    },
  };
}
