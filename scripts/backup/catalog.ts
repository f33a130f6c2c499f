import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Client, escapeIdentifier } from "pg";
import { z } from "zod";
import { migrationsFolder } from "@/lib/platform/database/migrate";
import { StartError } from "@/scripts/up/start-error";
import { CREATE_MIGRATIONS_TABLE, listMigrationFiles } from "@/tracking-service/store/migrate";
import {
  type DatabaseName,
  type SequenceState,
  sequenceSchema,
  type TableDefinition,
  tableSchema,
} from "./file-format";

/** The schemas in which the programs create tables: their own, and the record of migrations. */
const SCHEMAS = ["public", "drizzle"];

/** Fixes the format in which rows are written and read, independent of server and database settings. */
const STATEMENTS = [
  "set client_encoding = 'UTF8'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set extra_float_digits = 3",
  "set bytea_output = 'hex'",
  "set statement_timeout = 0",
  "set idle_in_transaction_session_timeout = 0",
  "set lock_timeout = '60s'",
];

/** Prepares a connection for reading and writing whole tables. */
export async function prepareConnection(client: Client): Promise<void> {
  for (const statement of STATEMENTS) await client.query(statement);
}

export const nameOf = (table: { schema: string; name: string }): string =>
  `${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)}`;

const columnsOf = ({ columns }: TableDefinition): string =>
  columns.map(({ name }) => escapeIdentifier(name)).join(", ");

export const copyOut = (table: TableDefinition): string =>
  `copy ${nameOf(table)} (${columnsOf(table)}) to stdout`;
export const copyIn = (table: TableDefinition): string =>
  `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`;

/**
 * All tables with rows, including those created at run time (partitions, counters). Generated columns are omitted,
 * because PostgreSQL writes them itself.
 */
export async function listTables(client: Client): Promise<TableDefinition[]> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'notNull', a.attnotnull) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       ) as columns,
       coalesce((select json_agg(a.attname order by k.at)
        from pg_constraint p, unnest(p.conkey) with ordinality as k (attnum, at), pg_attribute a
        where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k.attnum), '[]') as "primaryKey",
       (select json_build_object('parent', parent.relname, 'bounds', pg_get_expr(c.relpartbound, c.oid))
        from pg_inherits i join pg_class parent on parent.oid = i.inhparent where i.inhrelid = c.oid) as "partitionOf"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname = any($1) order by n.nspname, c.relname`,
    [SCHEMAS],
  );
  return z.array(tableSchema).parse(rows);
}

/**
 * The position of each sequence. Sequences are not part of snapshots. Read after the snapshot began, no sequence is
 * behind its rows.
 */
export async function listSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and c.relpersistence <> 't' and n.nspname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  const states: SequenceState[] = [];
  for (const sequence of rows) {
    const state = await client.query(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${nameOf(sequence)}`,
    );
    states.push(sequenceSchema.parse({ ...sequence, ...state.rows[0] }));
  }
  return states;
}

/** Whether the database contains no objects yet. */
export async function isEmptyDatabase(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1) limit 1",
    [SCHEMAS],
  );
  return rowCount === 0;
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** The migrations of this version of Drayboard, oldest first. */
export async function knownMigrations(database: DatabaseName): Promise<string[]> {
  if (database === "tracking") return listMigrationFiles().then((files) => files.map(({ name }) => name));
  return (await readJournal()).map(({ tag }) => tag);
}

async function readJournal(): Promise<{ tag: string; when: number }[]> {
  const text = await readFile(join(migrationsFolder, "meta", "_journal.json"), "utf8");
  return journalSchema.parse(JSON.parse(text)).entries;
}

/**
 * The migrations applied to a database, oldest first. Empty: none. Throws StartError for a migration that this version
 * does not know.
 */
export async function appliedMigrations(client: Client, database: DatabaseName): Promise<string[]> {
  const table = database === "tracking" ? "public.migrations" : "drizzle.__drizzle_migrations";
  const found = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    table,
  ]);
  if (!found.rows[0]?.there) return [];
  if (database === "tracking") {
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`);
    return rows.map(({ name }) => name);
  }
  const journal = new Map((await readJournal()).map(({ tag, when }) => [String(when), tag]));
  const { rows } = await client.query<{ when: string }>(
    `select created_at::text as when from ${table} order by created_at`,
  );
  return rows.map(({ when }) => {
    const tag = journal.get(when);
    if (tag === undefined)
      throw new StartError(
        "The database has a migration this version of Drayboard does not know. Use the version that runs on it.",
      );
    return tag;
  });
}

/** Creates the tables in an empty database with these migrations and no later ones. */
export async function createSchema(
  client: Client,
  database: DatabaseName,
  migrations: readonly string[],
): Promise<void> {
  const wanted = new Set(migrations);
  if (database === "tracking") {
    await client.query(CREATE_MIGRATIONS_TABLE);
    for (const { name, text } of await listMigrationFiles()) if (wanted.has(name)) await client.query(text);
    return;
  }
  // As in drizzle's migrator. The rows come from the backup, and the next start continues from them.
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  const tags = new Map((await readJournal()).map(({ tag, when }) => [when, tag]));
  for (const { folderMillis, sql } of readMigrationFiles({ migrationsFolder })) {
    if (!wanted.has(tags.get(folderMillis) ?? "")) continue;
    for (const statement of sql) await client.query(statement);
  }
}

const TYPE = /^[a-z][a-z_ ]*( ?\(\d+(,\d+)?\))?( with(out)? time zone)?(\[\])*$/;
const BOUNDS = /^(DEFAULT|FOR VALUES FROM \('[0-9 :+.-]+'\) TO \('[0-9 :+.-]+'\))$/;

/**
 * Creates a table that no migration creates: a partition, or one that a program creates at run time. A backup is not
 * executed as a script. Only quoted names, and types and bounds of a known form, become SQL.
 */
export async function createTable(client: Client, table: TableDefinition): Promise<void> {
  const unknown = () =>
    new Error(`the table ${table.schema}.${table.name} cannot be created from the backup`);
  const { partitionOf } = table;
  if (partitionOf !== null) {
    if (!BOUNDS.test(partitionOf.bounds)) throw unknown();
    const parent = nameOf({ schema: table.schema, name: partitionOf.parent });
    await client.query(`create table ${nameOf(table)} partition of ${parent} ${partitionOf.bounds}`);
    return;
  }
  const parts = table.columns.map(({ name, type, notNull }) => {
    if (!TYPE.test(type)) throw unknown();
    return `${escapeIdentifier(name)} ${type}${notNull ? " not null" : ""}`;
  });
  if (table.primaryKey.length > 0)
    parts.push(`primary key (${table.primaryKey.map(escapeIdentifier).join(", ")})`);
  await client.query(`create table ${nameOf(table)} (${parts.join(", ")})`);
}
