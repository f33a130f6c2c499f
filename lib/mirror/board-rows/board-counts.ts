import { type SQL, sql } from "drizzle-orm";
import { LOCKS, tryLock } from "@/lib/platform/database/advisory-locks";
import type { Database } from "@/lib/platform/database/client";

/** Counts up to this age stay known at every instant: clocks of dashboards differ. */
const KEPT_MS = 300_000;

/** SQL: the counts of a kind at `now` as rows (value, label, containers), without zeros (docs/decisions/0048). */
export const boardCounts = (kind: string, now: SQL): SQL => sql`
  select value, label, sum(containers)::int as containers from (
    select value, label, containers from board_counts where kind = ${kind}
    union all
    select value, label, delta from board_count_deltas where at <= ${now} and kind = ${kind}
  ) counts group by value, label having sum(containers) <> 0`;

/** SQL: all values of these filters over the whole account as rows (kind, value, label, containers). */
export function countsOfKinds(kinds: readonly string[]): SQL {
  const listed = sql`kind = any(${sql.param([...kinds])}::text[])`;
  return sql`
    select kind, value, max(label) as label, sum(containers)::int as containers from (
      select kind, value, label, containers from board_counts where ${listed}
      union all
      select kind, value, label, delta from board_count_deltas where at = '-infinity' and ${listed}
    ) counts group by kind, value having sum(containers) > 0`;
}

/** A value of a filter whose containers are counted. */
export type CountedValue = { kind: string; value: string };

/** SQL: the containers of each of these values as rows (kind, value, containers). Those without any have no row. */
export function countsOfValues(values: readonly CountedValue[]): SQL {
  const listed = sql`(kind, value) in (select * from unnest(
    ${sql.param(values.map(({ kind }) => kind))}::text[], ${sql.param(values.map(({ value }) => value))}::text[]))`;
  return sql`
    select kind, value, sum(containers)::int as containers from (
      select kind, value, containers from board_counts where ${listed}
      union all
      select kind, value, delta from board_count_deltas where at = '-infinity' and ${listed}
    ) counts group by kind, value`;
}

/** SQL: whether the counts at `now` are known. Earlier ones must be counted from the rows. */
export const areCountsKnown = (now: SQL): SQL => sql`(select at <= ${now} from board_counts_until)`;

/**
 * Adds the deltas that every later count contains to the stored counts. Counts are the same before and after, also when it
 * is killed. Does nothing while another process does it.
 */
export async function foldBoardCounts(db: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() - KEPT_MS);
  await db.transaction(async (tx) => {
    if (!(await tryLock(tx, LOCKS.boardCounts))) return;
    await tx.execute(sql`
      with taken as (delete from board_count_deltas where at <= ${until} returning kind, value, label, delta),
      added as (
        insert into board_counts as stored (kind, value, label, containers)
        select kind, value, label, sum(delta) from taken group by 1, 2, 3 having sum(delta) <> 0
        on conflict (kind, value, label) do update set containers = stored.containers + excluded.containers)
      update board_counts_until set at = ${until} where at < ${until} and exists (select from taken)`);
    await tx.execute(sql`delete from board_counts where containers = 0`);
  });
}

/** Joins the deltas of one count at one instant, most of which cancel each other. */
export async function joinBoardCountDeltas(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await tryLock(tx, LOCKS.boardCounts))) return;
    await tx.execute(sql`
      with taken as (delete from board_count_deltas d
        using (select kind, value, label, at from board_count_deltas group by 1, 2, 3, 4 having count(*) > 1) several
        where (d.kind, d.value, d.label, d.at) = (several.kind, several.value, several.label, several.at)
        returning d.*)
      insert into board_count_deltas (kind, value, label, at, delta)
      select kind, value, label, at, sum(delta) from taken group by 1, 2, 3, 4 having sum(delta) <> 0`);
  });
}
