import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";
import {
  COUNTS_TAG,
  containerTag,
  PARTIES_TAG,
  REQUESTS_TAG,
  shipmentTag,
} from "@/lib/realtime/cache/cache-tags";
import { CHANGES_CHANNEL, type ChangeEvent, MAX_LIST, TAGS_CHANNEL } from "./channels";

/**
 * Splits texts into lists that each fit a payload, including quotes and commas. A text too long for any payload gets
 * its own list.
 */
function chunks(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(JSON.stringify(text)) + 1;
    if (size > room || !parts.length) {
      parts.push([]);
      room = MAX_LIST;
    }
    parts.at(-1)?.push(text);
    room -= size;
  }
  return parts;
}

/**
 * Expires cache tags in every process when the transaction commits. Call it last: the rows of the tags stay locked
 * until then.
 */
export async function expireTags(executor: Executor, tags: Iterable<string>): Promise<void> {
  const sorted = [...new Set(tags)].sort();
  for (const part of chunks(sorted)) {
    await executor.execute(sql`
      with expired as (
        insert into cache_tags (tag, expired_at)
        select tag, clock_timestamp() from unnest(${sql.param(part)}::text[]) as tag order by tag collate "C"
        on conflict (tag) do update set expired_at = excluded.expired_at
      )
      select pg_notify(${TAGS_CHANNEL}, ${JSON.stringify(part)})`);
  }
}

/**
 * Notifies every process of the changed records when the transaction commits. The cached reads that depend on them
 * expire, and the changes are pushed to open browsers. Call it last in the transaction.
 */
export async function announceChange(executor: Executor, change: Partial<ChangeEvent>): Promise<void> {
  const { containers = [], shipments = [], requests = [], parties = false, jobs = [] } = change;
  if (!containers.length && !shipments.length && !requests.length && !parties && !jobs.length) return;
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
    ...chunks(jobs).map((ids) => ({ jobs: ids })),
  ];
  const all = { containers, shipments, requests, parties, jobs: jobs.length ? jobs : undefined };
  const small = Buffer.byteLength(JSON.stringify(all)) <= MAX_LIST;
  for (const event of small ? [all] : parts)
    await executor.execute(sql`
      with noted as (
        insert into live_changes (change) values (${JSON.stringify(event)}) returning id, xid, oldest_open, change
      )
      select pg_notify(${CHANGES_CHANNEL},
        json_build_object('id', id, 'xid', xid, 'oldestOpen', oldest_open, 'change', change)::text) from noted`);
}
