"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { patchPages } from "@/components/board/data/patch-cache";
import { fetchBoardRows } from "@/components/board/data/requests";
import { boardPages, loadedPages, storePages } from "@/components/board/data/use-board-rows";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { useLocale } from "@/components/preferences/locale";
import { useMay } from "@/components/ui/permissions";
import { notify, notifyProblem } from "@/components/ui/toasts";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { boardColumn } from "@/lib/features/board/rules/columns";
import { cellEditing, type EditedCell, type Sending } from "./cell-editing";
import { editableColumns } from "./editable-cells";

/** The edited cell and what the table's rows do with it. */
export type CellEditing = {
  edited: EditedCell | null;
  /** Whether cells of this user are edited in the row. */
  isAllowed: boolean;
  enter: (row: BoardRow, column: ColumnId) => void;
  save: (step: -1 | 0 | 1) => void;
  leave: () => void;
};

/** The row of the table that has the focus. */
const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>("tr[data-container]") ?? null;

/** Gives the focus back to the row, whose keys then work again. */
const focusRow = (id: string): void =>
  document
    .querySelector<HTMLElement>(`tr[data-container="${CSS.escape(id)}"] a`)
    ?.focus({ preventScroll: true });

/** Reads a row and shows it on the loaded pages. */
function useReadRow(query: BoardQuery): Sending["readRow"] {
  const client = useQueryClient();
  return async (id) => {
    const fresh = await fetchBoardRows(query, [id]);
    const { pages, reorder } = patchPages(loadedPages(client, query), fresh, [id], query);
    storePages(client, query, pages);
    if (reorder) void client.invalidateQueries({ queryKey: boardPages(query).key });
    return fresh.rows[0] ?? null;
  };
}

const nameOf = ({ row, column }: { row: BoardRow; column: ColumnId }): string =>
  `${boardColumn(column).label} of ${formatContainerNumber(row.number)}`;

/** Editing cells in their row: F2 or a double click enters a cell, Ctrl+Z undoes the last change. */
export function useCellEditing(
  query: BoardQuery,
  columns: readonly ColumnId[],
  rowAt: (index: number) => BoardRow | undefined,
): CellEditing {
  const edited = useSyncExternalStore(cellEditing.subscribe, cellEditing.snapshot, () => null);
  const isAllowed = useMay("dispatch");
  const sending = { locale: useLocale(), readRow: useReadRow(query) };
  const editable = useMemo(() => editableColumns(columns), [columns]);

  async function undo(change?: Parameters<typeof cellEditing.undo>[1]): Promise<void> {
    try {
      const undone = await cellEditing.undo(sending, change);
      if (undone) void notify(`Undone: ${nameOf(undone)}.`);
    } catch (error) {
      void notifyProblem(`Not undone. ${error instanceof Error ? error.message : ""}`);
    }
  }

  async function save(step: -1 | 0 | 1): Promise<void> {
    const cell = cellEditing.snapshot();
    if (!cell) return;
    const outcome = await cellEditing.save(sending);
    if (outcome.state === "refused") return;
    const row = outcome.state === "saved" ? (outcome.change?.row ?? cell.row) : cell.row;
    const next = step === 0 ? undefined : editable[editable.indexOf(cell.column) + step];
    if (next) cellEditing.enter(row, next);
    else focusRow(row.id);
    if (outcome.state !== "saved") return;
    const { change, conflicts } = outcome;
    const text = conflicts.length > 0 ? `Saved. ${conflicts.join(" ")}` : `Saved: ${nameOf(cell)}.`;
    void notify(text, change ? { label: "Undo", act: () => void undo(change) } : undefined);
  }

  useKeys({
    "edit-cell": () => {
      const index = focusedRow()?.dataset.listIndex;
      const row = index === undefined ? undefined : rowAt(Number(index));
      const [first] = editable;
      if (!isAllowed || !row || !first) return false;
      cellEditing.enter(row, first);
      return true;
    },
    undo: () => {
      if (!cellEditing.canUndo()) return false;
      void undo();
      return true;
    },
  });

  return {
    edited,
    isAllowed,
    enter: (row, column) => {
      if (isAllowed && editable.includes(column)) cellEditing.enter(row, column);
    },
    save: (step) => void save(step),
    leave: () => {
      const cell = cellEditing.snapshot();
      cellEditing.leave();
      if (cell) focusRow(cell.row.id);
    },
  };
}
