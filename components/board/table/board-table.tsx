"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useMarksOfRows } from "@/components/board/data/use-unseen-changes";
import type { Listing } from "@/components/board/list-items";
import { groupKey } from "@/components/board/list-positions";
import type { Density } from "@/components/board/page-data";
import { boardSelection, NOTHING_SELECTED } from "@/components/board/selection/selection";
import { useDisplayZone } from "@/components/preferences/display-zone";
import { useMinute } from "@/components/time/clock";
import { useListKeys } from "@/components/ui/lists/use-list-keys";
import { type OnPages, useListStart, useVisiblePages } from "@/components/ui/lists/use-visible-pages";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { type ColumnLayout, withWidths } from "@/lib/features/board/rules/column-layout";
import { boardColumn } from "@/lib/features/board/rules/columns";
import type { SortBy } from "@/lib/features/board/rules/sort-orders";
import { GROUP_HEIGHT, ROW_HEIGHTS } from "./density";
import { GroupHead } from "./group-row";
import { TableHead } from "./table-head";
import { EmptyTableRow, TableRow } from "./table-row";
import { useOverflow } from "./use-overflow";
import { useRowEvents } from "./use-row-events";
import { useRowsBeyond, useSlots } from "./use-virtual-rows";

/** The screen size that the server assumes: enough rows for the first paint. */
const FIRST_SCREEN = { width: 1200, height: 760 };
const HEADER_HEIGHT = 31;

type Widths = Partial<Record<ColumnId, number>>;

/** The width of each column in px. Columns without a manual width share the board's remaining width. */
function useWidths(layout: ColumnLayout, pulled: Widths | null) {
  return useMemo(() => {
    const shown = pulled ? withWidths(layout, pulled) : layout;
    const columns = shown.map(({ id, width }) => ({ id, width: width ?? boardColumn(id).width }));
    return {
      columns,
      byHand: shown.some(({ width }) => width !== null),
      sum: columns.reduce((sum, { width }) => sum + width, 0),
    };
  }, [layout, pulled]);
}

/**
 * The dense table: renders a window of rows of the whole list. The header and the container numbers are always visible.
 */
export function BoardTable({
  listing,
  layout,
  density,
  sort,
  onSort,
  onLayout,
  onPages,
  list,
  label,
  selectAll,
}: {
  listing: Listing;
  /** The checkbox before the first header that selects all rows. */
  selectAll: ReactNode;
  layout: ColumnLayout;
  density: Density;
  sort: readonly SortBy[];
  onSort: (sort: SortBy[]) => void;
  onLayout: (layout: ColumnLayout) => void;
  onPages: OnPages;
  /** The list of the rows. A new list is shown from its start. */
  list: string;
  label: string;
}) {
  const sheet: RefObject<HTMLDivElement | null> = useRef(null);
  const [pulled, setPulled] = useState<Widths | null>(null);
  const { columns, byHand, sum } = useWidths(layout, pulled);
  const shownIds = layout.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows render again when the columns change, not their widths
  const ids = useMemo(() => layout.map(({ id }) => id), [shownIds]);
  const { places, groups, rows } = listing;
  const height = ROW_HEIGHTS[density];
  const stuck = useOverflow(sheet, sum);
  const now = useMinute();
  const zone = useDisplayZone();
  const marksOf = useMarksOfRows();
  useSyncExternalStore(boardSelection.subscribe, boardSelection.snapshot, () => NOTHING_SELECTED);
  const rowEvents = useRowEvents();
  const beyond = useRowsBeyond(list, rows.outdated);
  const virtualizer = useVirtualizer({
    count: places.count,
    getScrollElement: () => sheet.current,
    estimateSize: (place) => (groups && places.at(place).kind === "group" ? GROUP_HEIGHT : height),
    overscan: beyond,
    initialRect: FIRST_SCREEN,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  // Rows of another height stand elsewhere: the window's measures are of the heights before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the row heights change
  useLayoutEffect(() => virtualizer.measure(), [height, groups ? places : null, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const slots = useSlots(
    items.flatMap(({ index: place }) => {
      const at = places.at(place);
      return at.kind === "group" ? [] : (rows.rowAt(at.index)?.id ?? []);
    }),
  );
  const first = items.at(0);
  const last = items.at(-1);
  useListStart(list, () => {
    // Read from the virtualizer, because reading the element's scroll position would force a layout.
    if ((virtualizer.scrollOffset ?? 0) > 0) sheet.current?.scrollTo({ top: 0 });
  });
  useVisiblePages(list, items, places, onPages);

  const scrollTo = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: "auto" }),
    [virtualizer],
  );
  useListKeys(sheet, list, places.count, scrollTo);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={sheet} tabIndex={0} aria-label={label} className="relative min-h-80 flex-1 overflow-auto">
      <table
        aria-rowcount={places.count + 1}
        aria-busy={rows.outdated}
        data-density={density}
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: sum }}
      >
        <caption className="sr-only">{label}</caption>
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
          <col style={{ width: byHand ? undefined : 0 }} />
        </colgroup>
        <thead>
          <TableHead
            layout={layout}
            sort={sort}
            onSort={onSort}
            onLayout={onLayout}
            onPull={setPulled}
            selectAll={selectAll}
          />
        </thead>
        <tbody {...rowEvents}>
          <Space height={(first?.start ?? HEADER_HEIGHT) - HEADER_HEIGHT} columns={ids.length + 1} />
          {items.map(({ index: place }) => {
            const at = places.at(place);
            if (at.kind === "group") {
              const group = groups?.[at.group];
              return group && listing.by ? (
                <tr key={`group ${groupKey(group)}`} data-row-index={place} aria-rowindex={place + 2}>
                  <td
                    colSpan={ids.length + 1}
                    className="sticky left-0 border-b border-line bg-raised p-0"
                    style={{ height: GROUP_HEIGHT }}
                  >
                    <GroupHead
                      sum={group}
                      by={listing.by}
                      folded={listing.isFolded(group)}
                      onFold={listing.fold}
                    />
                  </td>
                </tr>
              ) : null;
            }
            const row = rows.rowAt(at.index);
            return row ? (
              <TableRow
                key={`slot ${slots.get(row.id)}`}
                row={row}
                index={at.index}
                place={place}
                columns={ids}
                density={density}
                stuck={stuck}
                zone={zone}
                now={now}
                marks={marksOf(row.id)}
                selected={boardSelection.has(row.id)}
              />
            ) : (
              <EmptyTableRow key={`place ${place}`} place={place} columns={ids} density={density} />
            );
          })}
          <Space
            height={virtualizer.getTotalSize() + HEADER_HEIGHT - (last?.end ?? HEADER_HEIGHT)}
            columns={ids.length + 1}
          />
        </tbody>
      </table>
    </section>
  );
}

/** Blank space for the rows above or below the window. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}
