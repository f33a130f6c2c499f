"use client";

import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useMemo, useState } from "react";
import { markAllSeen } from "@/components/board/data/mark-all-seen";
import { boardChanges } from "@/components/board/data/unseen-changes";
import { useBoardGroups } from "@/components/board/data/use-board-groups";
import { useBoardLive } from "@/components/board/data/use-board-live";
import { boardPages, useBoardRows } from "@/components/board/data/use-board-rows";
import { useLayout } from "@/components/board/data/use-column-layout";
import { BoardSearch } from "@/components/board/filters/board-search";
import { FilterBar } from "@/components/board/filters/filter-bar";
import { BoardRows } from "@/components/board/table/board-rows";
import { SelectAllCheckbox } from "@/components/board/table/select-checkbox";
import { measureColumns } from "@/components/board/table/table-head";
import { BulkDock } from "@/components/bulk-jobs/bulk-dock";
import { useViews } from "@/components/saved-views/use-views";
import { ViewTabs } from "@/components/saved-views/view-tabs";
import { boardCount } from "@/components/shell/board-count";
import { PageTop } from "@/components/shell/page-header";
import { ClockStart } from "@/components/time/clock";
import { type ListPlace, useListAddress } from "@/components/ui/lists/use-list-address";
import { QUEUES, type QueueId } from "@/lib/domain/board-row/queues";
import {
  type BoardQuery,
  boardParams,
  readBoardQuery,
  widened,
} from "@/lib/features/board/rules/board-address";
import { formatLayout, parseLayout } from "@/lib/features/board/rules/column-layout";
import { effectiveSort } from "@/lib/features/board/rules/sort-orders";
import type { FieldNames } from "@/lib/features/custom-fields/rules/custom-field";
import { AddressNotice } from "./address-problems";
import { BoardBar } from "./board-bar";
import { BoardError, EmptyBoard } from "./board-empty-states";
import { useListing } from "./list-items";
import type { BoardActions, BoardPageData, BoardSettings, GroupSum, ViewList } from "./page-data";
import { newQueryClient } from "./query-client";
import { QueueStrip } from "./queue-strip";

/** Panels load their script when one is first opened. */
const NumbersPanel = dynamic(
  () => import("@/components/board/panels/numbers-panel").then((module) => module.NumbersPanel),
  {
    ssr: false,
  },
);
const ColumnsPanel = dynamic(
  () => import("@/components/board/panels/columns-panel").then((module) => module.ColumnsPanel),
  {
    ssr: false,
  },
);
const ViewPanel = dynamic(
  () => import("@/components/saved-views/view-panel").then((module) => module.ViewPanel),
  { ssr: false },
);

const PLACE: ListPlace<BoardQuery> = {
  path: "/board",
  read: readBoardQuery,
  params: boardParams,
  source: boardPages,
  // For a user with a default view, because the address without parameters opens that view.
  whole: "queue=all",
};

/**
 * The data that the page reads for the board: the first page of rows (`BoardPageData` as JSON text, which costs less to
 * send than an object), the groups if the address has a grouping, and the user's views and settings. `beginning` contains
 * the parameters for an address without parameters.
 */
export type BoardStart = {
  rows: string;
  groups: GroupSum[] | null;
  views: ViewList;
  settings: BoardSettings;
  /** Whether the browser's last board was on a wide screen. */
  wide: boolean;
  fieldNames: FieldNames;
  beginning: string;
};

/** The board: all containers by time left, updated live. */
export function Board({ start, actions }: { start: BoardStart; actions: BoardActions }) {
  const [client] = useState(newQueryClient);
  const [rows] = useState<BoardPageData>(() => JSON.parse(start.rows));
  return (
    <QueryClientProvider client={client}>
      <ClockStart at={Date.parse(rows.asOf)}>
        <Dashboard start={{ ...start, rows }} actions={actions} />
      </ClockStart>
    </QueryClientProvider>
  );
}

type ParsedStart = Omit<BoardStart, "rows"> & { rows: BoardPageData };

type Opened = "numbers" | "columns" | "view" | null;

/** The rows of the query and their groups. */
function useBoard(query: BoardQuery, start: ParsedStart) {
  const rows = useBoardRows(query, start.rows);
  const { groups, error, retry } = useBoardGroups(query, start.groups);
  const waiting = groups === undefined;
  const shown = useMemo(() => (waiting ? { ...rows, outdated: true } : rows), [rows, waiting]);
  const listing = useListing(shown, query.group, groups ?? null);
  return { listing, error: rows.error ?? error, retry: rows.error ? rows.retry : retry };
}

