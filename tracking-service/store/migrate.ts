import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { LOCKS, releaseSessionLock, takeSessionLock } from "@/lib/platform/database/advisory-locks";
import type { CatalogueRecord } from "@/tracking-service/sources/source";
import type { Store } from "./database";
import { catalogue } from "./schema";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "migrations");

export const CREATE_MIGRATIONS_TABLE =
  "create table if not exists migrations (name text primary key, run_at timestamptz not null default now())";

/** All migrations of this program, oldest first. */
export async function listMigrationFiles(): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(FOLDER, name), "utf8") })));
}

/**
 * Migrates the database to this program's version. Each file of migrations/ runs once in its own transaction, and
 * one process migrates at a time. Throws
 * when a later version has migrated the database; the message names both versions.
 */
export async function migrate({ pool }: Store): Promise<void> {
  const client = await pool.connect();
  try {
    await takeSessionLock(client, LOCKS.serviceMigrations);
    await client.query(CREATE_MIGRATIONS_TABLE);
    const done = await client.query<{ name: string }>("select name from migrations");
    const names = new Set(done.rows.map(({ name }) => name));
    const files = await listMigrationFiles();
    const known = files.map(({ name }) => name);
    const unknown = [...names].filter((name) => !known.includes(name)).sort();
    if (unknown.length > 0)
      throw new Error(
        `A newer tracking service has migrated the database: its last migration is ${unknown.at(-1)}, this version knows them ` +
          `up to ${known.at(-1)}. Start the newer version, or restore a backup made with this one.`,
      );
    for (const { name, text } of files) {
      if (names.has(name)) continue;
      await client.query(`begin;\n${text};\ninsert into migrations (name) values ('${name}');\ncommit;`);
    }
  } finally {
    await releaseSessionLock(client, LOCKS.serviceMigrations).catch(() => undefined);
    client.release();
  }
}

/** Stores the places and vessels of a source. Existing records get the source's newest attributes. */
export async function saveCatalogue({ db }: Store, records: CatalogueRecord[]): Promise<void> {
  const rows = records.map(({ portId, metroAreaId, ...record }) => ({
    ...record,
    portId: portId ?? null,
    metroAreaId: metroAreaId ?? null,
  }));
  const referenced = (row: (typeof rows)[number]) => row.portId !== null || row.metroAreaId !== null;
  for (const part of [rows.filter((row) => !referenced(row)), rows.filter(referenced)]) {
    if (part.length === 0) continue;
    await db
      .insert(catalogue)
      .values(part)
      .onConflictDoUpdate({
        target: catalogue.id,
        set: { attributes: sql`excluded.attributes`, code: sql`excluded.code` },
      });
  }
}
