import { createHash } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { openStore, type Store } from "@/tracking-service/store/database";
import { listMigrationFiles, migrate } from "@/tracking-service/store/migrate";

async function migrateAt(url: string): Promise<void> {
  const store = openStore(url);
  try {
    await migrate(store);
  } finally {
    await store.close();
  }
}

/**
 * A separate database with the service's tables: a clone of one that was migrated once in this test run. `admin` is the
 * administrator's URL of the cluster; default: the cluster of this test run.
 */
export async function createServiceDatabase(admin?: string): Promise<TestDatabase> {
  const hash = createHash("sha256").update(JSON.stringify(await listMigrationFiles()));
  const name = `service_${hash.digest("hex").slice(0, 12)}`;
  return createTestDatabase({ template: { name, fill: migrateAt }, admin });
}

/** A separate, migrated database of the service, opened; `close` removes it. */
export async function openTestStore(): Promise<Store> {
  const database = await createServiceDatabase();
  const store = openStore(database.url);
  return {
    ...store,
    async close() {
      await store.close();
      await database.drop();
    },
  };
}
