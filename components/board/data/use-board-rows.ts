"use client";

import { notifyManager, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { BoardPageData, BoardRowsData } from "@/components/board/page-data";
import { type ListRows, type ListSource, listSource, useListRows } from "@/components/ui/lists/use-list-rows";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { type Patched, patchPages, recountPages } from "./patch-cache";
import { fetchBoardCounts, get, rowParams } from "./requests";
import { rowsInWork } from "./rows-in-work";
import { boardChanges } from "./unseen-changes";
import { type KeptRows, useKeptRows } from "./use-kept-rows";

/** The pages of a query. */
export const boardPages = (query: BoardQuery): ListSource<BoardPageData> =>
  listSource("board", rowParams(query), (params, signal) => get("/api/board", params, signal));

/** The loaded pages of a query, by page number. */
export function loadedPages(client: QueryClient, query: BoardQuery): Map<number, BoardPageData> {
  const pages = new Map<number, BoardPageData>();
  for (const [key, page] of client.getQueriesData<BoardPageData>({ queryKey: boardPages(query).key })) {
    const number = key[2];
    if (page && typeof number === "number") pages.set(number, page);
  }
  return pages;
}

/** Stores pages of a query. The board renders once. */
export function storePages(
  client: QueryClient,
  query: BoardQuery,
  pages: ReadonlyMap<number, BoardPageData>,
): void {
  const { key } = boardPages(query);
  notifyManager.batch(() => {
    for (const [number, page] of pages) client.setQueryData([...key, number], page);
  });
}

/** The lists whose pages are being read again, and whether they will be once more. */
const rereading = new Map<string, "once" | "again">();

/** Reads the loaded pages again, once more after any number of changes meanwhile. A read is not given up for the next. */
export async function rereadPages(client: QueryClient, query: BoardQuery): Promise<void> {
  const { key } = boardPages(query);
  const list = key.join();
  if (rereading.has(list)) {
    rereading.set(list, "again");
    return;
  }
  do {
    rereading.set(list, "once");
    await client.invalidateQueries({ queryKey: key });
  } while (rereading.get(list) === "again");
  rereading.delete(list);
}

/** Shows rows that were read again, on the loaded pages and where a row in work is kept. */
export function takeRows(
  client: QueryClient,
  query: BoardQuery,
  fresh: BoardRowsData,
  requested: readonly string[],
): Omit<Patched, "pages"> {
  const { pages, ...found } = patchPages(loadedPages(client, query), fresh, requested, query);
  storePages(client, query, pages);
  rowsInWork.take(fresh, requested);
  return found;
}

/** `total` counts the rows of the list, `shown` also has the places of rows that are kept on it. */
export type BoardRows = Omit<ListRows<BoardRow, BoardPageData>, "newest" | "loaded"> &
  KeptRows & {
    counts: Record<string, number>;
    /** The number of containers that changed since the user last saw them. */
    changed: number;
  };

const NO_COUNTS = { counts: {}, changed: 0 };

/** The counts of the last read, as long as the filters are those of that read. */
function useCounts(query: BoardQuery, newest: BoardPageData | null, outdated: boolean) {
  const filters = rowParams({ ...query, queue: "all", sort: [], group: null }).toString();
  const last = useRef<{ filters: string; counts: Record<string, number>; changed: number } | null>(null);
  if (newest && !outdated) last.current = { filters, counts: newest.counts, changed: newest.changed };
  return last.current?.filters === filters ? last.current : NO_COUNTS;
}

/** Counts the rows of a query after each page without a total. Until then the last total is shown. */
function useLaterTotal(
  query: BoardQuery,
  { newest, outdated, list }: ListRows<BoardRow, BoardPageData>,
): void {
  const client = useQueryClient();
  const { data: counts } = useQuery({
    queryKey: ["board-counts", list, newest?.asOf],
    queryFn: ({ signal }) => fetchBoardCounts(query, signal),
    enabled: newest !== null && !outdated && newest.total === null,
    gcTime: 0,
  });
  useEffect(() => {
    if (counts) storePages(client, query, recountPages(loadedPages(client, query), counts).pages);
  }, [client, query, counts]);
}

/** The rows of the board, read page by page as they come into view. `initial` is the first page as read by the server. */
export function useBoardRows(query: BoardQuery, initial: BoardPageData): BoardRows {
  const listed = useListRows<BoardRow, BoardPageData>(boardPages(query), initial);
  useLaterTotal(query, listed);
  const { newest, loaded, ...rows } = listed;
  const kept = useKeptRows(listed);

  const asOf = newest?.asOf;
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are notified apart by when they were read
  useEffect(() => {
    for (const page of loaded.values()) boardChanges.take(page.unseenChanges);
  }, [asOf, rows.list, [...loaded.keys()].join()]);

  const { counts, changed } = useCounts(query, newest, rows.outdated);
  return { ...rows, ...kept, counts, changed };
}
