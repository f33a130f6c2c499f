"use client";

import { type QueryClient, useQueries } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { type BoardFilters, boardParams } from "./board-address";
import { type BoardPageData, PAGE_SIZE } from "./board-page-data";
import { fetchBoardPage } from "./board-requests";

/** Deadlines pass without a notification: what is shown is read again this often. */
const REREAD_MS = 60_000;
const FRESH_MS = 15_000;

/** The cache key of every page under the filters. */
export function boardKey(filters: BoardFilters): readonly ["board", string] {
  return ["board", boardParams(filters).toString()];
}

/** The loaded pages under the filters, by page number. */
export function loadedPages(client: QueryClient, filters: BoardFilters): Map<number, BoardPageData> {
  const pages = new Map<number, BoardPageData>();
  for (const [key, page] of client.getQueriesData<BoardPageData>({ queryKey: boardKey(filters) })) {
    const number = key[2];
    if (page && typeof number === "number") pages.set(number, page);
  }
  return pages;
}

export type BoardRows = {
  total: number;
  counts: Record<string, number>;
  /** The row at a place of the whole list; undefined while its page is on its way. */
  rowAt: (index: number) => BoardRow | undefined;
  error: Error | null;
  /** The rows are of the filters before: those of the new ones are on their way. */
  outdated: boolean;
  retry: () => void;
};

type Settled = Pick<BoardRows, "total" | "counts" | "rowAt">;

/** Which pages a stretch of the list needs. */
export function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / PAGE_SIZE);
  const to = Math.floor(Math.max(0, last) / PAGE_SIZE);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * The rows of the board, read page by page as they come into view. `initial` is what the server rendered under
 * `initialFilters`; `pages` the page numbers in view.
 */
export function useBoardRows(
  filters: BoardFilters,
  pages: readonly number[],
  initial: BoardPageData,
): BoardRows {
  const [initialKey] = useState(() => boardKey(filters)[1]);
  const key = boardKey(filters);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchBoardPage(filters, page, signal),
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

  const kept = useRef<{ key: string; settled: Settled } | null>(null);
  const current: Settled | null = newest && {
    total: newest.total,
    counts: newest.counts,
    rowAt: (index) => byNumber.get(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE],
  };
  if (current) kept.current = { key: key[1], settled: current };
  const sameList = kept.current?.key === key[1];
  const shown = current ?? kept.current?.settled ?? { total: 0, counts: {}, rowAt: () => undefined };

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
