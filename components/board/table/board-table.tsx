"use client";

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { flushSync } from "react-dom";
import { rowsInWork } from "@/components/board/data/rows-in-work";
import { useMarksOfRows } from "@/components/board/data/use-unseen-changes";
import { cellEditing } from "@/components/board/editing/cell-editing";
import { CellEditor } from "@/components/board/editing/cell-editor";
import { SentCell, UnsavedCell } from "@/components/board/editing/unsaved-cell";
import { type CellEditing, useCellEditing } from "@/components/board/editing/use-cell-editing";
import { idAtPlace, type Listing } from "@/components/board/list-items";
import { groupKey } from "@/components/board/list-positions";
import type { Density } from "@/components/board/page-data";
import { boardSelection, NOTHING_SELECTED } from "@/components/board/selection/selection";
import { useDisplayZone } from "@/components/preferences/display-zone";
import { useLocale } from "@/components/preferences/locale";
import { useMinute } from "@/components/time/clock";
import { useListKeys } from "@/components/ui/lists/use-list-keys";
import { type OnPages, useListStart, useVisiblePages } from "@/components/ui/lists/use-visible-pages";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { type ColumnLayout, withWidths } from "@/lib/features/board/rules/column-layout";
import { type BoardColumnId, boardColumn } from "@/lib/features/board/rules/columns";
import type { SortBy } from "@/lib/features/board/rules/sort-orders";
import type { FieldNames } from "@/lib/features/custom-fields/rules/custom-field";
import { ChangeTooltip } from "./change-tooltip";
import { GROUP_HEIGHT, ROW_HEIGHTS } from "./density";
import { GroupHead } from "./group-row";
import { leavingText } from "./leaving-text";
import { gridStyle, roleOf } from "./row-grid";
import { TableHead } from "./table-head";
import { EmptyTableRow, TableRow } from "./table-row";
import { useOverflow } from "./use-overflow";
import { useRowEvents } from "./use-row-events";
import { useRowsBeyond, useSlots } from "./use-virtual-rows";

/** The screen size that the server assumes: enough rows for the first paint. */
const FIRST_SCREEN = { width: 1200, height: 760 };
const HEADER_HEIGHT = 31;

type Widths = Partial<Record<BoardColumnId, number>>;

/**
 * The columns in px and the tracks of a row's grid. A column with a manual width has it; the others share the rest of the
 * board's width. If all have one, an empty track takes the rest.
 */
function useWidths(layout: ColumnLayout, pulled: Widths | null) {
  return useMemo(() => {
    const columns = (pulled ? withWidths(layout, pulled) : layout).map(({ id, width: byHand }) => {
      const { width, narrow = width } = boardColumn(id);
      return byHand === null
        ? { track: `minmax(${narrow}px, ${width}fr)`, least: narrow, shares: true }
        : { track: `${byHand}px`, least: byHand, shares: false };
    });
    const rest = columns.some(({ shares }) => shares) ? "0" : "1fr";
    return {
      template: [...columns.map(({ track }) => track), rest].join(" "),
      sum: columns.reduce((sum, { least }) => sum + least, 0),
    };
  }, [layout, pulled]);
}

/** The cells of a row that are being saved or not saved. Undefined without any: the row does not render again. */
function openCells(
  row: BoardRow,
  { sending, unsaved }: CellEditing,
): Map<BoardColumnId, ReactNode> | undefined {
  const isOwn = (edit: { row: { id: string } }) => edit.row.id === row.id;
  const cells = new Map<BoardColumnId, ReactNode>([
    ...unsaved
      .filter(isOwn)
      .map((edit) => [edit.column, <UnsavedCell key={`${row.id} ${edit.column}`} edit={edit} />] as const),
    ...sending
      .filter(isOwn)
      .map((edit) => [edit.column, <SentCell key={`${row.id} ${edit.column}`} edit={edit} />] as const),
  ]);
  return cells.size > 0 ? cells : undefined;
}

/** The places of the window's rows, and of rows in work outside it: they keep their elements, and the focus. */
function withRowsInWork(range: Range, { places, rows }: Listing): number[] {
  const own = [...rowsInWork.ids()].flatMap((id) => {
    const index = rows.placeOf(id);
    return (index === undefined ? undefined : places.placeOf(index)) ?? [];
  });
  const shown = own.filter((place) => place < range.count);
  return [...new Set([...defaultRangeExtractor(range), ...shown])].sort((a, b) => a - b);
}

/**
 * The dense table: renders a window of rows of the whole list. The header and the container numbers are always visible.
 */
