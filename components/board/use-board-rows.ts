"use client";

import { type QueryClient, useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { BoardQuery } from "@/lib/dispatch/board-query";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { type BoardPageData, PAGE_SIZE } from "./board-page-data";
import { fetchBoardPage, rowParams } from "./board-requests";
import { boardNews } from "./news";

/** Deadlines pass without a notification: what is shown is read again this often. */
const REREAD_MS = 60_000;
const FRESH_MS = 15_000;

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

export type BoardRows = {
  total: number;
  counts: Record<string, number>;
  /** How many boxes changed since the person looked. */
  changed: number;
  /** The row at a place of the whole list; undefined while its page is on its way. */
  rowAt: (index: number) => BoardRow | undefined;
  error: Error | null;
  /** The rows are of the filters before: those of the new ones are on their way. */
  outdated: boolean;
  retry: () => void;
};

type Settled = Pick<BoardRows, "total" | "counts" | "changed" | "rowAt">;

/** The page a row of the whole list stands on. */
export const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE);

/**
 * The rows of the board, read page by page as they come into view. `initial` is the first page, as the server
 * read it; `pages` the page numbers in view.
 */
export function useBoardRows(query: BoardQuery, pages: readonly number[], initial: BoardPageData): BoardRows {
  const [initialKey] = useState(() => boardKey(query)[1]);
  const key = boardKey(query);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchBoardPage(query, page, signal),
      staleTime: FRESH_MS,
      refetchInterval: REREAD_MS,
      ...(page === 0 && key[1] === initialKey
        ? { initialData: initial, initialDataUpdatedAt: Date.parse(initial.asOf) }
        : {}),
    })),
  });

  const byNumber = new Map<number, BoardPageData>();
  let newest: BoardPageData | null = null;
  for (const [index, page] of pages.entries()) {
    const data = results[index]?.data;
    if (!data) continue;
    byNumber.set(page, data);
    if (!newest || data.asOf > newest.asOf) newest = data;
  }

  const asOf = newest?.asOf;
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are told apart by when they were read
  useEffect(() => {
    for (const page of byNumber.values()) boardNews.take(page.news);
  }, [asOf, key[1], pages.join()]);

  const kept = useRef<{ key: string; settled: Settled } | null>(null);
  const current: Settled | null = newest && {
    total: newest.total,
    counts: newest.counts,
    changed: newest.changed,
    rowAt: (index) => byNumber.get(pageOf(index))?.rows[index % PAGE_SIZE],
  };
  if (current) kept.current = { key: key[1], settled: current };
  const sameList = kept.current?.key === key[1];
  const shown = current ??
    kept.current?.settled ?? { total: 0, counts: {}, changed: 0, rowAt: () => undefined };

  return {
    ...shown,
    // While one scrolls into a page that is on its way, its places are empty, not those of the page before.
    rowAt: current || !sameList ? shown.rowAt : () => undefined,
    outdated: !current && !sameList,
    error: results.find((result) => result.error)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch();
    },
  };
}
