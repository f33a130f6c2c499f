import { BoardRequestError } from "@/components/board/data/requests";
import { type ChangeRequest, reasonOf, sendChange } from "@/components/containers/change-requests";
import { currentUser } from "@/components/preferences/signed-in-user";
import { findFormDraft, keepFormDraft } from "@/components/ui/forms/drafts";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { cellName, editableCell, type SentChange, type Typed } from "./editable-cells";

/** A cell with its typed text. `row` is the row as it was when the cell was entered. */
export type EditedCell = {
  row: BoardRow;
  column: ColumnId;
  text: string;
  /** Why the text was not saved. */
  problem: string | null;
  /** Whether the text was typed before a reload, or before the board was left. */
  restored: boolean;
};

/** The cell that is being edited, and those whose changes are being sent. */
export type CellEdits = { edited: EditedCell | null; sending: readonly EditedCell[] };

/**
 * A saved change: of a cell of a container, or a job, which has no `containerId`. `name` says what changed, `undo` is the
 * request that undoes it.
 */
export type SavedChange = { name: string; containerId: string | null; undo: ChangeRequest };

/** Maximum number of changes that can be undone. */
const MAX_UNDO = 50;

const NO_EDITS: CellEdits = { edited: null, sending: [] };
let edits = NO_EDITS;
/** Ends when the last change was answered: changes are sent one after another. */
let lastAnswer: Promise<unknown> = Promise.resolve();
const saved: SavedChange[] = [];
const listeners = new Set<() => void>();
const afterEditing = new Map<string, () => void>();

const isIdle = (): boolean => edits.edited === null && edits.sending.length === 0;

function set(next: Partial<CellEdits>): void {
  edits = { ...edits, ...next };
  for (const listener of listeners) listener();
  if (!isIdle()) return;
  const acts = [...afterEditing.values()];
  afterEditing.clear();
  for (const act of acts) act();
}

const isSameCell = (one: EditedCell, row: BoardRow, column: ColumnId): boolean =>
  one.row.id === row.id && one.column === column;

const draftId = (row: BoardRow, column: ColumnId): string => `cell ${row.id} ${column}`;

/** Keeps the typed text in this tab until it is saved or discarded. */
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

