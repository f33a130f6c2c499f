import { BoardRequestError } from "@/components/board/data/requests";
import { type ChangeRequest, reasonOf, sendChange } from "@/components/containers/change-requests";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { cellName, editableCell, type Typed } from "./editable-cells";

/** The cell that is being edited. `row` is the row as it was when the cell was entered. */
export type EditedCell = {
  row: BoardRow;
  column: ColumnId;
  text: string;
  /** Why the text was not saved. */
  problem: string | null;
  saving: boolean;
};

/**
 * A saved change: of a cell of a container, or a job, which has no `containerId`. `name` says what changed, `undo` is the
 * request that undoes it.
 */
export type SavedChange = { name: string; containerId: string | null; undo: ChangeRequest };

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
export type Sending = Pick<Typed, "locale" | "parties"> & {
  readRow: (id: string) => Promise<BoardRow | null>;
};

/** Shows the row as it is stored. Null if it cannot be read: the next update of the board shows it. */
const shown = (id: string, { readRow }: Sending): Promise<BoardRow | null> => readRow(id).catch(() => null);

function remember(change: SavedChange): void {
  saved.push(change);
  if (saved.length > MAX_UNDO) saved.shift();
}

/** A job that is not finished is refused and can be undone later, unless another user has undone it. */
const canSucceedLater = ({ containerId }: SavedChange, error: unknown): boolean =>
  !isRefused(error) || (containerId === null && error instanceof BoardRequestError && error.status !== 409);

/** Whether the request was refused. It can succeed later when Drayboard did not respond. */
const isRefused = (error: unknown): boolean =>
  error instanceof BoardRequestError && error.status >= 400 && error.status < 500;

/** What came of saving a cell. `row` is the row after it, `change` can be undone. */
export type Outcome =
  | { state: "unchanged" }
  | { state: "saved"; row: BoardRow; name: string; change: SavedChange | null; conflicts: readonly string[] }
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

  /**
   * Saves the cell and leaves it. Stays in it, with what was typed, when the change is refused: when another user
   * changed the cell, saving again overwrites what that user saved.
   */
  async save(sending: Sending): Promise<Outcome> {
    const cell = edited;
    if (!cell || cell.saving) return { state: "refused" };
    const { row, column, text } = cell;
    const editable = editableCell(column);
    if (!editable || text.trim() === editable.textOf(row).trim()) {
      set(null);
      return { state: "unchanged" };
    }
    const change = editable.change(row, text, { ...sending, now: new Date() });
    if ("problem" in change) {
      set({ ...cell, problem: change.problem });
      return { state: "refused" };
    }
    set({ ...cell, saving: true, problem: null });
    try {
      const answer = await sendChange(change);
      const name = cellName(row, column);
      const done = change.undo && { name, containerId: row.id, undo: change.undo(answer) };
      if (done) remember(done);
      const after = await shown(row.id, sending);
      set(null);
      return { state: "saved", row: after ?? row, name, change: done, conflicts: answer.conflicts ?? [] };
    } catch (error) {
      const after = isRefused(error) ? await shown(row.id, sending) : null;
      set({ ...cell, row: after ?? row, problem: reasonOf(error), saving: false });
      return { state: "refused" };
    }
  },

  /** Lets Ctrl+Z undo a job. */
  startedJob({ id, title }: { id: string; title: string }): void {
    remember({ name: title, containerId: null, undo: { path: `/api/jobs/${id}`, body: { act: "undo" } } });
  },

  /** Whether a change can be undone. */
  canUndo: (): boolean => saved.length > 0,

  /**
   * Undoes a change, else the last one. Null if there is none. Throws an error with the reason if it fails; the change
   * can be undone later when Drayboard did not respond.
   */
  async undo(sending: Sending, change: SavedChange | undefined = saved.at(-1)): Promise<SavedChange | null> {
    const at = change ? saved.indexOf(change) : -1;
    if (!change || at < 0) return null;
    saved.splice(at, 1);
    try {
      await sendChange(change.undo);
    } catch (error) {
      if (canSucceedLater(change, error)) saved.push(change);
      throw new Error(reasonOf(error), { cause: error });
    }
    if (change.containerId !== null) await shown(change.containerId, sending);
    return change;
  },
};
