import { pipeline } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client } from "pg";
import { from } from "pg-copy-streams";
import { noteRestored, type Restored } from "@/lib/platform/database/restored";
import * as dashboardSchema from "@/lib/platform/database/schema/schema";
import { COUNTS_TAG, PARTIES_TAG, REQUESTS_TAG } from "@/lib/realtime/cache/cache-tags";
import { StartError } from "@/scripts/up/start-error";
import { noteRestored as noteServiceRestored } from "@/tracking-service/store/restored";
import * as trackingSchema from "@/tracking-service/store/schema";
import * as trackingSources from "@/tracking-service/store/sources-schema";
import {
  copyIn,
  createSchema,
  createTable,
  isEmptyDatabase,
  listTables,
  nameOf,
  prepareConnection,
} from "./catalog";
import { digestTable } from "./dump";
import type { DatabaseName, EntryReader, RowDigest, TableDefinition } from "./file-format";

/** The restore of one database in one transaction. Nothing is visible before `commit`. */
export interface Restoration {
  rows: number;
  commit(): Promise<void>;
  /** Called after the commits of all databases. Gathers statistics and closes the connection. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Throws StartError unless the database is empty. */
export async function requireEmptyDatabase(url: string, called: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if (!(await isEmptyDatabase(client)))
      throw new StartError(
        `${called} holds data already. Nothing was changed. A backup is restored only into an empty target: ` +
          "set DATA_DIR to a new folder, or name an empty database.",
      );
  } finally {
    await client.end();
  }
}

/**
 * Restores the next database of a backup into an empty one: the tables of its migrations, all rows, and the positions
 * of sequences. Each table is read back and compared with the backup. Then server-specific data are adjusted and the
 * pause begins. Throws on any difference.
 */
export async function loadDatabase(
  url: string,
  entries: EntryReader,
  expected: { name: DatabaseName; migrations: readonly string[] },
  restored: Restored,
  report: (line: string) => void,
): Promise<Restoration> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await prepareConnection(client);
    await client.query("begin");
    const rows = await load(client, entries, expected, report);
    await adjust(client, expected.name, restored);
    return {
      rows,
      commit: async () => {
        await client.query("commit");
      },
      // Only helps the planner, and PostgreSQL gathers statistics later anyway. A failure loses nothing.
      finish: async () => {
        await client.query("analyze").catch(() => undefined);
        await client.end().catch(() => undefined);
      },
      abandon: () => client.end().catch(() => undefined),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function load(
  client: Client,
  entries: EntryReader,
  { name, migrations }: { name: DatabaseName; migrations: readonly string[] },
  report: (line: string) => void,
): Promise<number> {
  const { name: found, tables, sequences } = await entries.next("database");
  if (found !== name)
    throw new Error(`the backup holds the database "${found}" where "${name}" was announced`);
  await createSchema(client, name, migrations);
  const there = new Set((await listTables(client)).map(nameOf));
  for (const table of tables) if (!there.has(nameOf(table))) await createTable(client, table);
  const resume = await suspendRules(client);

  let total = 0;
  for (const table of tables) {
    const announced = await entries.next("rows");
    if (announced.schema !== table.schema || announced.table !== table.name)
      throw new Error(`the backup holds rows of ${announced.table} where ${table.name} was announced`);
    const rows = await loadTable(client, entries, table);
    if (rows >= 100_000) report(`  ${table.name}: ${rows.toLocaleString("en-US")} rows`);
    total += rows;
  }
  for (const { schema, name: sequence, lastValue, isCalled } of sequences)
    await client.query("select setval($1::regclass, $2::bigint, $3)", [
      nameOf({ schema, name: sequence }),
      lastValue,
      isCalled,
    ]);
  await resume();
  return total;
}

async function loadTable(client: Client, entries: EntryReader, table: TableDefinition): Promise<number> {
  // Migrations insert initial rows into some tables.
  await client.query(`truncate ${nameOf(table)}`);
  let expected = { rows: -1, digest: "" };
  const rows = entries.rows((end) => {
    expected = end;
  });
  await pipeline(rows, client.query(from(copyIn(table))));
  requireSame(table, expected, await digestTable(client, table));
  return expected.rows;
}

function requireSame(
  table: TableDefinition,
  expected: { rows: number; digest: string },
  found: RowDigest,
): void {
  if (found.rows === expected.rows && found.value() === expected.digest) return;
  throw new Error(
    `the table ${table.name} differs from the backup after loading (${found.rows} rows, ${expected.rows} expected)`,
  );
}

/**
 * Removes foreign keys and disables triggers, so that tables can be loaded in any order and nothing is written twice.
 * The returned function restores both. Each foreign key is then checked over all rows. Requires only ownership of the
 * tables.
 */
async function suspendRules(client: Client): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname in ('public', 'drizzle')`,
  );
  const triggers = await client.query<{ table: string }>(
    `select distinct t.tgrelid::regclass::text as table from pg_trigger t
     join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and n.nspname in ('public', 'drizzle')`,
  );
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of triggers.rows) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const { table } of triggers.rows) await client.query(`alter table ${table} enable trigger user`);
    for (const { table, name, definition } of keys.rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/**
 * Adjusts data that are only valid on the source server. Positions in the live feed are its transaction numbers
 * (docs/decisions/0007). Pages cached earlier on this machine contain other data.
 */
async function adjust(client: Client, name: DatabaseName, restored: Restored): Promise<void> {
  if (name === "tracking") {
    const at = { backupAt: new Date(restored.backupAt), restoredAt: new Date(restored.restoredAt) };
    await noteServiceRestored(drizzle(client, { schema: { ...trackingSchema, ...trackingSources } }), at);
    return;
  }
  await client.query("truncate live_changes");
  await client.query(
    `insert into cache_tags (tag, expired_at)
     select tag, clock_timestamp() from (select tag from cache_tags union select unnest($1::text[])) as tags (tag)
     on conflict (tag) do update set expired_at = excluded.expired_at`,
    [["*", PARTIES_TAG, REQUESTS_TAG, COUNTS_TAG]],
  );
  await noteRestored(drizzle(client, { schema: dashboardSchema }), restored);
}
