import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { chosenKinds, marksJson } from "./fact-changes-sql";
import { changesSince, isChange, type Reader, unseenSince } from "./filter-sql";

/** Maximum count of changed containers. Counting stops there. */
const MAX_COUNTED = 1_000;
/** They are counted among so many containers that changed last, so that a count never reads all rows. */
const MAX_COMPARED = 20_000;

/**
 * Counts the containers with changes that the reader has not seen, at most `MAX_COUNTED`, among the `MAX_COMPARED` that changed
 * last.
 */
export async function countUnseenChanges(executor: Executor, reader: Reader): Promise<number> {
  if (reader === null) return 0;
  const [unseen = 0] = await queryColumn(
    executor,
    z.number(),
    sql`
      select count(*)::int as unseen from (
        select 1 from (
          select container_id, changed_at, fact_changes from board_rows
          where changed_at > ${changesSince(reader)} order by changed_at desc limit ${MAX_COMPARED}
        ) board_rows where ${isChange(reader)} limit ${MAX_COUNTED}
      ) unseen`,
  );
  return unseen;
}

/**
 * SQL for the columns of a row that the reader has not seen since they changed. Returns `{"at", "since", "columns"}` or null.
 */
export const marksOf = (reader: Reader) =>
  reader === null
    ? sql`null`
    : sql`case when changed_at > ${unseenSince(reader)}
        then ${marksJson(sql`${reader}`, chosenKinds(reader), unseenSince(reader))} end`;

const unseenRowSchema = z.object({ id: z.string(), reader: z.string(), unseen: z.string() });

/** The unseen changes of these rows for these readers, as JSON text by reader and row. */
export async function readUnseenChanges(
  executor: Executor,
  changed: SQL,
  readers: readonly Reader[],
): Promise<Map<string, string>> {
  const found = await queryRows(
    executor,
    unseenRowSchema,
    sql`
      select id, reader, unseen from (
        select container_id as id, user_id::text as reader,
          ${marksJson(sql`user_id`, sql`change_kinds`, sql`seen_until`)}::text as unseen
        from board_rows cross join lateral (
          select p.user_id, p.change_kinds, greatest(p.marks_from, coalesce(l.seen_at, '-infinity')) as seen_until
          from preferences p
            left join last_seen l on l.user_id = p.user_id and l.container_id = board_rows.container_id
          where p.user_id = any(${sql.param(readers.filter((reader) => reader !== null))}::uuid[])
        ) viewers where ${changed} and changed_at > seen_until
      ) marked where unseen is not null`,
  );
  return new Map(found.map(({ id, reader, unseen }) => [`${reader} ${id}`, unseen]));
}
