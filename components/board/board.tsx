"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useCallback, useEffect, useState } from "react";
import { ClockStart } from "@/components/live/clock";
import { boardCount } from "@/components/shell/board-count";
import { PageTop } from "@/components/shell/page-top";
import { QUEUES } from "@/lib/dispatch/queues";
import { BoardCard, BoardCards } from "./board-cards";
import { BoardError, EmptyBoard } from "./board-notices";
import type { BoardPageData } from "./board-page-data";
import { BoardRequestError } from "./board-requests";
import { BoardSearch } from "./board-search";
import { BoardTable } from "./board-table";
import { FilterBar } from "./filter-bar";
import { QueueStrip } from "./queue-strip";
import { useBoardFilters } from "./use-board-filters";
import { useBoardLive } from "./use-board-live";
import { type BoardRows, boardKey, pagesOf, useBoardRows } from "./use-board-rows";
import { usePhone } from "./use-phone";

const RETRIES = 2;
const FIRST_PAGE = [0];
/** Cards in the server's own answer: as many as a phone shows. */
const FIRST_CARDS = 8;

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < RETRIES &&
          !(error instanceof BoardRequestError && error.status >= 400 && error.status < 500),
        refetchOnWindowFocus: true,
      },
    },
  });
}

/**
 * The board: every box by how long there is, live. `initial` is its first page under the filters of the address,
 * read by the server.
 */
export function Board({ initial }: { initial: BoardPageData }) {
  const [client] = useState(newQueryClient);
  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>
        <ClockStart at={Date.parse(initial.asOf)}>
          <Desk initial={initial} />
        </ClockStart>
      </QueryClientProvider>
    </NuqsAdapter>
  );
}

function Desk({ initial }: { initial: BoardPageData }) {
  const { filters, search, setQueue, setFacet, setSort, clear } = useBoardFilters();
  const list = boardKey(filters)[1];
  const [view, setView] = useState({ list, pages: [0] });
  const rows = useBoardRows(filters, view.list === list ? view.pages : FIRST_PAGE, initial);
  const summary = useBoardLive(filters);
  const onRange = useCallback((of: string, first: number, last: number) => {
    const pages = pagesOf(first, last);
    setView((now) => (now.list === of && now.pages.join() === pages.join() ? now : { list: of, pages }));
  }, []);
  const all = rows.counts.all;
  useEffect(() => {
    if (all !== undefined) boardCount.share(all);
  }, [all]);
  const queue = QUEUES.find(({ id }) => id === filters.queue)?.label ?? "Board";

  return (
    <div className="flex flex-col md:h-[calc(100dvh-2.375rem)] md:min-h-[34rem]">
      <PageTop title="Board" search={<BoardSearch value={filters.q} onSearch={search} />} />
      <QueueStrip filters={filters} counts={rows.counts} onQueue={setQueue} />
      <FilterBar filters={filters} total={rows.total} onFacet={setFacet} onClear={clear} />
      {rows.error && <BoardError error={rows.error} onRetry={rows.retry} />}
      {rows.total === 0 && !rows.outdated ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyBoard filters={filters} all={rows.counts.all ?? 0} onClear={clear} onQueue={setQueue} />
        </div>
      ) : (
        <Rows
          list={list}
          rows={rows}
          label={`${queue}: containers by last free day`}
          sort={filters.sort}
          onSort={setSort}
          onRange={onRange}
        />
      )}
      <p role="status" className="sr-only">
        {summary}
      </p>
    </div>
  );
}

type RowsProps = Parameters<typeof BoardTable>[0];

/** A table, or cards on a phone. The server, which cannot know, sends the first screen of both. */
function Rows(props: RowsProps) {
  const { rows, list, label, onRange } = props;
  const phone = usePhone();
  return (
    <>
      {phone !== false && (
        <div className="md:hidden">
          {phone ? (
            <BoardCards rows={rows} list={list} label={label} onRange={onRange} />
          ) : (
            <FirstCards rows={rows} label={label} />
          )}
        </div>
      )}
      {phone !== true && (
        <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface max-md:hidden">
          <BoardTable {...props} />
          <div className="flex flex-wrap justify-between gap-x-4 border-t border-line bg-raised px-3 py-1.5 text-note text-ink-3">
            <span>
              <Key>j</Key> <Key>k</Key> move, <Key>enter</Key> opens, <Key>/</Key> searches
            </span>
            <span>Days and times in each terminal’s zone</span>
          </div>
        </div>
      )}
    </>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-tag border border-line-strong px-1.25 font-sans text-micro text-ink-3">
      {children}
    </kbd>
  );
}

function FirstCards({ rows, label }: { rows: BoardRows; label: string }) {
  const places = Array.from({ length: Math.min(FIRST_CARDS, rows.total) }, (_, index) => rows.rowAt(index));
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {places.map(
        (row) =>
          row && (
            <li key={row.id}>
              <BoardCard row={row} />
            </li>
          ),
      )}
    </ul>
  );
}