/** The cell of a row as it is opened: with the text that was typed and not saved. */
function openedCell(row: BoardRow, column: ColumnId, before: string): EditedCell {
  const userId = currentUser.userId();
  const draft = userId === null ? null : findFormDraft(userId, draftId(row, column));
  const text = draft?.typed.text ?? before;
  return { row, column, text, problem: null, restored: text !== before };
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
  | { state: "saved"; name: string; change: SavedChange | null; conflicts: readonly string[] }
  /** Without a cell, the edited cell shows its problem. */
  | { state: "refused"; cell: EditedCell | null };

/** Sends the change of a cell. A refused cell is returned with the row as it is now, and the reason. */
async function send(cell: EditedCell, change: SentChange, sending: Sending): Promise<Outcome> {
  const { row, column } = cell;
  try {
    const answered = lastAnswer.then(() => sendChange(change));
    lastAnswer = answered.catch(() => undefined);
    const answer = await answered;
    forgetText(cell);
    const name = cellName(row, column);
    const done = change.undo && { name, containerId: row.id, undo: change.undo(answer) };
    if (done) remember(done);
    await shown(row.id, sending);
    return { state: "saved", name, change: done, conflicts: answer.conflicts ?? [] };
  } catch (error) {
    const after = isRefused(error) ? await shown(row.id, sending) : null;
    const now = after && editableCell(column)?.textOf(after);
    const isOther = now && now !== editableCell(column)?.textOf(row);
    const problem = `${reasonOf(error)}${isOther ? ` It is now “${now}”.` : ""}`;
    return { state: "refused", cell: { ...cell, row: after ?? row, problem } };
  }
}

/**
 * Acts when no cell is edited and no change is being sent, at once if that is so. Rows then stay in their places while a user
 * edits them. A later act of the same name replaces one that waits.
 */
export function whenIdle(name: string, act: () => void): void {
  if (isIdle()) act();
  else afterEditing.set(name, act);
}

/** The cell of the board that is edited in its row, and the changes that can be undone. One of each tab. */
export const cellEditing = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): CellEdits => edits,
  serverSnapshot: (): CellEdits => NO_EDITS,

  /** Opens a cell. A cell whose change is being sent opens afterwards, with `latestRow`. */
  enter(row: BoardRow, column: ColumnId, latestRow: () => BoardRow | undefined = () => row): void {
    const cell = editableCell(column);
    if (!cell) return;
    const open = (shownRow: BoardRow) => set({ edited: openedCell(shownRow, column, cell.textOf(shownRow)) });
    if (edits.sending.some((one) => isSameCell(one, row, column)))
      whenIdle(`enter ${row.id} ${column}`, () => open(latestRow() ?? row));
    else open(row);
  },
  /** Opens a refused cell again with what was typed. */
  reopen(cell: EditedCell): void {
    set({ edited: cell });
  },
  type(text: string): void {
    const { edited } = edits;
    if (!edited) return;
    const cell = { ...edited, text, problem: null, restored: false };
    keepText(cell, editableCell(cell.column)?.textOf(cell.row) ?? "");
    set({ edited: cell });
  },
  /** Closes the cell of a board that is left. What was typed is restored when the cell is opened again. */
  close(): void {
    set({ edited: null });
  },
  /** Closes the cell and discards what was typed in it. */
  leave(): void {
    if (edits.edited) forgetText(edits.edited);
    set({ edited: null });
  },

  /**
   * Leaves the cell for `next`, another cell of its row, or for none, and sends its change meanwhile. Stays in it when
   * what was typed cannot be sent.
   */
  async save(sending: Sending, next: ColumnId | undefined): Promise<Outcome> {
    const cell = edits.edited;
    const editable = cell && editableCell(cell.column);
    if (!cell || !editable) return { state: "refused", cell: null };
    const { row, text } = cell;
    const following = next && editableCell(next);
    const edited = following ? openedCell(row, next, following.textOf(row)) : null;
    if (text.trim() === editable.textOf(row).trim()) {
      forgetText(cell);
      set({ edited });
      return { state: "unchanged" };
    }
    const change = editable.change(row, text, { ...sending, now: new Date() });
    if ("problem" in change) {
      set({ edited: { ...cell, problem: change.problem } });
      return { state: "refused", cell: null };
    }
    set({ edited, sending: [...edits.sending, cell] });
    const outcome = await send(cell, change, sending);
    set({ sending: edits.sending.filter((one) => one !== cell) });
    return outcome;
  },

  /** Lets Ctrl+Z undo a job. */
  startedJob({ id, title }: { id: string; title: string }): void {
    remember({ name: title, containerId: null, undo: { path: `/api/jobs/${id}`, body: { act: "undo" } } });
  },

  /** Whether a change can be undone. */
  canUndo: (): boolean => saved.length + edits.sending.length > 0,

  /**
   * Undoes a change, else the last one. Null if there is none. Throws an error with the reason if it fails; the change
   * can be undone later when Drayboard did not respond.
   */
  async undo(sending: Sending, chosen?: SavedChange): Promise<SavedChange | null> {
    await lastAnswer;
    const change = chosen ?? saved.at(-1);
    const at = change ? saved.indexOf(change) : -1;
    if (!change || at < 0) return null;
    saved.splice(at, 1);
    try {
      await sendChange(change.undo);
    } catch (error) {
      if (canSucceedLater(change, error)) saved.push(change);
      // There is no edit to save again.
      const [reason = ""] = reasonOf(error).split(" Your edits are kept.");
      throw new Error(reason, { cause: error });
    }
    if (change.containerId !== null) await shown(change.containerId, sending);
    return change;
  },
};
