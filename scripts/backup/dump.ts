import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { to } from "pg-copy-streams";
import { appliedMigrations, copyOut, listSequences, listTables, nameOf, prepareConnection } from "./catalog";
import {
  type DatabaseName,
  entryFrame,
  RowDigest,
  rowFrames,
  type SequenceState,
  type TableDefinition,
} from "./file-format";

const ATTEMPTS = 5;
const UNDEFINED_TABLE = "42P01";

/** A database as of one instant, independent of later changes. */
export interface Snapshot {
  name: DatabaseName;
  migrations: string[];
  tables: TableDefinition[];
  /** The whole database as frames of a backup. `report` is called for each table before it is copied. */
  frames(report: (table: TableDefinition) => void): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/**
 * Begins a snapshot of a running database: a read-only REPEATABLE READ transaction. Its locks only prevent tables from
 * being dropped or altered. `exported` joins a snapshot that another connection exported, for tests.
 */
export async function openSnapshot(url: string, name: DatabaseName, exported?: string): Promise<Snapshot> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  let lost: Error | null = null;
  client.on("error", (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await prepareConnection(client);
    const { tables, sequences } = await beginSnapshot(client, exported);
    const migrations = await appliedMigrations(client, name);
    return {
      name,
      migrations,
      tables,
      frames: (report) => readFrames(client, { name, tables, sequences }, report, () => lost),
      close: () => client.end().catch(() => undefined),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** A table, such as an old partition, may be dropped between listing and locking. The snapshot then begins again. */
async function beginSnapshot(
  client: Client,
  exported?: string,
): Promise<{ tables: TableDefinition[]; sequences: SequenceState[] }> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await client.query("begin isolation level repeatable read read only");
      if (exported !== undefined)
        await client.query(`set transaction snapshot ${client.escapeLiteral(exported)}`);
      const tables = await listTables(client);
      if (tables.length > 0)
        await client.query(`lock table ${tables.map(nameOf).join(", ")} in access share mode`);
      return { tables, sequences: await listSequences(client) };
    } catch (error) {
      await client.query("rollback");
      const dropped = error instanceof Error && "code" in error && error.code === UNDEFINED_TABLE;
      if (!dropped || attempt === ATTEMPTS) throw error;
    }
}

async function* readFrames(
  client: Client,
  { name, tables, sequences }: { name: DatabaseName; tables: TableDefinition[]; sequences: SequenceState[] },
  report: (table: TableDefinition) => void,
  lost: () => Error | null,
): AsyncGenerator<Buffer> {
  yield entryFrame({ kind: "database", name, tables, sequences });
  for (const table of tables) {
    report(table);
    yield entryFrame({ kind: "rows", schema: table.schema, table: table.name });
    const digest = new RowDigest();
    const rows = client.query(to(copyOut(table)));
    yield* rowFrames(digesting(rows, digest));
    const failure = lost();
    if (failure !== null) throw failure;
    yield entryFrame({ kind: "rows end", rows: digest.rows, digest: digest.value() });
  }
}

async function* digesting(chunks: AsyncIterable<Buffer>, digest: RowDigest): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}

/** The digest of a table's current rows, as this connection sees them. */
export async function digestTable(client: Client, table: TableDefinition): Promise<RowDigest> {
  const digest = new RowDigest();
  await pipeline(client.query(to(copyOut(table))), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) digest.update(chunk);
  });
  return digest;
}
