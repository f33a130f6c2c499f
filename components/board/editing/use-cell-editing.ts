"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { fetchBoardRows } from "@/components/board/data/requests";
import { rowsInWork } from "@/components/board/data/rows-in-work";
import { rereadPages, takeRows } from "@/components/board/data/use-board-rows";
import type { Listing } from "@/components/board/list-items";
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
import type { Step } from "./cell-editor";
import { closedReason, editableCell, editableColumns } from "./editable-cells";
import { type CellEdits, cellEdits, type EditedCell, isSameCell } from "./edits";
import { fillSelected, refusedText } from "./fill-cells";
import { canUndo, type ReadRow, readRowsBy, type SavedChange, undoChange } from "./send-edit";

/** The edited cell and what the table's rows do with it. */
export type CellEditing = CellEdits & {
  /** The parties to choose from in a cell of a party. */
  parties: readonly PartyChoice[] | undefined;
  /** Whether cells of this user are edited in the row. */
  isAllowed: boolean;
  enter: (row: BoardRow, column: ColumnId) => void;
  save: (step: Step) => void;
  /** Saves the typed text in all selected rows. */
  fill: () => void;
  leave: () => void;
};

const NEXT_IS_LOADING = "The next row is still loading. Press Enter again to save.";

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
    const { reorder } = takeRows(client, query, fresh, [id]);
    if (reorder) void rereadPages(client, query);
    // The cache tells of new rows in a task of its own: only then a key opens the cell with what was read.
    await new Promise((rendered) => setTimeout(rendered));
    return fresh.rows[0] ?? null;
  };
}

/** Editing cells in their row: F2 or a double click enters a cell, Ctrl+Z undoes the last change. */
export function useCellEditing(
  query: BoardQuery,
  columns: readonly BoardColumnId[],
  listing: Listing,
  scrollTo: (place: number) => void,
): CellEditing {
  const { rows, places } = listing;
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

  /** The row of a container as it is shown. */
  function rowOf(id: string): BoardRow | undefined {
    const index = rows.placeOf(id);
    return index === undefined ? undefined : rows.rowAt(index);
  }

  const shownRow = useRef(rowOf);
  useLayoutEffect(() => {
    shownRow.current = rowOf;
  });

  /** The next cell of the row, or the one before, that can be edited. */
  function nextInRow({ row, column }: EditedCell, by: 1 | -1): ColumnId | undefined {
    const at = editable.indexOf(column);
    const following = by > 0 ? editable.slice(at + 1) : editable.slice(0, at).reverse();
    return following.find((each) => closedReason(row, each) === null);
  }

  /** The next row, or the one before, in which the same cell can be edited. */
  function nextRow({ row, column }: EditedCell, by: 1 | -1): BoardRow | "loading" | undefined {
    const from = rows.placeOf(row.id);
    for (let index = from; index !== undefined; ) {
      index += by;
      if (index < 0 || index >= rows.shown.length) return undefined;
      const place = places.placeOf(index);
      // Rows of a collapsed group are not shown, and not loaded.
      if (place === undefined || place >= places.count) continue;
      const next = rows.rowAt(index);
      if (!next) return "loading";
      if (closedReason(next, column) === null) return next;
    }
    return undefined;
  }

  function nextCell(
    cell: EditedCell,
    { along, by }: Step,
  ): Pick<EditedCell, "row" | "column"> | "loading" | undefined {
    if (by === 0) return undefined;
    if (along === "column") {
      const row = nextRow(cell, by);
      return row === undefined || row === "loading" ? row : { row, column: cell.column };
    }
    const column = nextInRow(cell, by);
    return column && { row: cell.row, column };
  }

  function show(id: string): void {
    const index = rows.placeOf(id);
    const place = index === undefined ? undefined : places.placeOf(index);
    if (place !== undefined) scrollTo(place);
  }

  function enter(row: BoardRow, column: ColumnId): void {
    const reason = closedReason(row, column);
    if (reason !== null) void notifyProblem(reason);
    // A row whose change is being sent is read again before its cell opens, and may be rendered later.
    else
      cellEditing.enter(row, column, () => rowsInWork.reads().get(row.id)?.row ?? shownRow.current(row.id));
  }

  async function undo(change?: SavedChange): Promise<void> {
    try {
      const undone = await undoChange(change);
      if (undone) void notifyUndone(`Undone: ${undone.name}.`, undone);
    } catch (error) {
      void notifyProblem(`Not undone. ${error instanceof Error ? error.message : ""}`);
    }
  }

  async function fill(): Promise<void> {
    const { edited: cell } = cellEdits.snapshot();
    if (!cell) return;
    const filling = fillSelected(query, typed);
    if (cellEdits.snapshot().edited === null) focusRow(cell.row.id);
    const filled = await filling;
    if (!filled) return;
    const { text, change, refused } = filled;
    const undoing = change ? { label: "Undo", act: () => void undo(change) } : undefined;
    if (refused.length > 0) void notifyProblem(`${text} ${refusedText(refused)}`, undoing);
    else void notify(text, undoing, change ?? undefined);
  }

  async function save(step: Step): Promise<void> {
    const { edited: cell } = cellEdits.snapshot();
    if (!cell) return;
    const found = nextCell(cell, step);
    const next = found === "loading" ? undefined : found;
    if (found === "loading" && cell.problem !== NEXT_IS_LOADING) {
      // Otherwise the keys that follow would act on the row. The next Enter saves also when the row is not loaded by then.
      cellEdits.set({ edited: { ...cell, problem: NEXT_IS_LOADING } });
      return;
    }
    const isSent = next && cellEdits.snapshot().sending.some((one) => isSameCell(one, next));
    const saving = cellEditing.save(typed, isSent ? undefined : next);
    // A cell whose change is being sent opens with what was stored.
    if (isSent && cellEdits.snapshot().edited === null) enter(next.row, next.column);
    const { edited: opened } = cellEdits.snapshot();
    if (opened === null) focusRow(cell.row.id);
    else if (opened !== cell) show(opened.row.id);
    const outcome = await saving;
    if (outcome?.state !== "saved") return;
    const { name, change, conflicts } = outcome;
    const text = conflicts.length > 0 ? `Saved. ${conflicts.join(" ")}` : `Saved: ${name}.`;
    if (change) void notify(text, { label: "Undo", act: () => void undo(change) }, change);
    else void notify(text);
  }

  useKeys({
    "edit-cell": () => {
      const id = focusedRow()?.dataset.container;
      const row = id === undefined ? undefined : rowOf(id);
      const first = row && editable.find((column) => closedReason(row, column) === null);
      if (!isAllowed || !first) return false;
      enter(row, first);
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
    fill: () => void fill(),
    leave: () => {
      const { edited: cell } = cellEdits.snapshot();
      cellEditing.leave();
      if (cell) focusRow(cell.row.id);
    },
  };
}
