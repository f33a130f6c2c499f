import { currentUser } from "@/components/preferences/signed-in-user";
import { findFormDraft, keepFormDraft } from "@/components/ui/forms/drafts";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { cellName, editableCell, type Typed } from "./editable-cells";
import { cellEdits, type EditedCell, isSameCell, whenIdle } from "./edits";
import { type Outcome, sendEdit } from "./send-edit";

const draftId = (row: BoardRow, column: ColumnId): string => `cell ${row.id} ${column}`;

/** Keeps the typed text in this tab until it is sent or discarded. */
function keepText({ row, column, text }: EditedCell, before: string): void {
  const userId = currentUser.userId();
  if (userId === null) return;
  const isTyped = text.trim() !== before.trim();
  keepFormDraft(userId, draftId(row, column), isTyped ? { typed: { text }, before: { text: before } } : null);
}

function forgetText({ row, column }: EditedCell): void {
  const userId = currentUser.userId();
  if (userId !== null) keepFormDraft(userId, draftId(row, column), null);
}

const unsavedOf = (cell: { row: { id: string }; column: ColumnId }) =>
  cellEdits.snapshot().unsaved.find((one) => isSameCell(one, cell));

/** The cell of a row as it is opened: with the text that was typed and not saved. */
function openedCell(row: BoardRow, column: ColumnId, before: string): EditedCell {
  const userId = currentUser.userId();
  const draft = userId === null ? null : findFormDraft(userId, draftId(row, column));
  const typed = draft?.typed.text;
  const text = typed ?? unsavedOf({ row, column })?.text ?? before;
  return { row, column, text, problem: null, restored: typed !== undefined && typed !== before };
}

/** The cell of the board that is edited in its row. One of each tab. */
export const cellEditing = {
  /** Opens a cell. A cell whose change is being sent opens afterwards, with `latestRow`. */
  enter(row: BoardRow, column: ColumnId, latestRow: () => BoardRow | undefined = () => row): void {
    const cell = editableCell(column);
    if (!cell) return;
    const open = (shownRow: BoardRow) =>
      cellEdits.set({ edited: openedCell(shownRow, column, cell.textOf(shownRow)) });
    if (cellEdits.snapshot().sending.some((one) => isSameCell(one, { row, column })))
      whenIdle(`enter ${row.id} ${column}`, () => open(latestRow() ?? row));
    else open(row);
  },
  type(text: string): void {
    const { edited } = cellEdits.snapshot();
    if (!edited) return;
    const cell = { ...edited, text, problem: null, restored: false };
    keepText(cell, editableCell(cell.column)?.textOf(cell.row) ?? "");
    cellEdits.set({ edited: cell });
  },
  /** Closes the cell of a board that is left. What was typed is restored when the cell is opened again. */
  close(): void {
    cellEdits.set({ edited: null });
  },
  /** Closes the cell and discards what was typed in it. */
  leave(): void {
    const { edited } = cellEdits.snapshot();
    if (edited) forgetText(edited);
    cellEdits.set({ edited: null });
  },

  /**
   * Leaves the cell for `next`, another cell, or for none, and sends its change meanwhile. Stays in it when what was typed
   * cannot be sent. Null when nothing was sent.
   */
  async save(typed: Omit<Typed, "now">, next?: Pick<EditedCell, "row" | "column">): Promise<Outcome | null> {
    const { edited: cell } = cellEdits.snapshot();
    const editable = cell && editableCell(cell.column);
    if (!cell || !editable) return null;
    const { row, column, text } = cell;
    const following = next && editableCell(next.column);
    const edited = following ? openedCell(next.row, next.column, following.textOf(next.row)) : null;
    if (text.trim() === editable.textOf(row).trim()) {
      forgetText(cell);
      cellEdits.set({ edited });
      // What is stored is what the user wants.
      const unsaved = unsavedOf(cell);
      if (unsaved) cellEdits.discard(unsaved);
      return null;
    }
    const change = editable.change(row, text, { ...typed, now: new Date() });
    if ("problem" in change) {
      cellEdits.set({ edited: { ...cell, problem: change.problem } });
      return null;
    }
    forgetText(cell);
    return sendEdit({ row, column, text, name: cellName(row, column), change }, edited);
  },
};
