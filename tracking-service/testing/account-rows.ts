import type { Store } from "@/tracking-service/store/database";

/**
 * A summary of an account's rows by table: their count and the sum of their hashes. The last use of a key is excluded.
 */
export async function rowsOf({ pool }: Store, accountId: string): Promise<Record<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id'`,
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select count(*), sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0))
       from "${name}" t where account_id = $1`,
      [accountId],
    );
    contents[name] = rows[0];
  }
  return contents;
}

/** Every id of an account's records. */
export async function idsOf({ pool }: Store, accountId: string): Promise<Set<string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id'
     intersect select table_name from information_schema.columns where column_name = 'id' and data_type = 'uuid'`,
  );
  const ids = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ id: string }>(
      `select id::text from "${name}" where account_id = $1`,
      [accountId],
    );
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}
