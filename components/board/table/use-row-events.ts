"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useMemo, useRef } from "react";
import { boardChanges } from "@/components/board/data/unseen-changes";
import { editableCell } from "@/components/board/editing/editable-cells";
import type { CellEditing } from "@/components/board/editing/use-cell-editing";
import { listAddress } from "@/components/ui/lists/list-link";
import { meansRow, opensHere } from "@/components/ui/lists/row-click";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
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
 * user may edit gives the row the focus, a double click edits it. A row element may be reused for another container;
 * then the focus within it is removed. When the focused row left the list, the row that took its place has the focus.
 */
export function useRowEvents(
  list: string,
  rowAt: (index: number) => BoardRow | undefined,
  editing: Pick<CellEditing, "isAllowed" | "enter">,
) {
  const router = useRouter();
  const latest = useRef({ list, rowAt, editing });
  useLayoutEffect(() => {
    latest.current = { list, rowAt, editing };
  });
  const focused = useRef<{ row: HTMLElement; id: string | undefined; index: number; list: string } | null>(
    null,
  );
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last) return;
    if (last.row.isConnected && last.row.dataset.container === last.id) {
      last.index = Number(last.row.dataset.listIndex);
      return;
    }
    focused.current = null;
    const active = document.activeElement;
    if (active instanceof HTMLElement && last.row.contains(active)) active.blur();
    else if (active !== document.body) return;
    if (last.list !== list) return;
    const following = rowAt(last.index) ?? rowAt(last.index - 1);
    if (following && following.id !== last.id)
      document
        .querySelector<HTMLElement>(`tr[data-container="${CSS.escape(following.id)}"] a`)
        ?.focus({ preventScroll: true });
  });
  return useMemo(
    () => ({
      onPointerDown: pointLink,
      onKeyDown: pointLink,
      onFocus: ({ target }: SyntheticEvent) => {
        const row = rowOf(target);
        focused.current = row && {
          row,
          id: row.dataset.container,
          index: Number(row.dataset.listIndex),
          list: latest.current.list,
        };
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
        const index = rowOf(target)?.dataset.listIndex;
        const row = index === undefined ? undefined : latest.current.rowAt(Number(index));
        if (column && row) latest.current.editing.enter(row, column);
      },
    }),
    [router],
  );
}
