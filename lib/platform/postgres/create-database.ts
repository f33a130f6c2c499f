import { Client } from "pg";

/** Creates a database on the server of this URL if it does not exist; the URL's user needs the permission. */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

/** Connects, runs the work, and always closes the connection. */
export async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The message if the database of a setting cannot be opened. */
export const openFailure = (setting: string, reason: string): string =>
  `${setting}: the database cannot be opened (${reason}). ` +
  "Check that the server runs, that the database exists, and user and password.";
