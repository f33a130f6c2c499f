import { post } from "@/components/board/data/requests";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { Locale } from "@/lib/platform/text/locale";
import { editableCell } from "./editable-cells";

/** The cell that is being edited. `row` is the row as it was when the cell was entered. */
export type EditedCell = {
  row: BoardRow;
  column: ColumnId;
  text: string;
  /** Why the text was not saved. */
  problem: string | null;
  saving: boolean;
};

/** A saved change: the row after it, and the text that the cell had before. */
type SavedChange = { row: BoardRow; column: ColumnId; former: string };

/** Maximum number of changes that can be undone. */
const MAX_UNDO = 50;

let edited: EditedCell | null = null;
const saved: SavedChange[] = [];
const listeners = new Set<() => void>();

function set(next: EditedCell | null): void {
  edited = next;
  for (const listener of listeners) listener();
}

/** How the board sends changes: `readRow` reads the row after one and shows it, null if it is not there any more. */
export type Sending = { locale: Locale; readRow: (id: string) => Promise<BoardRow | null> };

type Sent = { row: BoardRow | null; conflicts: readonly string[] };

/** Sends a change of a cell. Throws an error with the reason if it is refused. */
async function send(
  row: BoardRow,
  column: ColumnId,
  text: string,
  { locale, readRow }: Sending,
): Promise<Sent> {
  const change = editableCell(column)?.change(row, text, { now: new Date(), locale });
  if (!change) throw new Error(`${column} is not edited in the row`);
  if ("problem" in change) throw new Error(change.problem);
  const answer = await post<{ conflicts?: readonly string[] }>(change.path, change.body);
  return { row: await readRow(row.id), conflicts: answer.conflicts ?? [] };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : "Drayboard is not responding.";

/** What came of saving a cell. `conflicts`: what the saved plan does not fit. */
export type Outcome =
  | { state: "unchanged" }
  | { state: "saved"; change: SavedChange | null; conflicts: readonly string[] }
  | { state: "refused" };

/** The cell of the board that is edited in its row, and the changes that can be undone. One of each tab. */
export const cellEditing = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): EditedCell | null => edited,

  enter(row: BoardRow, column: ColumnId): void {
    const cell = editableCell(column);
    if (cell && !edited?.saving) set({ row, column, text: cell.textOf(row), problem: null, saving: false });
  },
  type(text: string): void {
    if (edited) set({ ...edited, text, problem: null });
  },
  leave(): void {
    set(null);
  },

  /** Saves the cell and leaves it. Stays in it, with what was typed, when the change is refused. */
  async save(sending: Sending): Promise<Outcome> {
    const cell = edited;
    if (!cell || cell.saving) return { state: "refused" };
    const { row, column, text } = cell;
    const former = editableCell(column)?.textOf(row) ?? "";
    if (text.trim() === former.trim()) {
      set(null);
      return { state: "unchanged" };
    }
    set({ ...cell, saving: true, problem: null });
    try {
      const sent = await send(row, column, text, sending);
      const change = sent.row && { row: sent.row, column, former };
      if (change) saved.push(change);
      if (saved.length > MAX_UNDO) saved.shift();
      set(null);
      return { state: "saved", change, conflicts: sent.conflicts };
    } catch (error) {
      set({ ...cell, problem: reasonOf(error), saving: false });
      return { state: "refused" };
    }
  },

  /** Whether a change can be undone. */
  canUndo: (): boolean => saved.length > 0,

  /** Undoes a change, else the last one. Throws an error with the reason if it is refused. Null if there is none. */
  async undo(sending: Sending, change: SavedChange | undefined = saved.at(-1)): Promise<SavedChange | null> {
    const at = change ? saved.indexOf(change) : -1;
    if (!change || at < 0) return null;
    saved.splice(at, 1);
    try {
      await send(change.row, change.column, change.former, sending);
      return change;
    } catch (error) {
      throw new Error(reasonOf(error), { cause: error });
    }
  },
};
