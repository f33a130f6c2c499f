import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { RECORD_TAGS } from "./cache-tags";
import type { StoredTag } from "./tag-expirations";

/** The row for all deleted tags: when the latest of them expired. No tag has this name. */
const FORGOTTEN = "*";
const KEPT = "1 hour";
const AT_ONCE = 5_000;

type StoredTags = { tags: StoredTag[]; forgottenAgeMs: number | null };

/**
 * Returns the recently expired tags. Uses ages instead of instants, because the database's clock may differ from this
 * process's.
 */
export async function readStoredTags(connection: ClientBase): Promise<StoredTags> {
  const { rows } = await connection.query<StoredTag>(
    `select tag, (extract(epoch from clock_timestamp() - expired_at) * 1000)::float8 as "ageMs" from cache_tags`,
  );
  const forgotten = rows.find(({ tag }) => tag === FORGOTTEN);
  return { tags: rows.filter((row) => row !== forgotten), forgottenAgeMs: forgotten?.ageMs ?? null };
}

/**
 * Deletes the expiries of record tags after an hour and records when the latest of them expired. Pages in files that
 * are as old count as outdated for every record without a stored tag. Entries in memory do not need this: a new process
 * trusts only entries created after it began to listen. The few tags of other kinds stay. Rows locked by another
 * transaction are skipped until the next run, so no process that expires tags is blocked. Returns how many were
 * deleted.
 */
export async function forgetOldTags(executor: Executor): Promise<number> {
  const old = sql`expired_at < clock_timestamp() - ${KEPT}::interval and tag like any (${sql.param(
    RECORD_TAGS.map((prefix) => `${prefix}%`),
  )}::text[])`;
  for (let total = 0; ; ) {
    const [count = 0] = await queryColumn(
      executor,
      z.number(),
      sql`
        with old as (select tag from cache_tags where ${old} order by tag limit ${AT_ONCE} for update skip locked),
        gone as (delete from cache_tags using old where cache_tags.tag = old.tag returning expired_at),
        noted as (
          insert into cache_tags (tag, expired_at)
          select ${FORGOTTEN}::text, max(expired_at) from gone having count(*) > 0
          on conflict (tag) do update set expired_at = greatest(cache_tags.expired_at, excluded.expired_at)
        )
        select count(*)::int as count from gone`,
    );
    total += count;
    if (count < AT_ONCE) return total;
  }
}
