"use client";

import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BoardPageData } from "@/components/board/page-data";
import { type ListRows, useListRows } from "@/components/ui/lists/use-list-rows";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { fetchBoardPage, rowParams } from "./requests";
import { boardNews } from "./unseen-changes";

/** The cache key of all pages of a query. */
export function boardKey(query: BoardQuery): readonly ["board", string] {
  return ["board", rowParams(query).toString()];
}

/** The loaded pages of a query, by page number. */
export function loadedPages(client: QueryClient, query: BoardQuery): Map<number, BoardPageData> {
  const pages = new Map<number, BoardPageData>();
  for (const [key, page] of client.getQueriesData<BoardPageData>({ queryKey: boardKey(query) })) {
    const number = key[2];
    if (page && typeof number === "number") pages.set(number, page);
  }
  return pages;
}

export type BoardRows = Pick<
  ListRows<BoardRow, BoardPageData>,
  "total" | "rowAt" | "error" | "outdated" | "retry"
> & {
  counts: Record<string, number>;
  /** The number of containers that changed since the user last saw them. */
  changed: number;
};

/**
 * The rows of the board, read page by page as they come into view. `initial` is the first page as read by the server;
 * `pages` are the page numbers in view.
 */
export function useBoardRows(query: BoardQuery, pages: readonly number[], initial: BoardPageData): BoardRows {
  const key = boardKey(query);
  const { newest, loaded, ...rows } = useListRows<BoardRow, BoardPageData>({
    key,
    pages,
    read: (page, signal) => fetchBoardPage(query, page, signal),
    initial,
  });

  const asOf = newest?.asOf;
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are notified apart by when they were read
  useEffect(() => {
    for (const page of loaded.values()) boardNews.take(page.news);
  }, [asOf, key[1], pages.join()]);

  return { ...rows, counts: newest?.counts ?? {}, changed: newest?.changed ?? 0 };
}
