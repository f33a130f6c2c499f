import type { ClientBase } from "pg";
import type { StoredTag } from "./tag-table";

/** All tags that were ever expired. Ages, not instants: the database's clock need not be this process's. */
export async function readStoredTags(connection: ClientBase): Promise<StoredTag[]> {
  const { rows } = await connection.query<StoredTag>(
    `select tag, (extract(epoch from clock_timestamp() - expired_at) * 1000)::float8 as "ageMs" from cache_tags`,
  );
  return rows;
}
