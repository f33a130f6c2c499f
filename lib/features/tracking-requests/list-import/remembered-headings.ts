import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import type { KnownHeadings } from "@/lib/features/tracking-requests/list-import/rules/columns";
import { LIST_FIELDS } from "@/lib/features/tracking-requests/list-import/rules/headings";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";

const MAX_KEPT = 300;
const LONGEST = 200;
const headingsSchema = z.record(z.string(), z.enum(LIST_FIELDS).nullable()).catch({});

/** Returns the stored meaning of list headings for a user. */
export async function readHeadings(executor: Executor, { userId }: Writer): Promise<KnownHeadings> {
  const [headings] = await queryColumn(
    executor,
    z.unknown(),
    sql`select settings -> 'listHeadings' as headings from preferences where user_id = ${userId}::uuid`,
  );
  return headingsSchema.parse(headings ?? {});
}

/**
 * Stores the meaning of headings. The last meaning of a heading replaces earlier ones. Beyond a few hundred headings
 * the oldest are removed.
 */
export async function rememberHeadings(executor: Executor, by: Writer, learnt: KnownHeadings): Promise<void> {
  const before = Object.entries(await readHeadings(executor, by)).filter(
    ([name]) => !Object.hasOwn(learnt, name),
  );
  const added = Object.entries(learnt).filter(([name]) => name.length <= LONGEST && !name.includes("\0"));
  const stored = Object.fromEntries([...before, ...added].slice(-MAX_KEPT));
  const settings = JSON.stringify({ listHeadings: stored });
  await executor.execute(sql`
    insert into preferences as p (user_id, settings) values (${by.userId}::uuid, ${settings}::jsonb)
    on conflict (user_id) do update set settings = p.settings || excluded.settings, updated_at = clock_timestamp()`);
}
