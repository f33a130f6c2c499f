"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { patchPages } from "@/components/board/data/patch-cache";
import { fetchBoardRows } from "@/components/board/data/requests";
import { boardPages, loadedPages, storePages } from "@/components/board/data/use-board-rows";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { useParties } from "@/components/parties/use-parties";
import { useLocale } from "@/components/preferences/locale";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { useMay } from "@/components/ui/permissions";
import { notify, notifyProblem, notifyUndone } from "@/components/ui/toasts";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import type { BoardColumnId } from "@/lib/features/board/rules/columns";
import { cellEditing } from "./cell-editing";
import { closedReason, editableCell, editableColumns } from "./editable-cells";
import { type CellEdits, cellEdits, type EditedCell, whenIdle } from "./edits";
import { canUndo, type ReadRow, readRowsBy, type SavedChange, undoChange } from "./send-edit";

/** The edited cell and what the table's rows do with it. */
export type CellEditing = CellEdits & {
  /** The parties to choose from in a cell of a party. */
  parties: readonly PartyChoice[] | undefined;
  /** Whether cells of this user are edited in the row. */
  isAllowed: boolean;
  enter: (row: BoardRow, column: ColumnId) => void;
  save: (step: -1 | 0 | 1) => void;
  leave: () => void;
};

/** The row of the table that has the focus. */
const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>("tr[data-container]") ?? null;

/** Gives the focus back to the row, whose keys then work again, unless the user has moved it elsewhere. */
function focusRow(id: string): void {
  const row = document.querySelector(`tr[data-container="${CSS.escape(id)}"]`);
  const focused = document.activeElement;
  if (focused && focused !== document.body && !row?.contains(focused)) return;
  row?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
}

/** Reads a row and shows it on the loaded pages. */
function useReadRow(query: BoardQuery): ReadRow {
  const client = useQueryClient();
  return async (id) => {
    const fresh = await fetchBoardRows(query, [id]);
    const { pages, reorder } = patchPages(loadedPages(client, query), fresh, [id], query);
    storePages(client, query, pages);
    // The row stays in its place until the user has left it.
    if (reorder) whenIdle("read", () => void client.invalidateQueries({ queryKey: boardPages(query).key }));
    return fresh.rows[0] ?? null;
  };
}

/** Editing cells in their row: F2 or a double click enters a cell, Ctrl+Z undoes the last change. */
export function useCellEditing(
  query: BoardQuery,
  columns: readonly BoardColumnId[],
  rowAt: (index: number) => BoardRow | undefined,
): CellEditing {
  const edits = useSyncExternalStore(cellEdits.subscribe, cellEdits.snapshot, cellEdits.serverSnapshot);
  const { edited } = edits;
  const isAllowed = useMay("dispatch");
  const { data: parties } = useParties(edited !== null && editableCell(edited.column)?.isParty === true);
  const typed = { locale: useLocale(), parties };
  const readRow = useReadRow(query);
  const editable = useMemo(() => editableColumns(columns), [columns]);

  useEffect(() => readRowsBy(readRow));
  useEffect(
    () => () => {
      cellEditing.close();
      readRowsBy(async () => null);
    },
    [],
  );

  /** The next cell of the row, or the one before, that can be edited. */
  function nextCell({ row, column }: EditedCell, step: -1 | 0 | 1): ColumnId | undefined {
    if (step === 0) return undefined;
    const at = editable.indexOf(column);
    const following = step > 0 ? editable.slice(at + 1) : editable.slice(0, at).reverse();
    return following.find((each) => closedReason(row, each) === null);
  }

  function enter(row: BoardRow, column: ColumnId, index?: number): void {
    const reason = closedReason(row, column);
    if (reason !== null) void notifyProblem(reason);
    else cellEditing.enter(row, column, () => (index === undefined ? row : rowAt(index)));
  }

  async function undo(change?: SavedChange): Promise<void> {
    try {
      const undone = await undoChange(change);
      if (undone) void notifyUndone(`Undone: ${undone.name}.`, undone);
    } catch (error) {
      void notifyProblem(`Not undone. ${error instanceof Error ? error.message : ""}`);
    }
  }

  async function save(step: -1 | 0 | 1): Promise<void> {
    const { edited: cell } = cellEdits.snapshot();
    if (!cell) return;
    const saving = cellEditing.save(typed, nextCell(cell, step));
    if (cellEdits.snapshot().edited === null) focusRow(cell.row.id);
    const outcome = await saving;
    if (outcome?.state !== "saved") return;
    const { name, change, conflicts } = outcome;
    const text = conflicts.length > 0 ? `Saved. ${conflicts.join(" ")}` : `Saved: ${name}.`;
    if (change) void notify(text, { label: "Undo", act: () => void undo(change) }, change);
    else void notify(text);
  }

  useKeys({
    "edit-cell": () => {
      const index = focusedRow()?.dataset.listIndex;
      const row = index === undefined ? undefined : rowAt(Number(index));
      const first = row && editable.find((column) => closedReason(row, column) === null);
      if (!isAllowed || !first) return false;
      enter(row, first, Number(index));
      return true;
    },
    undo: () => {
      if (!canUndo()) return false;
      void undo();
      return true;
    },
  });

  return {
    ...edits,
    parties,
    isAllowed,
    enter: (row, column) => {
      if (isAllowed && editable.includes(column)) enter(row, column);
    },
    save: (step) => void save(step),
    leave: () => {
      const { edited: cell } = cellEdits.snapshot();
      cellEditing.leave();
      if (cell) focusRow(cell.row.id);
    },
  };
}
