import { Client } from "pg";
import { listSequences, listTables, nameOf, prepareConnection } from "./catalog";
import type { SequenceState, TableDefinition } from "./file-format";

/** A connection that reads one instant of a database, and the name with which others join it. For tests. */
export async function holdSnapshot(url: string): Promise<{ client: Client; exported: string }> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  await prepareConnection(client);
  await client.query("begin isolation level repeatable read read only");
  const { rows } = await client.query<{ exported: string }>("select pg_export_snapshot() as exported");
  return { client, exported: rows[0]?.exported ?? "" };
}

/** Data specific to a restored installation: positions of the feed, expiry times of pages, and the pause. */
const ITS_OWN: Record<string, string> = {
  live_changes: "where false",
  cache_tags: "where false",
  installation: "where name <> 'restored'",
  restored: "where false",
};

type Field = { table: string; row: string; column: string; before: string | null; after: string | null };
export interface Comparison {
  tables: number;
  rows: number;
  fields: number;
  /** The first differences. Empty: the databases are equal. */
  differences: (Field | string)[];
}

const definitionOf = (table: TableDefinition) => JSON.stringify(table);
const PAGE = 2_000;

/** Compares two databases by table, row and field, as lossless text. Sequences are included. */
export async function compareDatabases(before: Client, after: Client): Promise<Comparison> {
  const [tables, restored] = [await listTables(before), await listTables(after)];
  const result: Comparison = { tables: tables.length, rows: 0, fields: 0, differences: [] };
  const definitions = new Map(restored.map((table) => [nameOf(table), table]));
  for (const table of tables) {
    const other = definitions.get(nameOf(table));
    if (!other || definitionOf(other) !== definitionOf(table))
      result.differences.push(`the table ${table.name} is defined differently`);
    else await compareRows(before, after, table, result);
  }
  const sequences = new Map((await listSequences(after)).map((one) => [nameOf(one), one]));
  for (const one of await listSequences(before))
    if (isBehind(sequences.get(nameOf(one)), one))
      result.differences.push(`the sequence ${one.name} differs`);
  return result;
}

/** A sequence of the running source advances after the backup. The restored one must not be ahead of it. */
function isBehind(restored: SequenceState | undefined, source: SequenceState): boolean {
  return restored === undefined || BigInt(restored.lastValue) > BigInt(source.lastValue);
}

async function compareRows(before: Client, after: Client, table: TableDefinition, result: Comparison) {
  const columns = table.columns.map(({ name }) => before.escapeIdentifier(name));
  const texts = columns.map((column) => `${column}::text as ${column}`).join(", ");
  const order = columns.map((column) => `${column}::text collate "C"`).join(", ");
  const text = `declare compared no scroll cursor for
    select ${texts} from ${nameOf(table)} ${ITS_OWN[table.name] ?? ""} order by ${order}`;
  await after.query("begin");
  for (const client of [before, after]) await client.query(text);
  for (;;) {
    const [rows, others] = await Promise.all(
      [before, after].map((client) => client.query(`fetch ${PAGE} from compared`).then((page) => page.rows)),
    );
    if (!rows || !others) throw new Error("no rows were read");
    if (rows.length !== others.length)
      result.differences.push(`the table ${table.name} has another number of rows`);
    for (const [at, row] of rows.entries())
      for (const { name } of table.columns) {
        result.fields += 1;
        if (row[name] !== others[at]?.[name] && result.differences.length < 20)
          result.differences.push({
            table: table.name,
            row: String(result.rows + at),
            column: name,
            before: row[name],
            after: others[at]?.[name] ?? null,
          });
      }
    result.rows += rows.length;
    if (rows.length < PAGE) break;
  }
  await before.query("close compared");
  await after.query("rollback");
}
