"use client";

import { useRouter } from "next/navigation";
import {
  type FocusEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { rowsInWork } from "@/components/board/data/rows-in-work";
import { boardChanges } from "@/components/board/data/unseen-changes";
import type { BoardRows } from "@/components/board/data/use-board-rows";
import { editableCell } from "@/components/board/editing/editable-cells";
import type { CellEditing } from "@/components/board/editing/use-cell-editing";
import { listAddress } from "@/components/ui/lists/list-link";
import { meansRow, opensHere } from "@/components/ui/lists/row-click";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { isColumnId } from "@/lib/features/board/rules/columns";
import { containerHref } from "@/lib/features/containers/urls";

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("tr[data-container]") : null;

/** The link of the row to its container includes the list's address at the time it is used. */
function pointLink({ target }: SyntheticEvent): void {
  const link = target instanceof Element ? target.closest("tr[data-container] a") : null;
  const id = rowOf(target)?.dataset.container;
  if (link && id) link.setAttribute("href", containerHref(id, listAddress()));
}

const editableColumnAt = (target: EventTarget): ColumnId | null => {
  const column =
    target instanceof Element ? target.closest<HTMLElement>("td[data-column]")?.dataset.column : "";
  return column !== undefined && isColumnId(column) && editableCell(column) ? column : null;
};

/**
 * Event handlers for the body of a table: a click on a row or its link opens the container. A click on a cell that the
 * user may edit gives the row the focus, a double click edits it. The row with the focus keeps its place and its element.
 */
export function useRowEvents(
  { rowAt, placeOf }: Pick<BoardRows, "rowAt" | "placeOf">,
  editing: Pick<CellEditing, "isAllowed" | "enter">,
) {
  const router = useRouter();
  const latest = useRef({ rowAt, placeOf, editing });
  useLayoutEffect(() => {
    latest.current = { rowAt, placeOf, editing };
  });
  const focused = useRef<{ row: HTMLElement; id: string | undefined } | null>(null);
  useEffect(() => () => rowsInWork.focus(null), []);
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last || (last.row.isConnected && last.row.dataset.container === last.id)) return;
    // Another list is shown, without the row: its element has left, or is another container's now.
    focused.current = null;
    rowsInWork.focus(null);
    const active = document.activeElement;
    if (active instanceof HTMLElement && last.row.contains(active)) active.blur();
  });
  return useMemo(
    () => ({
      onPointerDown: pointLink,
      onKeyDown: pointLink,
      onFocus: ({ target }: SyntheticEvent) => {
        const row = rowOf(target);
        focused.current = row && { row, id: row.dataset.container };
        rowsInWork.focus(row?.dataset.container ?? null);
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // A window that is left keeps its focused row.
        if (!document.hasFocus() || (relatedTarget && rowOf(relatedTarget))) return;
        rowsInWork.focus(null);
      },
      onClick: (event: MouseEvent<HTMLElement>) => {
        const id = rowOf(event.target)?.dataset.container;
        if (!id) return;
        const onLink = event.target instanceof Element && event.target.closest("a") !== null;
        if (onLink) boardChanges.opened(id);
        if (onLink ? !opensHere(event) : !meansRow(event)) return;
        event.preventDefault();
        if (!onLink && latest.current.editing.isAllowed && editableColumnAt(event.target) !== null) {
          rowOf(event.target)?.querySelector("a")?.focus({ preventScroll: true });
          return;
        }
        if (!onLink) boardChanges.opened(id);
        router.push(containerHref(id, listAddress()));
      },
      onDoubleClick: ({ target }: MouseEvent<HTMLElement>) => {
        const column = editableColumnAt(target);
        const index = latest.current.placeOf(rowOf(target)?.dataset.container ?? "");
        const row = index === undefined ? undefined : latest.current.rowAt(index);
        if (column && row) latest.current.editing.enter(row, column);
      },
    }),
    [router],
  );
}
