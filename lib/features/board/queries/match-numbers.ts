import { sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "@/lib/auth/commands/command";
import { parsePastedNumbers, type UnreadableLine } from "@/lib/domain/numbers/number-list";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";

/** The comparison of a list of numbers with the mirror: found numbers, missing numbers and lines without a number. */
export type NumbersReport = {
  requestedCount: number;
  found: number;
  missing: string[];
  unreadable: UnreadableLine[];
  unreadableCount: number;
  lines: number;
};

/**
 * Unused lists are deleted after this time, when a user pastes the next list. A list is in use while a view or an
 * active token shows it.
 */
const KEPT = sql`interval '90 days'`;
/** Maximum unreadable lines that are stored. Further lines are only counted. */
const UNREADABLE_KEPT = 1_000;

/** Stores a pasted list and returns its id. */
export const keepNumberList = command(
  { right: "dashboard", input: z.object({ text: z.string() }) },
  async ({ db, actor }, { text }): Promise<string> => {
    const { numbers, unreadable, lines } = parsePastedNumbers(text);
    if (numbers.length === 0)
      throw new AppError("bad_input", "No container numbers found. Enter four letters and seven digits.");
    await db.execute(sql`
    delete from number_lists l where l.created_at < clock_timestamp() - ${KEPT}
      and not exists (select 1 from views v where v.address like '%' || l.id || '%')
      and not exists (select 1 from access_tokens t where t.revoked_at is null
        and (t.expires_at is null or t.expires_at > clock_timestamp()) and t.settings::text like '%' || l.id || '%')`);
    const [id] = await queryColumn(
      db,
      z.string(),
      sql`
    insert into number_lists (created_by, numbers, unreadable, unreadable_count, line_count)
    values (${actor.userId}::uuid, ${sql.param([...numbers])}::text[],
      ${JSON.stringify(unreadable.slice(0, UNREADABLE_KEPT))}::jsonb, ${unreadable.length}, ${lines})
    returning id`,
    );
    if (id === undefined) throw new Error("Storing a list returned no row.");
    return id;
  },
);

/** Returns the numbers that have no container in the mirror, in the given order. */
export async function listMissing(executor: Executor, numbers: readonly string[]): Promise<string[]> {
  return queryColumn(
    executor,
    z.string(),
    sql`
      select asked.number from unnest(${sql.param([...numbers])}::text[]) with ordinality as asked (number, place)
      where not exists (select 1 from board_rows b where b.number = asked.number) order by asked.place`,
  );
}

const reportNumberListRowSchema = z.object({
  numbers: z.array(z.string()),
  unreadable: z.array(z.object({ line: z.number(), text: z.string() })),
  unreadableCount: z.number(),
  lines: z.number(),
});

/** Compares a stored list with the mirror now. Throws `not_found` when the list was deleted. */
export async function reportNumberList(executor: Executor, id: string): Promise<NumbersReport> {
  const rows = await queryRows(
    executor,
    reportNumberListRowSchema,
    sql`
      select numbers, unreadable, unreadable_count as "unreadableCount", line_count as lines
      from number_lists where id = ${id}::uuid`,
  );
  const [list] = rows;
  if (!list) throw new AppError("not_found", "This list is no longer available. Paste the numbers again.");
  const missing = await listMissing(executor, list.numbers);
  return {
    requestedCount: list.numbers.length,
    found: list.numbers.length - missing.length,
    missing,
    unreadable: list.unreadable,
    unreadableCount: list.unreadableCount,
    lines: list.lines,
  };
}
