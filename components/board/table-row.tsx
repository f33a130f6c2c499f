"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, memo, useEffect, useSyncExternalStore } from "react";
import { containerHref } from "@/components/container/container-href";
import { listAddress } from "@/components/container/container-link";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { CELLS } from "./cells";
import { cellMarks } from "./marks";
import type { ColumnId } from "./row-differences";

/** Height of a row in px: two lines and their space. */
export const ROW_HEIGHT = 46;

const CELL = "h-[46px] overflow-hidden border-b border-line px-2 py-1.5 align-top first:pl-3";
const STUCK = "sticky left-0 z-10 bg-surface group-hover:bg-raised group-focus-within:bg-accent-soft";

function useMarks(rowId: string): string {
  const marks = useSyncExternalStore(
    cellMarks.subscribe,
    () => cellMarks.of(rowId),
    () => "",
  );
  useEffect(() => {
    if (marks !== "") cellMarks.seen(rowId);
  }, [marks, rowId]);
  return marks;
}

function isMarked(marks: string, column: ColumnId): boolean {
  return marks !== "" && marks.split(" ").includes(column);
}

/** A click anywhere on a row opens it, unless it was meant for something in it or marked text. */
function meansRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("a, button, input")) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}

/** One container of the table. Renders again only when its facts, its place or its marks are others. */
export const TableRow = memo(function TableRow({
  row,
  index,
  columns,
}: {
  row: BoardRow;
  index: number;
  columns: readonly ColumnId[];
}) {
  const router = useRouter();
  const marks = useMarks(row.id);
  return (
    <tr
      data-row-index={index}
      data-container={row.id}
      aria-rowindex={index + 2}
      className="group cursor-pointer hover:bg-raised focus-within:bg-accent-soft"
      onClick={(event) => {
        if (meansRow(event)) router.push(containerHref(row.id, listAddress()));
      }}
    >
      {columns.map((column) => {
        const Cell = CELLS[column];
        const marked = isMarked(marks, column);
        return (
          <td
            key={column}
            data-column={column}
            className={classNames(CELL, column === "number" && STUCK, column === "charges" && "text-right")}
          >
            <div className={classNames("min-w-0", marked && "marked")} data-marked={marked || undefined}>
              <Cell row={row} />
            </div>
          </td>
        );
      })}
    </tr>
  );
});

/** The place of a row that is on its way. */
export function EmptyTableRow({ index, columns }: { index: number; columns: readonly ColumnId[] }) {
  return (
    <tr data-row-index={index} aria-rowindex={index + 2} aria-hidden>
      {columns.map((column) => (
        <td key={column} className={classNames(CELL, column === "number" && STUCK)}>
          <Skeleton className="mt-1 h-2.5 w-3/4" />
          <Skeleton className="mt-2 h-2 w-1/2" />
        </td>
      ))}
    </tr>
  );
}
