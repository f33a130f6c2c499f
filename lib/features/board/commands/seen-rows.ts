import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { command } from "@/lib/auth/commands/command";
import type { Executor } from "@/lib/platform/database/client";

const MAX_SEEN = 500;
/** Containers that a user has seen, or all. `at` (UTC text) is when the last cell of the seen row changed. */
export const seenRowsSchema = z.union([
  z.object({
    seen: z.array(z.object({ id: z.string().min(1).max(200), at: z.iso.datetime() })).max(MAX_SEEN),
  }),
  z.object({ all: z.literal(true) }),
]);
type SeenRows = Extract<z.infer<typeof seenRowsSchema>, { seen: unknown }>["seen"];

/** Starts counting a user's unseen changes from now, unless a start time is already stored. */
export async function beginMarks(executor: Executor, { userId }: Writer): Promise<void> {
  await executor.execute(
    sql`insert into preferences (user_id) values (${userId}::uuid) on conflict (user_id) do nothing`,
  );
}

async function noteRows(executor: Executor, userId: string, seen: SeenRows): Promise<void> {
  if (!seen.length) return;
  // Several windows of one user may report the same containers concurrently. A fixed lock order prevents deadlocks.
  await executor.execute(sql`
    insert into last_seen (user_id, container_id, seen_at)
    select ${userId}::uuid, seen.id, max(least(seen.at, clock_timestamp() + interval '1 second'))
    from json_to_recordset(${JSON.stringify(seen)}::json) as seen (id text, at timestamptz)
    group by seen.id order by seen.id
    on conflict (user_id, container_id) do update set seen_at = greatest(last_seen.seen_at, excluded.seen_at)`);
}

async function noteAllSeen(executor: Executor, userId: string): Promise<void> {
  await executor.execute(sql`
    with marked as (
      insert into preferences (user_id, marks_from) values (${userId}::uuid, clock_timestamp())
      on conflict (user_id) do update set marks_from = greatest(preferences.marks_from, excluded.marks_from)
      returning marks_from
    )
    delete from last_seen using marked where user_id = ${userId}::uuid and seen_at <= marks_from`);
}

/**
 * Stores the rows that a user has seen, or marks every change until now as seen. A later stored time is not replaced.
 * Changes after the stored time stay unseen.
 */
export const saveLastSeen = command(
  { right: "dashboard", input: seenRowsSchema },
  async ({ db, actor }, requested): Promise<void> => {
    if ("all" in requested) await noteAllSeen(db, actor.userId);
    else await noteRows(db, actor.userId, requested.seen);
  },
);
