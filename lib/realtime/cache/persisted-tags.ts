import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import type { Executor } from "@/lib/platform/database/client";
import { RECORD_TAGS } from "./cache-tags";
import type { StoredTag } from "./tag-expirations";

/** The row that stands for all that were forgotten: when the latest of them expired. No tag is called that. */
const FORGOTTEN = "*";
const KEPT = "1 hour";
const AT_ONCE = 5_000;

type StoredTags = { tags: StoredTag[]; forgottenAgeMs: number | null };

/** The tags that were expired lately. Ages, not instants: the database's clock need not be this process's. */
export async function readStoredTags(connection: ClientBase): Promise<StoredTags> {
  const { rows } = await connection.query<StoredTag>(
    `select tag, (extract(epoch from clock_timestamp() - expired_at) * 1000)::float8 as "ageMs" from cache_tags`,
  );
  const forgotten = rows.find(({ tag }) => tag === FORGOTTEN);
  return { tags: rows.filter((row) => row !== forgotten), forgottenAgeMs: forgotten?.ageMs ?? null };
}

/**
 * Forgets when records' tags expired, an hour after, and notes when the latest of them did: pages in files that are as
 * old count as out of date for every record no longer named (those in memory never need it: a process that begins to
 * hear trusts none it made before). The few tags that are no record's stay. What somebody else holds waits for the
 * next time, so it stops nobody who expires tags. Gives how many were forgotten.
 */
export async function forgetOldTags(executor: Executor): Promise<number> {
  const old = sql`expired_at < clock_timestamp() - ${KEPT}::interval and tag like any (${sql.param(
    RECORD_TAGS.map((prefix) => `${prefix}%`),
  )}::text[])`;
  for (let total = 0; ; ) {
    const { rows } = await executor.execute<{ count: number }>(sql`
      with old as (select tag from cache_tags where ${old} order by tag limit ${AT_ONCE} for update skip locked),
      gone as (delete from cache_tags using old where cache_tags.tag = old.tag returning expired_at),
      noted as (
        insert into cache_tags (tag, expired_at)
        select ${FORGOTTEN}::text, max(expired_at) from gone having count(*) > 0
        on conflict (tag) do update set expired_at = greatest(cache_tags.expired_at, excluded.expired_at)
      )
      select count(*)::int as count from gone`);
    const count = rows[0]?.count ?? 0;
    total += count;
    if (count < AT_ONCE) return total;
  }
}
