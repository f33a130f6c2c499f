import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "./client";
import journal from "./migrations/meta/_journal.json";
import { queryColumn, queryRows } from "./rows";

/** The database has a migration that is unknown to this build; the message names both versions and the remedy. */
export class NewerSchemaError extends Error {
  override readonly name = "NewerSchemaError";
}

/** The last migration known to this build. */
const OURS = journal.entries.at(-1)?.tag ?? "none";

const requireKnownSchemaRowSchema = z.object({ at: z.string(), named: z.string().nullable() });

/** Throws NewerSchemaError if a later version has migrated the database; a database without migrations is accepted. */
export async function requireKnownSchema(db: Executor): Promise<void> {
  const [exists] = await queryColumn(
    db,
    z.boolean(),
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "there"`,
  );
  if (!exists) return;
  const rows = await queryRows(
    db,
    requireKnownSchemaRowSchema,
    sql`
      select created_at as "at", obj_description('drizzle.__drizzle_migrations'::regclass) as "named"
      from drizzle.__drizzle_migrations order by created_at desc`,
  );
  const known = new Set(journal.entries.map(({ when }) => when));
  const unknown = rows.find(({ at }) => !known.has(Number(at)));
  if (unknown === undefined) return;
  const theirs =
    unknown.named === null || journal.entries.some(({ tag }) => tag === unknown.named)
      ? `one of ${new Date(Number(unknown.at)).toISOString().slice(0, 10)}`
      : unknown.named;
  throw new NewerSchemaError(
    `A newer Drayboard has migrated the database: its last migration is ${theirs}, this version knows them up to ${OURS}. ` +
      "Start the newer version, or restore a backup made with this one.",
  );
}

/**
 * Stores the name of the last migration with the migrations table, which has no names: for versions that do not know
 * that migration.
 */
export async function nameSchemaVersion(db: Executor): Promise<void> {
  const [named] = await queryColumn(
    db,
    z.string().nullable(),
    sql`select obj_description('drizzle.__drizzle_migrations'::regclass) as "named"`,
  );
  if (named !== OURS) await db.execute(sql.raw(`comment on table drizzle.__drizzle_migrations is '${OURS}'`));
}
