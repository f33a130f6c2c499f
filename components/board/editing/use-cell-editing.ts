"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { patchPages } from "@/components/board/data/patch-cache";
import { fetchBoardRows } from "@/components/board/data/requests";
import { boardPages, loadedPages, storePages } from "@/components/board/data/use-board-rows";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { useParties } from "@/components/parties/use-parties";
import { useLocale } from "@/components/preferences/locale";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { useMay } from "@/components/ui/permissions";
import { notify, notifyProblem } from "@/components/ui/toasts";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import type { BoardColumnId } from "@/lib/features/board/rules/columns";
import { cellEditing, type EditedCell, type SavedChange, type Sending } from "./cell-editing";
import { editableCell, editableColumns } from "./editable-cells";

/** The edited cell and what the table's rows do with it. */
export type CellEditing = {
  edited: EditedCell | null;
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

/** Editing cells in their row: F2 or a double click enters a cell, Ctrl+Z undoes the last change. */
export function useCellEditing(
  query: BoardQuery,
  columns: readonly BoardColumnId[],
  rowAt: (index: number) => BoardRow | undefined,
): CellEditing {
  const edited = useSyncExternalStore(cellEditing.subscribe, cellEditing.snapshot, () => null);
  const isAllowed = useMay("dispatch");
  const { data: parties } = useParties(edited !== null && editableCell(edited.column)?.isParty === true);
  const sending = { locale: useLocale(), parties, readRow: useReadRow(query) };
  const editable = useMemo(() => editableColumns(columns), [columns]);

  async function undo(change?: SavedChange): Promise<void> {
    try {
      const undone = await cellEditing.undo(sending, change);
      if (undone) void notify(`Undone: ${undone.name}.`);
    } catch (error) {
      void notifyProblem(`Not undone. ${error instanceof Error ? error.message : ""}`);
    }
  }

  async function save(step: -1 | 0 | 1): Promise<void> {
    const cell = cellEditing.snapshot();
    if (!cell) return;
    const outcome = await cellEditing.save(sending);
    if (outcome.state === "refused") return;
    const row = outcome.state === "saved" ? outcome.row : cell.row;
    const next = step === 0 ? undefined : editable[editable.indexOf(cell.column) + step];
    if (next) cellEditing.enter(row, next);
    else focusRow(row.id);
    if (outcome.state !== "saved") return;
    const { name, change, conflicts } = outcome;
    const text = conflicts.length > 0 ? `Saved. ${conflicts.join(" ")}` : `Saved: ${name}.`;
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
    parties,
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
