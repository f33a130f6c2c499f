import { sql } from "drizzle-orm";
import type { Writer } from "@/lib/auth/access/actor";
import type { Executor } from "@/lib/platform/database/client";

/** A container a person has seen, as its row stood when its last cell changed at `at` (UTC text). */
export type Look = { id: string; at: string };

/** Makes sure a person's changes are counted from some time on: from now for one who is here for the first time. */
export async function beginMarks(executor: Executor, { userId }: Writer): Promise<void> {
  await executor.execute(
    sql`insert into preferences (user_id) values (${userId}::uuid) on conflict (user_id) do nothing`,
  );
}

/** Notes what a person has seen. A later look stays; what changed after it is still news. */
export async function noteLooks(
  executor: Executor,
  { userId }: Writer,
  looks: readonly Look[],
): Promise<void> {
  if (!looks.length) return;
  // One person's windows may tell of the same containers at once: the same order keeps them from waiting for each other.
  await executor.execute(sql`
    insert into looks (user_id, container_id, seen_at)
    select ${userId}::uuid, seen.id, max(least(seen.at, clock_timestamp() + interval '1 second'))
    from json_to_recordset(${JSON.stringify(looks)}::json) as seen (id text, at timestamptz)
    group by seen.id order by seen.id
    on conflict (user_id, container_id) do update set seen_at = greatest(looks.seen_at, excluded.seen_at)`);
}

/** Everything that changed until now is seen. */
export async function noteAllSeen(executor: Executor, { userId }: Writer): Promise<void> {
  await executor.execute(sql`
    with marked as (
      insert into preferences (user_id, marks_from) values (${userId}::uuid, clock_timestamp())
      on conflict (user_id) do update set marks_from = greatest(preferences.marks_from, excluded.marks_from)
      returning marks_from
    )
    delete from looks using marked where user_id = ${userId}::uuid and seen_at <= marks_from`);
}
