"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { type DragEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { beginsClick } from "@/components/ui/lists/row-click";
import { type ColumnLayout, fitting, withMoved, withWidths } from "@/lib/features/board/rules/column-layout";
import { type BoardColumnId, boardColumn, isBoardColumnId } from "@/lib/features/board/rules/columns";
import { nextSort, type SortBy } from "@/lib/features/board/rules/sort-orders";
import type { FieldNames } from "@/lib/features/custom-fields/rules/custom-field";

import { GRID, roleOf } from "./row-grid";

type Widths = Partial<Record<BoardColumnId, number>>;

/** The current column widths in px, both manual and shared. */
export function measureColumns(inside: Element | null): Widths {
  const widths: Widths = {};
  for (const head of inside?.closest("table")?.querySelectorAll<HTMLElement>("th[data-head]") ?? []) {
    const id = head.dataset.head ?? "";
    if (isBoardColumnId(id)) widths[id] = Math.round(head.getBoundingClientRect().width);
  }
  return widths;
}

/** The edge of a column header, dragged to resize the column. */
function Edge({
  id,
  onBegin,
  onPull,
  onDone,
}: {
  id: BoardColumnId;
  onBegin: () => void;
  onPull: (widths: Widths) => void;
  onDone: () => void;
}) {
  const pull = useRef<{ from: number; widths: Widths } | null>(null);
  function move(event: PointerEvent): void {
    if (!pull.current) return;
    const { from, widths } = pull.current;
    onPull({ ...widths, [id]: fitting(id, (widths[id] ?? 0) + event.clientX - from) });
  }
  return (
    <span
      aria-hidden
      data-edge={id}
      className="absolute inset-y-0 right-0 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-2 after:right-0 after:w-px after:bg-line-strong after:opacity-0 hover:after:opacity-100"
      onPointerDown={(event) => {
        event.preventDefault();
        onBegin();
        event.currentTarget.setPointerCapture(event.pointerId);
        pull.current = { from: event.clientX, widths: measureColumns(event.currentTarget) };
      }}
      onPointerMove={move}
      onLostPointerCapture={() => {
        pull.current = null;
        onDone();
      }}
    />
  );
}

function SortMark({ sort, at }: { sort: readonly SortBy[]; at: number }) {
  const Arrow = sort[at]?.descending ? ArrowDown : ArrowUp;
  return (
    <>
      <Arrow aria-hidden size={12} />
      {sort.length > 1 && (
        <span aria-hidden className="text-micro">
          {at + 1}
        </span>
      )}
    </>
  );
}

/**
 * The column headers. A click sorts; Shift+click adds a sort column. Headers are dragged to move a column, and their
 * edges to resize it. The columns panel does the same by keyboard.
 */
export function TableHead({
  layout,
  fieldNames,
  sort,
  onPress,
  onSort,
  onLayout,
  onPull,
  selectAll,
}: {
  layout: ColumnLayout;
  fieldNames: FieldNames;
  /** The content before the first header. */
  selectAll: ReactNode;
  sort: readonly SortBy[];
  /** Called before `onSort`, when a header is pressed. */
  onPress: (sort: SortBy[]) => void;
  onSort: (sort: SortBy[]) => void;
  onLayout: (layout: ColumnLayout) => void;
  /** The column widths while an edge is dragged. Null when the drag ends. */
  onPull: (widths: Widths | null) => void;
}) {
  const [dragged, setDragged] = useState<BoardColumnId | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const pulled = useRef<Widths | null>(null);
  // A draggable header would capture the pointer from its edge.
  const [pulling, setPulling] = useState(false);

  function drop(event: DragEvent, to: number): void {
    event.preventDefault();
    if (dragged) onLayout(withMoved(layout, dragged, to));
    setDragged(null);
    setOver(null);
  }

  return (
    <tr {...roleOf.row} aria-rowindex={1} className={`${GRID} border-b border-line bg-raised`}>
      {layout.map(({ id }, at) => {
        const { label, sort: by, right } = boardColumn(id, fieldNames);
        const place = sort.findIndex((each) => each.by === by);
        const sorted = by !== null && place >= 0;
        const order = sort[place]?.descending ? "descending" : "ascending";
        return (
          <th
            key={id}
            {...roleOf.columnheader}
            scope="col"
            data-head={id}
            aria-sort={sorted && place === 0 ? order : undefined}
            draggable={id !== "number" && !pulling}
            className={classNames(
              "group/head flex h-[30px] min-w-0 items-center bg-raised px-1.5 text-left text-small font-medium whitespace-nowrap text-ink-3 first:pl-3",
              id === "number" ? "sticky left-0 z-30 pl-8!" : "relative",
              right && "justify-end pr-3",
              dragged === id && "opacity-50",
              over === at && dragged !== null && dragged !== id && "shadow-[inset_2px_0_0_var(--accent)]",
            )}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", label);
              setDragged(id);
            }}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              setOver(Math.max(1, at));
            }}
            onDrop={(event) => drop(event, at)}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
          >
            {id === "number" && selectAll}
            {by ? (
              <button
                type="button"
                title="Click to sort. Shift+click to sort by several columns."
                className={classNames(
                  "inline-flex max-w-full items-center gap-0.5 py-1 hover:text-ink",
                  sorted && "text-ink",
                )}
                onPointerDown={(event) => {
                  if (beginsClick(event)) onPress(nextSort(sort, by, false));
                }}
                onClick={(event) => onSort(nextSort(sort, by, event.shiftKey))}
              >
                <span className="truncate">{label}</span>
                {sorted && <SortMark sort={sort} at={place} />}
              </button>
            ) : (
              <span className="block truncate">{label}</span>
            )}
            <Edge
              id={id}
              onBegin={() => setPulling(true)}
              onPull={(widths) => {
                pulled.current = widths;
                onPull(widths);
              }}
              onDone={() => {
                if (pulled.current) onLayout(withWidths(layout, pulled.current));
                pulled.current = null;
                setPulling(false);
                onPull(null);
              }}
            />
          </th>
        );
      })}
    </tr>
  );
}
