import { sql } from "drizzle-orm";
import { z } from "zod";
import { QUEUE_IDS, type QueueId } from "@/lib/domain/board-row/queues";
import { type BoardQuery, boardParams } from "@/lib/features/board/rules/board-address";
import { recordOf } from "@/lib/features/board/rules/filters";
import { areCountsKnown, boardCounts, countsOfValues } from "@/lib/mirror/board-rows/board-counts";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { canBeId } from "@/lib/platform/database/storable-id";
import { boardCondition, inWindow, isNarrowed, type Reader, storedCount } from "./filter-sql";
import { type BoardRange, findPage } from "./find-page";
import { boardOrder, rowPosition, rowsAfter } from "./row-order";
import { SharedCounts } from "./shared-counts";
import { countUnseenChanges, marksOf, readUnseenChanges } from "./unseen-changes";

export type QueueCounts = Record<QueueId, number>;

const queueCountsSchema = z.record(z.enum(QUEUE_IDS), z.number());
const storedCountsSchema = z.object({ known: z.boolean(), counts: z.record(z.string(), z.number()) });

/** Counts the containers in each queue at `now`, over the whole account, from the stored counts. */
export async function countQueues(executor: Executor, now: Date): Promise<QueueCounts> {
  const at = sql`${now}::timestamptz`;
  const [stored] = await queryRows(
    executor,
    storedCountsSchema,
    sql`
      select ${areCountsKnown(at)} as known,
        (select coalesce(json_object_agg(value, containers), '{}') from (${boardCounts("queue", at)}) counted) as counts`,
  );
  if (!stored?.known) return recountQueues(executor, now);
  return recordOf(QUEUE_IDS, (queue) => stored.counts[queue] ?? 0);
}

/** The same, counted from all rows. */
export async function recountQueues(executor: Executor, now: Date): Promise<QueueCounts> {
  const counted = QUEUE_IDS.map(
    (queue) => sql`count(*) filter (where ${inWindow(queue, now)})::int as ${sql.identifier(queue)}`,
  );
  const rows = await queryRows(
    executor,
    queueCountsSchema,
    sql`select ${sql.join(counted, sql`, `)} from board_rows`,
  );
  const [counts] = rows;
  if (!counts) throw new Error("counting answered no row");
  return counts;
}

const foundRowSchema = z.object({ id: z.string(), row: z.string(), unseen: z.string().nullable() });
type FoundRow = z.infer<typeof foundRowSchema>;

/** A board that is open in a browser: what it shows, and to whom. */
export interface OpenBoard {
  query: BoardQuery;
  reader: Reader;
}

/** Boards with the same key match the same rows. Order, groups and columns do not matter. */
function filterKey({ query, reader }: OpenBoard): string {
  const params = boardParams({ ...query, sort: [], group: null, cols: "", view: null }).toString();
  return `${params} ${query.changed ? reader : reader === null}`;
}

const countedValueSchema = z.object({ kind: z.string(), value: z.string(), containers: z.number() });

/** The numbers of rows that match boards, where they are stored. Null where they must be counted. One query for all. */
async function readStoredTotals(
  executor: Executor,
  boards: readonly OpenBoard[],
  now: Date,
): Promise<(number | null)[]> {
  const stored = boards.map(({ query, reader }) => storedCount(query, now, reader));
  const values = stored.filter((count) => count !== null);
  if (values.length === 0) return stored.map(() => null);
  const counts = await queryRows(executor, countedValueSchema, countsOfValues(values));
  return stored.map((count) => {
    const found = counts.find(({ kind, value }) => kind === count?.kind && value === count.value);
    return count && (found?.containers ?? 0);
  });
}

/** The number of rows that match a query where it is stored. Null where they must be counted. */
async function readStoredTotal(executor: Executor, board: OpenBoard, now: Date): Promise<number | null> {
  const [total = null] = await readStoredTotals(executor, [board], now);
  return total;
}

