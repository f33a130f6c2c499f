import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { openDatabase } from "@/lib/platform/database/client";
import { migrateDashboard, migrationsFolder } from "@/lib/platform/database/migrate";
import { createTestDatabase } from "@/lib/platform/postgres/test-database";

/** The migrations that a version had: those up to the one whose file name begins with `last`. */
async function copyMigrations(folder: string, last: string): Promise<void> {
  await cp(migrationsFolder, folder, { recursive: true });
  const journalPath = join(folder, "meta", "_journal.json");
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(journalPath, "utf8"));
  const entries = journal.entries.filter(({ tag }) => tag.slice(0, last.length) <= last);
  await writeFile(journalPath, JSON.stringify({ ...journal, entries }));
}

/**
 * Opens a database with the stored data of an earlier version, migrated to the present one. `last` is the number of the last
 * migration that version had, such as `0041`; its data are in `from-0041.sql`. `before` is the number of rows of each table
 * before the upgrade.
 */
export async function openUpgraded(last: string) {
  const database = await createTestDatabase();
  const opened = openDatabase(database.url, { max: 2 });

  /** Rows of each table that has any, partitions counted with their table. */
  async function countAll(): Promise<Map<string, number>> {
    const { rows } = await opened.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const counts = new Map<string, number>();
    for (const { name } of rows) {
      const { rows: counted } = await opened.pool.query(`select count(*)::int as count from ${name}`);
      if (counted[0].count > 0) counts.set(name, counted[0].count);
    }
    return counts;
  }

  const folder = await mkdtemp(join(tmpdir(), "drayboard-migrations-"));
  try {
    await copyMigrations(folder, last);
    await migrate(opened.db, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
  await opened.pool.query(await readFile(`e2e/upgrades/from-${last}.sql`, "utf8"));
  const before = await countAll();
  await migrateDashboard(database.url);
  const close = async () => {
    await opened.pool.end();
    await database.drop();
  };
  return { db: opened.db, pool: opened.pool, before, countAll, close };
}
