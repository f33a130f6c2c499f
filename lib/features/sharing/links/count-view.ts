import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { networkOf } from "@/lib/auth/throttling/address-network";
import type { Executor } from "@/lib/platform/database/client";

/** Requests within this time belong to the same view, because an open page keeps sending requests. */
const ONE_VIEW_MS = 10 * 60_000;
/** An open page sends a request every few seconds. It is written to the database at most this often. */
const NOTED_EVERY_MS = 60_000;
const FORGOTTEN_MS = 24 * 60 * 60_000;
const MAX_REMEMBERED = 5_000;

const held = globalThis as typeof globalThis & { drayboardNoted?: Map<string, number> };

/** Whether this process recorded the visitor recently. The database is then not used. */
function notedJustNow(visitor: string, now: number): boolean {
  held.drayboardNoted ??= new Map();
  const noted = held.drayboardNoted;
  const before = noted.get(visitor);
  if (before !== undefined && before <= now && now - before < NOTED_EVERY_MS) return true;
  noted.delete(visitor);
  noted.set(visitor, now);
  const oldest = noted.keys().next();
  if (noted.size > MAX_REMEMBERED && !oldest.done) noted.delete(oldest.value);
  return false;
}

// The hash includes the link, so that a visitor cannot be followed from link to link.
const visitorOf = (id: string, address: string) =>
  createHash("sha256")
    .update(`${id} ${networkOf(address)}`)
    .digest("base64url")
    .slice(0, 22);

/**
 * Counts a view of a token, unless the same network opened it recently on any Drayboard instance. Also updates the time
 * last seen, to the minute. Concurrent requests count as one view.
 */
export async function countView(db: Executor, id: string, address: string, now: Date): Promise<void> {
  const visitor = visitorOf(id, address);
  if (notedJustNow(visitor, now.getTime())) return;
  const away = new Date(now.getTime() - ONE_VIEW_MS);
  const came = await db.execute(sql`
    insert into token_visits as seen (token_id, visitor, seen_at)
      values (${id}::uuid, ${visitor}, ${now.toISOString()}::timestamptz)
    on conflict (token_id, visitor) do update set seen_at = excluded.seen_at
      where seen.seen_at <= ${away.toISOString()}::timestamptz
    returning 1`);
  const views = came.rows.length > 0 ? 1 : 0;
  await db.execute(sql`
    with stayed as (
      update token_visits set seen_at = ${now.toISOString()}::timestamptz
      where token_id = ${id}::uuid and visitor = ${visitor} and seen_at < ${now.toISOString()}::timestamptz)
    update access_tokens set views = views + ${views},
      last_seen_at = greatest(last_seen_at, ${now.toISOString()}::timestamptz)
    where id = ${id}::uuid`);
  if (views > 0) await forgetVisits(db, now);
}

/** Deletes visitors not seen for a day. */
async function forgetVisits(db: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_MS).toISOString();
  await db.execute(sql`delete from token_visits where seen_at < ${before}::timestamptz`);
}
