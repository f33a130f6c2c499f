"use client";

import { useRouter } from "next/navigation";
import { memo, type RefObject, useLayoutEffect, useRef } from "react";
import { boardChanges } from "@/components/board/data/unseen-changes";
import { useUnseenChanges } from "@/components/board/data/use-unseen-changes";
import type { Density } from "@/components/board/page-data";
import { classNames } from "@/components/ui/class-names";
import { listAddress } from "@/components/ui/lists/list-link";
import { meansRow } from "@/components/ui/lists/row-click";
import { Skeleton } from "@/components/ui/skeleton";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { containerHref } from "@/lib/features/containers/urls";
import { CELLS } from "./cells";
import { CELL_CLASSES } from "./density";
import { SelectCheckbox } from "./select-checkbox";

const CELL = "overflow-hidden border-b border-line px-1.5 align-top first:pl-3";
const STUCK =
  "sticky left-0 z-10 pr-0.5! pl-8! bg-surface group-hover:bg-raised group-focus-within:bg-accent-soft";

function isMarked(marks: string, column: ColumnId): boolean {
  return marks !== "" && marks.split(" ").includes(column);
}

/** A row element may be reused for another container, so the focus of the previous container is removed. */
function useBlurWhenOther(row: RefObject<Element | null>, rowId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the previous state is dropped when the row shows another container
  useLayoutEffect(() => {
    const rendered = row.current;
    return () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && rendered?.contains(focused)) focused.blur();
    };
  }, [row, rowId]);
}

/** One container of the table. Renders again only when its data, position, columns or marks change. */
export const TableRow = memo(function TableRow({
  row,
  index,
  place,
  columns,
  density,
}: {
  row: BoardRow;
  /** Its index in the whole list, and its position among the rendered items. */
  index: number;
  place: number;
  columns: readonly ColumnId[];
  density: Density;
}) {
  const router = useRouter();
  const element = useRef<HTMLTableRowElement>(null);
  const marks = useUnseenChanges(element, row.id);
  useBlurWhenOther(element, row.id);
  return (
    <tr
      ref={element}
      data-row-index={place}
      data-list-index={index}
      data-container={row.id}
      aria-rowindex={place + 2}
      className="group cursor-pointer hover:bg-raised focus-within:bg-accent-soft"
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a")) boardChanges.opened(row.id);
        else if (meansRow(event)) {
          boardChanges.opened(row.id);
          router.push(containerHref(row.id, listAddress()));
        }
      }}
    >
      {columns.map((column) => {
        const Cell = CELLS[column];
        const marked = isMarked(marks, column);
        return (
          <td
            key={column}
            data-column={column}
            className={classNames(
              CELL,
              CELL_CLASSES[density],
              column === "number" && STUCK,
              column === "charges" && "pr-3 text-right",
            )}
          >
            {column === "number" && <SelectCheckbox id={row.id} number={row.number} index={index} />}
            <div className={classNames("min-w-0", marked && "marked")} data-marked={marked || undefined}>
              <Cell row={row} />
              {marked && <span className="sr-only">, changed</span>}
            </div>
          </td>
        );
      })}
      <td aria-hidden className="border-b border-line p-0" />
    </tr>
  );
});

/** The placeholder of a row that is loading. */
export function EmptyTableRow({
  place,
  columns,
  density,
}: {
  place: number;
  columns: readonly ColumnId[];
  density: Density;
}) {
  return (
    <tr data-row-index={place} aria-rowindex={place + 2} aria-hidden>
      {columns.map((column) => (
        <td key={column} className={classNames(CELL, CELL_CLASSES[density], column === "number" && STUCK)}>
          <Skeleton className="mt-1 h-2.5 w-3/4" />
          <Skeleton className="mt-2 h-2 w-1/2" />
        </td>
      ))}
      <td aria-hidden className="border-b border-line p-0" />
    </tr>
  );
}