export function BoardTable({
  listing,
  layout,
  fieldNames,
  density,
  sort,
  onPressSort,
  onSort,
  onLayout,
  onPages,
  list,
  label,
  selectAll,
  query,
}: {
  listing: Listing;
  query: BoardQuery;
  /** The checkbox before the first header that selects all rows. */
  selectAll: ReactNode;
  layout: ColumnLayout;
  fieldNames: FieldNames;
  density: Density;
  sort: readonly SortBy[];
  onPressSort: (sort: SortBy[]) => void;
  onSort: (sort: SortBy[]) => void;
  onLayout: (layout: ColumnLayout) => void;
  onPages: OnPages;
  /** The list of the rows. A new list is shown from its start. */
  list: string;
  label: string;
}) {
  const sheet: RefObject<HTMLDivElement | null> = useRef(null);
  const [pulled, setPulled] = useState<Widths | null>(null);
  const { template, sum } = useWidths(layout, pulled);
  const shownIds = layout.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows render again when the columns change, not their widths
  const ids = useMemo(() => layout.map(({ id }) => id), [shownIds]);
  const { places, groups, rows } = listing;
  const height = ROW_HEIGHTS[density];
  const stuck = useOverflow(sheet, sum);
  const now = useMinute();
  const zone = useDisplayZone();
  const locale = useLocale();
  const marksOf = useMarksOfRows();
  useSyncExternalStore(boardSelection.subscribe, boardSelection.snapshot, () => NOTHING_SELECTED);
  const beyond = useRowsBeyond(list, rows.outdated);
  const virtualizer = useVirtualizer({
    count: places.count,
    getScrollElement: () => sheet.current,
    estimateSize: (place) => (groups && places.at(place).kind === "group" ? GROUP_HEIGHT : height),
    overscan: beyond,
    rangeExtractor: (range) => withRowsInWork(range, listing),
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
  useListStart(list, () => {
    // Read from the virtualizer, because reading the element's scroll position would force a layout.
    if ((virtualizer.scrollOffset ?? 0) > 0) sheet.current?.scrollTo({ top: 0 });
  });
  useVisiblePages(list, items, places, onPages);

  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const idAt = (place: number) => idAtPlace(listing, place);
  const scrollTo = (place: number) => {
    virtualizer.scrollToIndex(place, { align: "auto" });
    if (sheet.current?.querySelector(`[data-row-index="${place}"]`)) return;
    // The row is rendered before it is visible: the next key is for it.
    rowsInWork.focus(idAt(place) ?? null);
    flushSync(renderAgain);
  };
  useListKeys(sheet, list, { count: places.count, idAt }, scrollTo);
  const editing = useCellEditing(query, ids, listing, scrollTo);
  const rowEvents = useRowEvents(rows, editing);
  const { edited } = editing;

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={sheet} tabIndex={0} aria-label={label} className="relative min-h-80 flex-1 overflow-auto">
      {/* Rows are grids at absolute positions, not table rows: one that enters or leaves moves no other. */}
      <table
        {...roleOf.table}
        aria-rowcount={places.count + 1}
        aria-busy={rows.outdated}
        data-density={density}
        aria-label={label}
        className="block"
        style={{ minWidth: sum, ...gridStyle(template) }}
      >
        <thead {...roleOf.rowgroup} className="sticky top-0 z-20 block">
          <TableHead
            layout={layout}
            fieldNames={fieldNames}
            sort={sort}
            onPress={onPressSort}
            onSort={onSort}
            onLayout={onLayout}
            onPull={setPulled}
            selectAll={selectAll}
          />
        </thead>
        <tbody
          {...roleOf.rowgroup}
          {...rowEvents}
          className="relative block"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map(({ index: place, start }) => {
            const at = places.at(place);
            const top = start - HEADER_HEIGHT;
            if (at.kind === "group") {
              const group = groups?.[at.group];
              return group && listing.by ? (
                <tr
                  key={`group ${groupKey(group)}`}
                  {...roleOf.row}
                  data-row-index={place}
                  aria-rowindex={place + 2}
                  className="absolute inset-x-0 block border-b border-line bg-raised contain-strict"
                  style={{ top, height: GROUP_HEIGHT }}
                >
                  <td
                    {...roleOf.cell}
                    aria-colspan={ids.length}
                    className="sticky left-0 block max-w-full p-0"
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
                top={top}
                columns={ids}
                density={density}
                stuck={stuck}
                zone={zone}
                locale={locale}
                now={now}
                marks={marksOf(row.id)}
                selected={boardSelection.has(row.id)}
                open={openCells(row, editing)}
                leaving={rows.leaving.has(row.id) ? leavingText(locale, row, query.queue, now) : null}
                editedColumn={edited?.row.id === row.id ? edited.column : null}
                editor={
                  edited?.row.id === row.id && (
                    <CellEditor
                      key={`${edited.row.id} ${edited.column}`}
                      edited={edited}
                      parties={editing.parties}
                      onType={cellEditing.type}
                      onSave={editing.save}
                      onFill={editing.fill}
                      onLeave={editing.leave}
                    />
                  )
                }
              />
            ) : (
              <EmptyTableRow key={`place ${place}`} place={place} top={top} columns={ids} density={density} />
            );
          })}
        </tbody>
      </table>
      <ChangeTooltip sheet={sheet} />
    </section>
  );
}
