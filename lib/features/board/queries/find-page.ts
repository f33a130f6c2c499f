import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { QueueId } from "@/lib/domain/board-row/queues";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import type { Executor } from "@/lib/platform/database/client";
import type { PageRange } from "@/lib/platform/database/page-range";
import { queryColumn } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { boardCondition, isNarrowed, type Reader } from "./filter-sql";
import { boardOrder, isIndexedOrder, rowsAfter } from "./row-order";

/** A page of the board: `after` is the `next` of the page before. */
export type BoardRange = PageRange & { after?: string };

/** From this row on a page is found by the row before it. Up to there it takes less time to count rows of an index. */
const FAR = 1_000;

/** Queues with an index of their own. */
const INDEXED_QUEUES: ReadonlySet<QueueId> = new Set([
  "planned-today",
  "follow-up-due",
  "arriving",
  "empty-due",
  "unreadable",
]);

const selectIds = (executor: Executor, selected: SQL) => queryColumn(executor, z.string(), selected);

/** The ids of the rows after a position. Its parts are read until there are enough. */
async function listAfter(
  executor: Executor,
  parts: readonly SQL[],
  { condition, order, limit }: { condition: SQL; order: SQL; limit: number },
): Promise<string[]> {
  const ids: string[] = [];
  for (const part of parts) {
    if (ids.length === limit) break;
    const rest = limit - ids.length;
    ids.push(
      ...(await selectIds(
        executor,
        sql`select container_id as id from board_rows where ${part} and ${condition} order by ${order} limit ${rest}`,
      )),
    );
  }
  return ids;
}

/** Whether no index serves the filters, so that matching rows can be far apart in the order that an index serves. */
function canBeFarApart(query: BoardQuery, now: Date, reader: Reader): boolean {
  const { q, numbers, list, changed, queue } = query;
  const isIndexed = q !== "" || numbers.length > 0 || list !== null || changed || INDEXED_QUEUES.has(queue);
  return isIndexedOrder(query) && !isIndexed && isNarrowed(query, now, reader);
}

/**
 * The ids of the first matching rows. Reads a twentieth of all rows in their order. If that is not enough, it reads all
 * rows as they are stored, which takes about as long, and not the rest one by one.
 */
async function listFarApart(
  executor: Executor,
  { condition, order, limit, offset }: { condition: SQL; order: SQL } & PageRange,
): Promise<string[]> {
  const page = sql`order by ${order} limit ${limit} offset ${offset}`;
  const near = await selectIds(
    executor,
    sql`
      select container_id as id from (
        select * from board_rows order by ${order}
        limit (select greatest(5000, reltuples / 20)::bigint from pg_class where oid = 'board_rows'::regclass)
      ) board_rows where ${condition} ${page}`,
  );
  if (near.length === limit) return near;
  return selectIds(
    executor,
    sql`
      with matching as materialized (
        select container_id, picked_up, governing_ends_at, no_appointment, held, number, eta_at, next_move_at, follow_up_at,
          return_due_at
        from board_rows where ${condition}
      ) select container_id as id from matching ${page}`,
  );
}

/** The rows of a page: SQL that selects their ids (container_id), and how many there are where that is known. */
type FoundPage = { ids: SQL; count: number | null };

/** Finds the rows of a page. Throws `bad_input` if `after` is no position of the order. */
export async function findPage(
  executor: Executor,
  query: BoardQuery,
  { offset, limit, after }: BoardRange,
  now: Date,
  reader: Reader,
): Promise<FoundPage> {
  const order = boardOrder(query);
  const condition = boardCondition(query, now, reader);
  const parts = after === undefined ? null : rowsAfter(query, after);
  if (after !== undefined && !parts)
    throw new AppError(
      "bad_input",
      "after: not a position in this order. Omit it, or pass `next` of the page before.",
    );
  const found = (ids: readonly string[]): FoundPage => ({
    ids: sql`select unnest(${sql.param([...ids])}::text[]) as container_id`,
    count: ids.length,
  });
  if (parts && offset >= FAR) return found(await listAfter(executor, parts, { condition, order, limit }));
  if (offset < FAR && canBeFarApart(query, now, reader))
    return found(await listFarApart(executor, { condition, order, limit, offset }));
  const ids = sql`select container_id from board_rows where ${condition} order by ${order} limit ${limit} offset ${offset}`;
  return { ids, count: null };
}
