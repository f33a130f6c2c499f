import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import { QUEUE_IDS, type QueueId } from "@/lib/dispatch/queues";
import { canBeId } from "./address";
import {
  type BoardFilter,
  type BoardPage,
  boardCondition,
  boardOrder,
  inWindow,
  isNarrowed,
} from "./board-filter";

export type QueueCounts = Record<QueueId, number>;

/** How many boxes each queue holds at `now`, all of the account counted. */
export async function countQueues(executor: Executor, now: Date): Promise<QueueCounts> {
  const counted = QUEUE_IDS.map(
    (queue) => sql`count(*) filter (where ${inWindow(queue, now)})::int as ${sql.identifier(queue)}`,
  );
  const { rows } = await executor.execute<QueueCounts>(
    sql`select ${sql.join(counted, sql`, `)} from board_rows`,
  );
  const [counts] = rows;
  if (!counts) throw new Error("counting answered no row");
  return counts;
}

/**
 * One page of the board as JSON text: `{"rows": [...], "total": n, "counts": {...}, "asOf": instant}`. The rows are
 * passed on as the database holds them, unread.
 */
export async function boardPageJson(executor: Executor, page: BoardPage, now: Date): Promise<string> {
  const narrowed = isNarrowed(page);
  const order = boardOrder(page.sort);
  // The ids alone are put in order: a row's text, which is long, is read for those of the page.
  const [found, counts] = await Promise.all([
    executor.execute<{ row: string; total: number }>(sql`
      select row::text, total from (
        select container_id, ${narrowed ? sql`count(*) over ()` : sql`0`}::int as total
        from board_rows where ${boardCondition(page, now)}
        order by ${order} limit ${page.limit} offset ${page.offset}
      ) page join board_rows using (container_id) order by ${order}`),
    countQueues(executor, now),
  ]);
  const past = narrowed && page.offset > 0 && found.rows.length === 0;
  const inAll = past ? await countRows(executor, page, now) : (found.rows[0]?.total ?? 0);
  return envelope(
    found.rows.map(({ row }) => row),
    narrowed ? inAll : counts[page.queue],
    counts,
    now,
  );
}

async function countRows(executor: Executor, filter: BoardFilter, now: Date): Promise<number> {
  const { rows } = await executor.execute<{ total: number }>(
    sql`select count(*)::int as total from board_rows where ${boardCondition(filter, now)}`,
  );
  return rows[0]?.total ?? 0;
}

/** Named rows, each with `matches`: whether the filter lets it through now. Unknown ids are left out. */
export async function boardRowsJson(
  executor: Executor,
  ids: readonly string[],
  filter: BoardFilter,
  now: Date,
): Promise<string> {
  const condition = boardCondition(filter, now);
  const narrowed = isNarrowed(filter);
  const [found, matching, counts] = await Promise.all([
    executor.execute<{ row: string }>(sql`
      select (row || jsonb_build_object('matches', (${condition})))::text as row
      from board_rows where container_id = any(${sql.param(ids.filter(canBeId))}::text[])`),
    narrowed ? countRows(executor, filter, now) : 0,
    countQueues(executor, now),
  ]);
  return envelope(
    found.rows.map(({ row }) => row),
    narrowed ? matching : counts[filter.queue],
    counts,
    now,
  );
}

function envelope(rows: string[], total: number, counts: QueueCounts, now: Date): string {
  const rest = JSON.stringify({ total, counts, asOf: now.toISOString() });
  return `{"rows":[${rows.join(",")}],${rest.slice(1)}`;
}

export type Facet = { value: string; label: string; count: number };
export type BoardFacets = Record<"terminals" | "lines" | "ports" | "statuses" | "carriers", Facet[]>;

/** What the filters can be set to, with how many boxes each has. */
export async function listFacets(executor: Executor): Promise<BoardFacets> {
  const { rows } = await executor.execute<{ facets: BoardFacets }>(sql`
    with facet as (
      select 'terminals' as kind, terminal as value, terminal as label from board_rows where terminal is not null
      union all select 'lines', line, coalesce(row #>> '{line,name}', line) from board_rows where line is not null
      union all select 'ports', port, coalesce(row #>> '{port,name}', port) from board_rows where port is not null
      union all select 'statuses', status, row #>> '{status,label}' from board_rows where status is not null
      union all select 'carriers', carrier ->> 'partyId', carrier ->> 'name'
        from board_rows, jsonb_array_elements(row -> 'drayCarriers') as carrier
    ), counted as (
      select kind, value, min(label) as label, count(*)::int as count from facet group by kind, value
    )
    select json_object_agg(kind, list) as facets from (
      select kind, json_agg(json_build_object('value', value, 'label', label, 'count', count) order by label) as list
      from counted group by kind) kinds`);
  const none = { terminals: [], lines: [], ports: [], statuses: [], carriers: [] };
  return { ...none, ...rows[0]?.facets };
}
