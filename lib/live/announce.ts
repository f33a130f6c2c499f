import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import { CHANGES_CHANNEL, type ChangeEvent, IDS_PER_NOTIFY, TAGS_CHANNEL } from "./channels";
import { COUNTS_TAG, containerTag, PARTIES_TAG, REQUESTS_TAG, shipmentTag } from "./tags";

function chunks<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += IDS_PER_NOTIFY) parts.push(items.slice(at, at + IDS_PER_NOTIFY));
  return parts;
}

/** Expires cache tags everywhere, when the transaction commits. Call it last: the tags' rows stay locked until then. */
export async function expireTags(executor: Executor, tags: Iterable<string>): Promise<void> {
  const sorted = [...new Set(tags)].sort();
  for (const part of chunks(sorted)) {
    await executor.execute(sql`
      with expired as (
        insert into cache_tags (tag, expired_at)
        select tag, clock_timestamp() from unnest(${sql.param(part)}::text[]) as tag order by tag
        on conflict (tag) do update set expired_at = excluded.expired_at
      )
      select pg_notify(${TAGS_CHANNEL}, ${JSON.stringify(part)})`);
  }
}

/**
 * Tells every process, when the transaction commits, which records changed: the cached reads that depend on them
 * expire, and open browsers hear of it. Call it last in the transaction.
 */
export async function announceChange(executor: Executor, change: Partial<ChangeEvent>): Promise<void> {
  const { containers = [], shipments = [], requests = [], parties = false } = change;
  if (!containers.length && !shipments.length && !requests.length && !parties) return;
  await expireTags(executor, [
    ...containers.map(containerTag),
    ...shipments.map(shipmentTag),
    ...(parties ? [PARTIES_TAG] : []),
    ...(requests.length ? [REQUESTS_TAG] : []),
    ...(containers.length ? [COUNTS_TAG] : []),
  ]);
  const parts: Partial<ChangeEvent>[] = [
    ...chunks(containers).map((ids) => ({ containers: ids })),
    ...chunks(shipments).map((ids) => ({ shipments: ids })),
    ...chunks(requests).map((ids) => ({ requests: ids })),
    ...(parties ? [{ parties }] : []),
  ];
  const small = [containers, shipments, requests].every((ids) => ids.length <= IDS_PER_NOTIFY / 4);
  for (const event of small ? [{ containers, shipments, requests, parties }] : parts)
    await executor.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(event)})`);
}