function Dashboard({ start, actions }: { start: ParsedStart; actions: BoardActions }) {
  const address = useListAddress(PLACE, start.beginning);
  const { query, set, ahead } = address;
  const { listing, error, retry } = useBoard(query, start);
  const { rows } = listing;
  const summary = useBoardLive(query);
  const views = useViews(start.views, query, actions);
  const look = useLayout(query, set, start.settings, start.wide);
  const [opened, setOpened] = useState<Opened>(null);
  const client = useQueryClient();
  const all = rows.counts.all;
  useEffect(() => {
    if (all !== undefined) boardCount.share(all);
  }, [all]);
  useEffect(() => boardChanges.keep(query.changed), [query.changed]);
  const problems = useMemo(
    () => [
      ...address.problems,
      ...parseLayout(query.cols).wrong.map((value) => ({
        place: "cols",
        value,
        text: "unknown or duplicate column",
      })),
    ],
    [address.problems, query.cols],
  );
  const search = useCallback((q: string) => set({ ...query, q }), [query, set]);
  const clear = () => set(widened(query));
  const onQueue = (queue: QueueId) => set({ ...query, queue }, true);
  const reread = () => client.invalidateQueries({ queryKey: ["board"] });
  const seeAll = () =>
    markAllSeen(reread, () => {
      set({ ...query, changed: false });
      return reread();
    });
  const queue = QUEUES.find(({ id }) => id === query.queue)?.label ?? "Board";

  return (
    <div className="flex flex-col md:h-[calc(100dvh-2.375rem)] md:min-h-[34rem]">
      <PageTop title="Board" search={<BoardSearch value={query.q} onSearch={search} isFind />} />
      <ViewTabs views={views} onQuery={(next) => set(next, true)} />
      <QueueStrip
        query={query}
        counts={rows.counts}
        onPress={(queue) => ahead({ ...query, queue })}
        onQueue={onQueue}
      />
      <FilterBar
        address={address}
        changed={rows.changed}
        onNumbers={() => setOpened("numbers")}
        onAllSeen={() => void seeAll()}
      >
        <BoardBar
          query={query}
          listing={listing}
          density={look.density}
          views={views}
          onChanged={() => set({ ...query, changed: !query.changed })}
          onGroup={(group) => set({ ...query, group })}
          onColumns={() => setOpened("columns")}
          onDensity={look.setDensity}
          onView={() => setOpened("view")}
        />
      </FilterBar>
      <AddressNotice problems={problems} onTidy={() => set({ ...query, cols: tidyCols(query) })} />
      {error && <BoardError error={error} onRetry={retry} unread={rows.failed} />}
      {rows.failed ? null : rows.shown.length === 0 && !rows.outdated ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyBoard
            query={query}
            all={rows.counts.all ?? 0}
            changed={rows.changed}
            onClear={clear}
            onQueue={onQueue}
            onChanges={() => set({ ...widened(query), queue: "all", changed: true })}
          />
        </div>
      ) : (
        <BoardRows
          list={rows.list}
          query={query}
          listing={listing}
          layout={look.layout}
          fieldNames={start.fieldNames}
          density={look.density}
          label={`${queue}: containers by last free day`}
          sort={effectiveSort(query)}
          onPressSort={(sort) => ahead({ ...query, sort })}
          onSort={(sort) => set({ ...query, sort })}
          onLayout={look.setLayout}
          onPages={rows.onPages}
          selectAll={
            <SelectAllCheckbox total={rows.total} isCounted={rows.countedAt !== null} query={query} />
          }
        />
      )}
      <BulkDock query={query} rows={rows} layout={look.layout} />
      {opened === "numbers" && <NumbersPanel query={query} onQuery={set} onClose={() => setOpened(null)} />}
      {opened === "view" && (
        <ViewPanel views={views} query={query} onQuery={set} onClose={() => setOpened(null)} />
      )}
      {opened === "columns" && (
        <ColumnsPanel
          layout={look.layout}
          fieldNames={start.fieldNames}
          widths={measureColumns(document.querySelector("th[data-head]"))}
          custom={look.custom}
          onLayout={look.setLayout}
          onReset={look.resetLayout}
          onClose={() => setOpened(null)}
        />
      )}
      <p role="status" className="sr-only">
        {summary}
      </p>
    </div>
  );
}

/** The columns of the address without invalid entries. */
function tidyCols({ cols }: BoardQuery): string {
  const { layout, wrong } = parseLayout(cols);
  if (wrong.length === 0) return cols;
  return layout ? formatLayout(layout) : "";
}
