"use client";

import { useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { type BoardFilters, nextSort } from "./board-address";
import { boardColumns, boardFeatures, COLUMN_SORTS, isColumnId } from "./columns";
import type { ColumnId } from "./row-differences";
import { EmptyTableRow, ROW_HEIGHT, TableRow } from "./table-row";
import { useBoardKeys } from "./use-board-keys";
import type { BoardRows } from "./use-board-rows";
import { type OnRange, useListStart } from "./use-list-start";

/** What the server, which sees no screen, takes it to be: enough rows for the first paint. */
const FIRST_SCREEN = { width: 1200, height: 760 };
const HEADER_HEIGHT = 31;
const OVERSCAN = 8;
const NO_ROWS: BoardRow[] = [];

type Sort = BoardFilters["sort"];

function useColumns() {
  const table = useTable({ features: boardFeatures, columns: boardColumns, data: NO_ROWS });
  const columns = table.getAllLeafColumns();
  const ids = useMemo(() => columns.flatMap(({ id }) => (isColumnId(id) ? [id] : [])), [columns]);
  return { table, ids, width: columns.reduce((sum, column) => sum + column.getSize(), 0) };
}

function HeaderCell({
  id,
  label,
  sort,
  onSort,
}: {
  id: ColumnId;
  label: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
}) {
  const by = COLUMN_SORTS[id];
  const sorted = by !== null && sort?.by === by;
  const Arrow = sort?.descending ? ArrowDown : ArrowUp;
  const order = sort?.descending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      aria-sort={sorted ? order : undefined}
      className={classNames(
        "sticky top-0 h-[31px] border-b border-line bg-raised px-2 first:pl-3 text-left text-small font-medium whitespace-nowrap text-ink-3",
        id === "number" ? "left-0 z-30" : "z-20",
        id === "charges" && "text-right",
      )}
    >
      {by ? (
        <button
          type="button"
          className={classNames("inline-flex items-center gap-1 py-1 hover:text-ink", sorted && "text-ink")}
          onClick={() => onSort(nextSort(sort, by))}
        >
          {label}
          {sorted && <Arrow aria-hidden size={12} />}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/** The dense table: a window of rows over the whole list, its header and the numbers always in sight. */
export function BoardTable({
  rows,
  sort,
  onSort,
  onRange,
  list,
  label,
}: {
  rows: BoardRows;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onRange: OnRange;
  /** Which list the rows are of: another one is shown from its start. */
  list: string;
  label: string;
}) {
  const sheet: RefObject<HTMLDivElement | null> = useRef(null);
  const { table, ids, width } = useColumns();
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: () => sheet.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: FIRST_SCREEN,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const first = items.at(0);
  const last = items.at(-1);
  useListStart(list, () => sheet.current?.scrollTo({ top: 0 }));
  useEffect(() => {
    // The place is read from the sheet itself: after a change of list it is at the top before the window knows.
    const top = sheet.current?.scrollTop ?? 0;
    const from = Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN);
    if (last && last.index >= (first?.index ?? 0))
      onRange(list, from, from + last.index - (first?.index ?? 0));
  }, [list, first?.index, last?.index, onRange, first, last]);

  const scrollTo = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: "auto" }),
    [virtualizer],
  );
  useBoardKeys(sheet, rows.total, scrollTo);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={sheet} tabIndex={0} aria-label={label} className="min-h-80 flex-1 overflow-auto">
      <table
        aria-rowcount={rows.total + 1}
        aria-busy={rows.outdated}
        className={classNames(
          "w-full table-fixed border-separate border-spacing-0",
          rows.outdated && "opacity-60",
        )}
        style={{ minWidth: width }}
      >
        <caption className="sr-only">{label}</caption>
        <colgroup>
          {table.getAllLeafColumns().map((column) => (
            <col key={column.id} style={{ width: column.getSize() }} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map(({ column }) =>
                isColumnId(column.id) ? (
                  <HeaderCell
                    key={column.id}
                    id={column.id}
                    label={String(column.columnDef.header)}
                    sort={sort}
                    onSort={onSort}
                  />
                ) : null,
              )}
            </tr>
          ))}
        </thead>
        <tbody>
          <Space height={(first?.start ?? HEADER_HEIGHT) - HEADER_HEIGHT} columns={ids.length} />
          {items.map(({ index }) => {
            const row = rows.rowAt(index);
            return row ? (
              <TableRow key={row.id} row={row} index={index} columns={ids} />
            ) : (
              <EmptyTableRow key={`place ${index}`} index={index} columns={ids} />
            );
          })}
          <Space
            height={virtualizer.getTotalSize() + HEADER_HEIGHT - (last?.end ?? HEADER_HEIGHT)}
            columns={ids.length}
          />
        </tbody>
      </table>
    </section>
  );
}

/** Room of the rows above or below the window. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}
