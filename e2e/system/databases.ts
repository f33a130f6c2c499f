import { Client, type QueryResultRow } from "pg";
import { requireSystem } from "./running-system";

async function read<Row extends QueryResultRow>(
  connectionString: string,
  query: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
  }
}

/** Rows of the dashboard's database, to compare with a page. */
export function readDashboard<Row extends QueryResultRow>(
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return read<Row>(requireSystem().dashboardDatabaseUrl, query, values);
}

/** Rows of the tracking service's database. */
export function readService<Row extends QueryResultRow>(
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return read<Row>(requireSystem().trackingDatabaseUrl, query, values);
}
