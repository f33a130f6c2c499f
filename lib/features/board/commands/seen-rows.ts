import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { command } from "@/lib/auth/commands/command";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

const MAX_SEEN = 500;
const markedSchema = z.object({ from: z.iso.datetime(), at: z.iso.datetime() });
/** Every change was marked as seen at `at`. Before, changes counted as unseen from `from` on. */
export type MarkedAsSeen = z.infer<typeof markedSchema>;

/**
 * Containers that a user has seen, or all, or `undo` of marking all. `at` (UTC text) is when the last cell of the seen row
 * changed.
 */
export const seenRowsSchema = z.union([
  z.object({
    seen: z.array(z.object({ id: z.string().min(1).max(200), at: z.iso.datetime() })).max(MAX_SEEN),
  }),
  z.object({ all: z.literal(true) }),
  z.object({ undo: markedSchema }),
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

/** What the user saw since the last time stays stored, for an undo. */
async function noteAllSeen(executor: Executor, userId: string): Promise<MarkedAsSeen> {
  const [marked] = await queryRows(
    executor,
    markedSchema,
    sql`
      with former as (select marks_from from preferences where user_id = ${userId}::uuid),
      marked as (
        insert into preferences (user_id, marks_from)
        values (${userId}::uuid, date_trunc('milliseconds', clock_timestamp()))
        on conflict (user_id) do update set marks_from = greatest(preferences.marks_from, excluded.marks_from)
        returning marks_from
      ),
      removed as (
        delete from last_seen using former where user_id = ${userId}::uuid and seen_at <= former.marks_from
      )
      select to_iso(coalesce(former.marks_from, marked.marks_from)) as from, to_iso(marked.marks_from) as at
      from marked left join former on true`,
  );
  if (!marked) throw new Error("marking all as seen answered no row");
  return marked;
}

/** Nothing is undone if all was marked as seen again since. */
async function undoAllSeen(executor: Executor, userId: string, { from, at }: MarkedAsSeen): Promise<void> {
  await executor.execute(sql`
    update preferences set marks_from = least(marks_from, ${from}::timestamptz)
    where user_id = ${userId}::uuid and date_trunc('milliseconds', marks_from) = ${at}::timestamptz`);
}

/**
 * Stores the rows that a user has seen, or marks every change until now as seen and returns what undoes that, or undoes it. A
 * later stored time is not replaced. Changes after the stored time stay unseen.
 */
export const saveLastSeen = command(
  { right: "dashboard", input: seenRowsSchema },
  async ({ db, actor }, requested): Promise<MarkedAsSeen | null> => {
    if ("all" in requested) return noteAllSeen(db, actor.userId);
    if ("undo" in requested) await undoAllSeen(db, actor.userId, requested.undo);
    else await noteRows(db, actor.userId, requested.seen);
    return null;
  },
);