const pageRowSchema = foundRowSchema.extend({ position: z.string().nullable() });

/**
 * Returns one page of the board as JSON text: `{"rows": [...], "unseenChanges": {id: {at, since, columns}}, "total": n | null,
 * "next": text | null, "counts": {...}, "changed": n, "asOf": instant}`. `total` is null where the matching rows would have to be
 * counted, which `boardCountsJson` does. `next` is where the next page begins, null where no index serves the order. The rows
 * are passed on as the database stores them, without parsing. Throws `bad_input` if `after` is no position of the order.
 */
export async function boardPageJson(
  executor: Executor,
  query: BoardQuery,
  range: BoardRange,
  now: Date,
  reader: Reader = null,
): Promise<string> {
  const { offset, limit } = range;
  const order = boardOrder(query);
  const page = await findPage(executor, query, range, now, reader);
  // Sorts ids only. The text of a row is long, so it is read for the rows of the page only.
  const [found, counts, changed, stored] = await Promise.all([
    queryRows(
      executor,
      pageRowSchema,
      sql`
        select container_id as id, (${shownRow()})::text as row, ${marksOf(reader)}::text as unseen,
          ${rowPosition(query)}::text as position
        from (${page.ids}) page join board_rows using (container_id) order by ${order}`,
    ),
    countQueues(executor, now),
    countUnseenChanges(executor, reader),
    readStoredTotal(executor, { query, reader }, now),
  ]);
  const total = isNarrowed(query, now, reader) ? stored : counts[query.queue];
  // A row can be deleted after it was found. The page is then shorter, but not the last one.
  const count = page.count ?? found.length;
  const isLast = count < limit && (count > 0 || offset === 0);
  const position = isLast ? null : (found.at(-1)?.position ?? null);
  return envelope(found, {
    total: isLast ? offset + count : total,
    next: position !== null && rowsAfter(query, position) ? position : null,
    counts,
    changed,
    asOf: now.toISOString(),
  });
}

/** Counts the rows that match a query. */
export async function countRows(
  executor: Executor,
  query: BoardQuery,
  now: Date,
  reader: Reader = null,
): Promise<number> {
  const [total = 0] = await queryColumn(
    executor,
    z.number(),
    sql`select count(*)::int as total from board_rows where ${boardCondition(query, now, reader)}`,
  );
  return total;
}

/** The counts of each database that are requested by open boards. */
const sharedCounts = new WeakMap<Executor, SharedCounts>();

/** Counts the rows that match a query, once for equal queries that wait, and few queries at once. */
function countRowsShared(executor: Executor, query: BoardQuery, now: Date, reader: Reader): Promise<number> {
  const shared = sharedCounts.get(executor) ?? new SharedCounts();
  sharedCounts.set(executor, shared);
  return shared.count(filterKey({ query, reader }), () => countRows(executor, query, now, reader));
}

/** Returns the counts as JSON text: `{"total": n, "counts": {...}, "changed": n, "asOf": instant}`, as in a page. */
export async function boardCountsJson(
  executor: Executor,
  query: BoardQuery,
  now: Date,
  reader: Reader = null,
): Promise<string> {
  const narrowed = isNarrowed(query, now, reader);
  const countMatching = async () =>
    (await readStoredTotal(executor, { query, reader }, now)) ??
    countRowsShared(executor, query, now, reader);
  const [matching, counts, changed] = await Promise.all([
    narrowed ? countMatching() : 0,
    countQueues(executor, now),
    countUnseenChanges(executor, reader),
  ]);
  const total = narrowed ? matching : counts[query.queue];
  return JSON.stringify({ total, counts, changed, asOf: now.toISOString() });
}

/**
 * Returns named rows, each with `matches`: whether the row matches the query now. Unknown ids are left out. Nothing is
 * counted, so that changed cells are not delayed.
 */
