"use client";

import { type QueryClient, type QueryKey, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type ListPage, PAGE_SIZE, pageOf } from "./page-size";
import type { OnPages } from "./use-visible-pages";

/** Shown rows are refetched, because time-dependent values change without a notification. */
export const REREAD = { staleTime: 15_000, refetchInterval: 60_000 };
const FIRST_PAGE: readonly number[] = [0];
/** The rows of the previous list stay for this time, so that a quick change does not flash. */
const PREVIOUS_MS = 200;

export type ListRows<Row, Page> = {
  /** The parameters of the list as text. */
  list: string;
  /** The page of the shown rows that was read last. Null before the first. */
  newest: Page | null;
  /** The loaded pages in view, by number. */
  loaded: ReadonlyMap<number, Page>;
  /** The length of the list. While it is not counted, the number of rows up to the last loaded one. */
  total: number;
  /** When `total` was counted (ISO 8601, UTC). Null while it is not. */
  countedAt: string | null;
  /** The row at an index of the whole list. Undefined while its page is loading. */
  rowAt: (index: number) => Row | undefined;
  error: Error | null;
  /** Whether `newest`, `total` and for a moment the rows belong to the previous list, because none of this one is loaded. */
  outdated: boolean;
  /** Whether the rows of this list have been loading for so long that their positions are empty. */
  waiting: boolean;
  /** Whether no row of this list could be read. Then there are no rows. */
  failed: boolean;
  retry: () => void;
  onPages: OnPages;
};

/** A list that is read page by page: the cache key of its pages, and the read of one. */
export type ListSource<Page> = {
  /** The list's name and its parameters as text. */
  key: readonly [string, string];
  /** `after`: the `next` of the page before. */
  read: (page: number, signal: AbortSignal, after?: string | null) => Promise<Page>;
};

/** `get` requests the rows of a list by its parameters, which include the range. */
export const listSource = <Page>(
  name: string,
  params: URLSearchParams,
  get: (params: URLSearchParams, signal: AbortSignal) => Promise<Page>,
): ListSource<Page> => ({
  key: [name, params.toString()],
  read(page, signal, after) {
    const range = [
      ["offset", String(page * PAGE_SIZE)],
      ["limit", String(PAGE_SIZE)],
    ];
    if (after) range.push(["after", after]);
    return get(new URLSearchParams([...params, ...range]), signal);
  },
});

/** Starts to read the first page of another list as soon as it is chosen, before the next render. */
export function readAhead<Page>(client: QueryClient, { key, read }: ListSource<Page>): void {
  void client.prefetchQuery({
    queryKey: [...key, 0],
    queryFn: ({ signal }) => read(0, signal),
    staleTime: REREAD.staleTime,
  });
}

/**
 * Where a page begins that is read for the first time after the page before it. Later both are read at different times, and a
 * row could move between them: then it is found by its offset.
 */
function positionOf(client: QueryClient, key: readonly [string, string], page: number) {
  if (client.getQueryData([...key, page])) return null;
  return client.getQueryData<ListPage<unknown>>([...key, page - 1])?.next;
}

/** Whether a state has lasted for a time. */
function useLasting(on: boolean, ms: number): boolean {
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [on, ms]);
  return lasted && on;
}

type Counted = { list: string; total: number; at: string };

/** The total that was counted last. A page read later without one does not replace it. */
function latestTotal(list: string, loaded: ReadonlyMap<number, ListPage<unknown>>, last: Counted | null) {
  let latest = last?.list === list ? last : null;
  for (const { total, asOf } of loaded.values())
    if (total !== null && (!latest || asOf >= latest.at)) latest = { list, total, at: asOf };
  return latest;
}

/** The number of rows up to the last loaded one. */
const rowsUpTo = (loaded: ReadonlyMap<number, ListPage<unknown>>): number =>
  Math.max(0, ...[...loaded].map(([page, { rows }]) => (rows.length ? page * PAGE_SIZE + rows.length : 0)));

/**
 * The rows of a list, read page by page as they come into view. `initial` is the first page of the first list, as read
 * by the server.
 */
export function useListRows<Row, Page extends ListPage<Row>>(
  { key, read }: ListSource<Page>,
  initial: Page,
): ListRows<Row, Page> {
  const client = useQueryClient();
  const [name, list] = key;
  const [view, setView] = useState({ list, pages: FIRST_PAGE });
  const pages = view.list === list ? view.pages : FIRST_PAGE;
  const onPages = useCallback<OnPages>((of, shown) => {
    setView((now) =>
      now.list === of && now.pages.join() === shown.join() ? now : { list: of, pages: shown },
    );
  }, []);
  const [initialList] = useState(list);
  const results = useQueries({
    queries: pages.map((page) => {
      const queryKey: QueryKey = [name, list, page];
      const isInitial = page === 0 && list === initialList;
      return {
        queryKey,
        queryFn: ({ signal }: { signal: AbortSignal }) => read(page, signal, positionOf(client, key, page)),
        ...REREAD,
        initialData: isInitial ? initial : undefined,
        initialDataUpdatedAt: isInitial ? Date.parse(initial.asOf) : undefined,
      };
    }),
  });

  const loaded = new Map<number, Page>();
  let newest: Page | null = null;
  for (const [index, page] of pages.entries()) {
    const data = results[index]?.data;
    if (!data) continue;
    loaded.set(page, data);
    if (!newest || data.asOf > newest.asOf) newest = data;
  }

  const lastCounted = useRef<Counted | null>(null);
  const counted = latestTotal(list, loaded, lastCounted.current);
  if (counted) lastCounted.current = counted;

  type LoadedRows = {
    newest: Page;
    total: number;
    countedAt: string | null;
    rowAt: (index: number) => Row | undefined;
  };
  const stored = useRef<{ list: string; rows: LoadedRows } | null>(null);
  const current: LoadedRows | null = newest && {
    newest,
    total: counted?.total ?? rowsUpTo(loaded),
    countedAt: counted?.at ?? null,
    rowAt: (index) => loaded.get(pageOf(index))?.rows[index % PAGE_SIZE],
  };
  if (current) stored.current = { list, rows: current };
  const sameList = stored.current?.list === list;
  const shown = current ?? stored.current?.rows;
  const outdated = !current && !sameList;
  // The first failure of a list is shown while it is requested again. Rows on the screen wait for the last attempt.
  const failure = outdated ? results.find((result) => result.failureReason)?.failureReason : null;
  const failed = outdated && Boolean(failure);
  const waiting = useLasting(outdated && !failed, PREVIOUS_MS);

  return {
    list,
    onPages,
    newest: shown?.newest ?? null,
    loaded,
    total: failed ? 0 : (shown?.total ?? 0),
    countedAt: shown?.countedAt ?? null,
    // While the user scrolls into a page that is loading, its positions are empty instead of showing the previous page.
    rowAt: shown && (current || (outdated && !failed && !waiting)) ? shown.rowAt : () => undefined,
    outdated,
    waiting,
    failed,
    error: results.find((result) => result.error)?.error ?? failure ?? null,
    retry: () => {
      for (const result of results) if (result.failureReason) void result.refetch();
    },
  };
}
