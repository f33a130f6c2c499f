"use client";

import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ListRows, useListRows } from "@/components/ui/use-list-rows";
import type { BoardQuery } from "@/lib/dispatch/board-query";
import type { BoardRow } from "@/lib/dispatch/board-row";
import type { BoardPageData } from "./board-page-data";
import { fetchBoardPage, rowParams } from "./board-requests";
import { boardNews } from "./news";

/** The cache key of every page of a query. */
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
  /** How many boxes changed since the person looked. */
  changed: number;
};

/**
 * The rows of the board, read page by page as they come into view. `initial` is the first page, as the server
 * read it; `pages` the page numbers in view.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are told apart by when they were read
  useEffect(() => {
    for (const page of loaded.values()) boardNews.take(page.news);
  }, [asOf, key[1], pages.join()]);

  return { ...rows, counts: newest?.counts ?? {}, changed: newest?.changed ?? 0 };
}