export async function boardRowsJson(
  executor: Executor,
  ids: readonly string[],
  query: BoardQuery,
  now: Date,
  reader: Reader = null,
): Promise<string> {
  const condition = boardCondition(query, now, reader);
  const rows = await queryRows(
    executor,
    foundRowSchema,
    sql`
      select container_id as id, (${shownRow()} || jsonb_build_object('matches', (${condition})))::text as row,
        ${marksOf(reader)}::text as unseen
      from board_rows where container_id = any(${sql.param(ids.filter(canBeId))}::text[])`,
  );
  return envelope(rows, { asOf: now.toISOString() });
}

const changedRowSchema = z.object({ id: z.string(), row: z.string(), matches: z.array(z.boolean()) });

/** The message that asks a board to read its pages again. */
export const REREAD = JSON.stringify({ reread: true });

/** Changes for `changedRowsJson`. */
export interface BoardChanges {
  /** The changed containers. */
  ids: readonly string[];
  /** New numbers of unseen changes, by user. */
  unseen: ReadonlyMap<Reader, number>;
  /** The number of rows up to which they are sent. */
  maxRows: number;
}

/**
 * Reads changed rows once for many boards. Returns for each board the JSON text of those that it shows: `{"rows": [...],
 * "unseenChanges": {...}, "others": [id], "counts": {...}, "total": n | null, "changed": n, "asOf": instant}`. `others` are the
 * ids that do not match or no longer exist. Where more than `maxRows` match, the text is `REREAD`. `total` is
 * null where rows would have to be counted, and `changed` is absent where it is not new.
 */
export async function changedRowsJson(
  executor: Executor,
  { ids, unseen, maxRows }: BoardChanges,
  boards: readonly OpenBoard[],
  now: Date,
): Promise<string[]> {
  // Boards with the same filters share one condition and one total.
  const filters = new Map<string, { at: number; board: OpenBoard }>();
  const filtersAt = boards.map((board) => {
    const key = filterKey(board);
    const at = filters.get(key)?.at ?? filters.size;
    filters.set(key, { at, board });
    return at;
  });
  const distinct = [...filters.values()].map(({ board }) => board);
  const matches = distinct.map(({ query, reader }) => sql`(${boardCondition(query, now, reader)}) is true`);
  const changed = sql`container_id = any(${sql.param(ids.filter(canBeId))}::text[])`;
  const [rows, marks, counts, totals] = await Promise.all([
    queryRows(
      executor,
      changedRowSchema,
      sql`
        select container_id as id, (${shownRow()})::text as row, array[${sql.join(matches, sql`, `)}] as matches
        from board_rows where ${changed}`,
    ),
    readUnseenChanges(executor, changed, [...new Set(boards.map(({ reader }) => reader))]),
    countQueues(executor, now),
    readStoredTotals(executor, distinct, now),
  ]);
  return boards.map(({ query, reader }, board) => {
    const at = filtersAt[board] ?? 0;
    const matching = rows.filter((row) => row.matches[at]);
    const total = isNarrowed(query, now, reader) ? (totals[at] ?? null) : counts[query.queue];
    const rest = { counts, total, changed: unseen.get(reader), asOf: now.toISOString() };
    if (matching.length > maxRows) return REREAD;
    const found = matching.map(({ id, row }) => ({ id, row, unseen: marks.get(`${reader} ${id}`) ?? null }));
    const shown = new Set(found.map(({ id }) => id));
    return envelope(found, { others: ids.filter((id) => !shown.has(id)), ...rest });
  });
}

function envelope(rows: readonly FoundRow[], rest: Record<string, unknown>): string {
  const changes = rows.flatMap((row) => (row.unseen ? [`${JSON.stringify(row.id)}:${row.unseen}`] : []));
  const texts = rows.map(({ row }) => row);
  return `{"rows":[${texts.join(",")}],"unseenChanges":{${changes.join(",")}},${JSON.stringify(rest).slice(1)}`;
}
