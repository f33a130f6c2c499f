"use client";

import { memo, type ReactNode, useLayoutEffect, useRef } from "react";
import { useMarkSeen } from "@/components/board/data/use-unseen-changes";
import type { Density } from "@/components/board/page-data";
import { otherClockText } from "@/components/preferences/display-zone";
import { classNames } from "@/components/ui/class-names";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { rowInZone } from "@/lib/domain/time/display-zone";
import type { BoardColumnId } from "@/lib/features/board/rules/columns";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";
import { type Cell, cellOf } from "./cells";
import { CELL_CLASSES, ROW_HEIGHTS } from "./density";
import { GRID, roleOf } from "./row-grid";
import { SelectCheckbox } from "./select-checkbox";

const ROW = `absolute inset-x-0 ${GRID} border-b border-line contain-strict`;
const CELL = "min-w-0 px-1.5 first:pl-3";
const NUMBER = "pr-0.5! pl-8!";
/** Only for a table that scrolls sideways, because each sticky cell is composited by itself. */
const STUCK =
  "sticky left-0 z-10 bg-surface group-hover:bg-raised group-focus-within:bg-accent-soft group-data-selected:bg-accent-soft";

const cellClass = (column: BoardColumnId, density: Density, stuck: boolean): string =>
  classNames(
    CELL,
    CELL_CLASSES[density],
    column === "number" && NUMBER,
    column === "number" && (stuck ? STUCK : "relative"),
    column === "charges" && "pr-3 text-right",
  );

const isMarked = (marks: string, column: BoardColumnId): boolean =>
  marks !== "" && marks.split(" ").includes(column);

/** Marks the changes of the table row around it as seen while the row is on the screen. */
function SeenOnScreen({ rowId }: { rowId: string }) {
  const here = useRef<HTMLSpanElement>(null);
  const row = useRef<Element | null>(null);
  useLayoutEffect(() => {
    row.current = here.current?.closest("tr") ?? null;
  }, []);
  useMarkSeen(row, rowId, true);
  return <span ref={here} />;
}

function content({ content: shown }: Cell, marked: boolean) {
  if (!marked) return shown;
  return (
    <div className="marked min-w-0" data-marked>
      {shown}
      <span className="sr-only">, changed</span>
    </div>
  );
}

/**
 * One container of the table. It has no hooks and no state: the table reads the clock, the marks and the selection for
 * all rows, and answers clicks on them (`useRowEvents`).
 */
export const TableRow = memo(function TableRow({
  row,
  index,
  place,
  top,
  columns,
  density,
  stuck,
  zone,
  locale,
  now,
  marks,
  selected,
  editedColumn,
  editor,
  open,
  leaving,
}: {
  row: BoardRow;
  /** Its index in the whole list, and its position among the rendered items. */
  index: number;
  place: number;
  /** Its position in the table's body, in px. */
  top: number;
  columns: readonly BoardColumnId[];
  density: Density;
  /** Whether the container number stays in view when the table scrolls sideways. */
  stuck: boolean;
  /** The display zone. Null: times in the zones of their places. */
  zone: string | null;
  locale: Locale;
  /** The current time, epoch ms. */
  now: number;
  /** The changed columns, separated by spaces. */
  marks: string;
  selected: boolean;
  /** The column whose cell is edited, with its field. */
  editedColumn: BoardColumnId | null;
  editor: ReactNode;
  /** The cells whose typed texts are being saved or are not saved, by column. */
  open: ReadonlyMap<BoardColumnId, ReactNode> | undefined;
  /** What a row says that stays only while it has work in progress. */
  leaving: string | null;
}) {
  const at = { shown: rowInZone(row, zone), now, locale };
  return (
    <tr
      {...roleOf.row}
      data-row-index={place}
      data-list-index={index}
      data-container={row.id}
      data-selected={selected || undefined}
      data-leaving={leaving !== null || undefined}
      aria-rowindex={place + 2}
      className={`group ${ROW} cursor-pointer hover:bg-raised focus-within:bg-accent-soft data-selected:bg-accent-soft data-leaving:bg-raised! data-leaving:grayscale`}
      style={{ top, height: ROW_HEIGHTS[density] }}
    >
      {columns.map((column) => {
        const cell = cellOf(column, row, at);
        const marked = isMarked(marks, column);
        // The tooltip of a marked cell explains its change.
        const { title, moment, hint } = marked
          ? { ...cell, title: undefined, moment: null, hint: undefined }
          : cell;
        return (
          <td
            key={column}
            {...roleOf.cell}
            data-column={column}
            title={title}
            suppressHydrationWarning
            className={classNames(
              cellClass(column, density, stuck),
              column === editedColumn && leaving !== null && "relative z-20",
            )}
            onPointerEnter={
              moment || hint
                ? (event) => {
                    event.currentTarget.title = moment
                      ? joined([title, otherClockText(locale, moment, zone)])
                      : (hint?.() ?? "");
                  }
                : undefined
            }
          >
            {column === "number" && (
              <SelectCheckbox id={row.id} number={row.number} index={index} selected={selected} />
            )}
            {column === editedColumn ? editor : (open?.get(column) ?? content(cell, marked))}
          </td>
        );
      })}
      {leaving !== null && (
        <td
          {...roleOf.cell}
          className="pointer-events-none absolute inset-0 z-10 flex items-center justify-end p-0"
        >
          <span
            role="status"
            className="sticky right-3 rounded-tag border border-line-strong bg-surface px-1.5 py-0.5 text-small text-ink-2"
          >
            {leaving}
          </span>
        </td>
      )}
      {marks !== "" && (
        <td aria-hidden className="p-0">
          <SeenOnScreen key={row.id} rowId={row.id} />
        </td>
      )}
    </tr>
  );
});

/** The placeholder of a row that is loading. It is not animated: the browser draws each animated element separately. */
export function EmptyTableRow({
  place,
  top,
  columns,
  density,
}: {
  place: number;
  top: number;
  columns: readonly BoardColumnId[];
  density: Density;
}) {
  return (
    <tr
      data-row-index={place}
      aria-rowindex={place + 2}
      aria-hidden
      className={ROW}
      style={{ top, height: ROW_HEIGHTS[density] }}
    >
      {columns.map((column) => (
        <td key={column} className={cellClass(column, density, false)}>
          <span className="mt-1.5 block h-2.5 w-3/4 rounded bg-ink/8" />
        </td>
      ))}
    </tr>
  );
}
