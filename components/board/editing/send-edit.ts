import { BoardRequestError } from "@/components/board/data/requests";
import {
  type ChangeRequest,
  reasonOf,
  type SentChange,
  sendChange,
  undoOf,
} from "@/components/containers/change-requests";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { type CellEdits, cellEdits, type Edit, isSameCell, type Unsaved, type UnsavedEdit } from "./edits";

/** From this time on an edit is shown as being saved. */
const SLOW_MS = 300;
/** Maximum number of changes that can be undone. */
const MAX_UNDO = 50;

/**
 * A saved change: of a cell of a container, or a job, which has no `containerId`. `name` says what changed, `undo` is the
 * request that undoes it. `parts`: the changes that were made at once and are undone at once, instead of `undo`.
 */
export type SavedChange = {
  name: string;
  containerId: string | null;
  undo: ChangeRequest;
  parts?: readonly SavedChange[];
};

/** What came of an edit. `change` can be undone, `conflicts` is what a saved plan does not fit. */
export type Outcome =
  | { state: "saved"; name: string; change: SavedChange | null; conflicts: readonly string[] }
  | { state: "unsaved" };

/** Reads a row after a change and shows it, null if it is not there any more. */
export type ReadRow = (id: string) => Promise<BoardRow | null>;

/** Ends when the last change was answered: changes are sent one after another. */
let lastAnswer: Promise<unknown> = Promise.resolve();
let readRow: ReadRow = async () => null;
const saved: SavedChange[] = [];

/** How the board on this page reads a row. */
export function readRowsBy(read: ReadRow): void {
  readRow = read;
}

/** Shows the row as it is stored. Without a board, or if it cannot be read, the next update shows it. */
export const showRow = (id: string): Promise<unknown> => readRow(id).catch(() => null);

function remember(change: SavedChange): void {
  saved.push(change);
  if (saved.length > MAX_UNDO) saved.shift();
}

/** Whether the request was refused. It can succeed later when Drayboard did not respond. */
const isRefused = (error: unknown): boolean =>
  error instanceof BoardRequestError && error.status >= 400 && error.status < 500;

function whyNot(error: unknown): Unsaved {
  const stored = error instanceof BoardRequestError ? error.stored : null;
  if (stored) return { state: "theirs", theirs: stored };
  return { state: isRefused(error) ? "refused" : "unsent", reason: reasonOf(error) };
}

/**
 * Shows edits as being sent, in place of unsaved ones of their cells. Returns what ends that: they are saved, or unsaved for
 * a reason.
 */
function beginSending(
  edits: readonly Edit[],
  change: Partial<CellEdits> = {},
): (why: Unsaved | null) => void {
  const isIt = (one: Edit) => edits.some((edit) => edit.change === one.change);
  const { sending, unsaved } = cellEdits.snapshot();
  cellEdits.set({
    ...change,
    sending: [...sending, ...edits.map((edit) => ({ ...edit, isSlow: false }))],
    unsaved: unsaved.filter((one) => !edits.some((edit) => isSameCell(one, edit))),
  });
  const slow = setTimeout(() => {
    const all = cellEdits.snapshot().sending;
    cellEdits.set({ sending: all.map((one) => (isIt(one) ? { ...one, isSlow: true } : one)) });
  }, SLOW_MS);
  return (why) => {
    clearTimeout(slow);
    const now = cellEdits.snapshot();
    const others = now.sending.filter((one) => !isIt(one));
    // A later edit of the cell replaces this one.
    const isReplaced = (edit: Edit) => others.some((one) => isSameCell(one, edit));
    const failed = why ? edits.filter((edit) => !isReplaced(edit)).map((edit) => ({ ...edit, why })) : [];
    cellEdits.set({ sending: others, unsaved: [...now.unsaved, ...failed] });
  };
}

/**
 * Sends the edits of one change of a page that shows itself what was refused. They are unsaved when it fails and `isLeft` says
 * that the page was left meanwhile.
 */
export async function sendTogether<Sent>(
  edits: readonly Edit[],
  send: () => Promise<Sent>,
  isLeft: () => boolean,
): Promise<Sent> {
  const replaced = cellEdits.snapshot().unsaved.filter((one) => edits.some((edit) => isSameCell(one, edit)));
  const end = beginSending(edits);
  try {
    const answered = lastAnswer.then(send);
    lastAnswer = answered.catch(() => undefined);
    const sent = await answered;
    if (isLeft()) await Promise.all([...new Set(edits.map(({ row }) => row.id))].map(showRow));
    end(null);
    return sent;
  } catch (error) {
    const why = whyNot(error instanceof Error ? (error.cause ?? error) : error);
    const isOfOne = why.state !== "theirs" || edits.length === 1;
    end(isLeft() ? (isOfOne ? why : { state: "refused", reason: reasonOf(error) }) : null);
    if (!isLeft()) cellEdits.takeBack(replaced);
    throw error;
  }
}

/**
 * Sends an edit, in place of an unsaved one of its cell. It is unsaved unless Drayboard confirms it. `edited`: the cell that is
 * edited from now on; rows move only when there is none.
 */
export async function sendEdit(edit: Edit, edited = cellEdits.snapshot().edited): Promise<Outcome> {
  const { row, column, name, text, change } = edit;
  const sent = { row: { id: row.id, number: row.number }, column, text, name, change };
  const end = beginSending([sent], { edited });
  try {
    const answered = lastAnswer.then(() => sendChange(change));
    lastAnswer = answered.catch(() => undefined);
    const answer = await answered;
    const undo = undoOf(row.id, change, answer);
    const done = undo && { name, containerId: row.id, undo };
    if (done) remember(done);
    await showRow(row.id);
    end(null);
    return { state: "saved", name, change: done, conflicts: answer.conflicts ?? [] };
  } catch (error) {
    if (isRefused(error)) await showRow(row.id);
    end(whyNot(error));
    return { state: "unsaved" };
  }
}

/** The change of an edit as it is sent again. It is not applied twice, because it names the value before it. */
function changeAgain({ change, why }: UnsavedEdit): SentChange {
  const { body, undo } = change;
  const overwriting = why.state === "theirs" ? { ...body, ...why.theirs.seen } : body;
  if (undo !== "carrier") return { ...change, body: overwriting };
  return { ...change, body: { ...overwriting, mayBeDone: why.state === "unsent" } };
}

/** Sends an unsaved edit again. One that another user's value was in the way of overwrites that value. */
export const sendAgain = (edit: UnsavedEdit): Promise<Outcome> =>
  sendEdit({ ...edit, change: changeAgain(edit) });

/** A job that is not finished is refused and can be undone later, unless another user has undone it. */
const canSucceedLater = ({ containerId }: SavedChange, error: unknown): boolean =>
  !isRefused(error) || (containerId === null && error instanceof BoardRequestError && error.status !== 409);

/** Makes saved changes one that is undone at once. Null without any that can be undone. */
export function combine(changes: readonly SavedChange[], name: string): SavedChange | null {
  const parts = changes.filter((change) => saved.includes(change));
  const [first] = parts;
  if (!first) return null;
  for (const part of parts) saved.splice(saved.indexOf(part), 1);
  const change = { ...first, name, parts };
  remember(change);
  return change;
}

/** Lets Ctrl+Z undo a job. */
export function rememberJob({ id, title }: { id: string; title: string }): void {
  remember({ name: title, containerId: null, undo: { path: `/api/jobs/${id}`, body: { act: "undo" } } });
}

/** Whether a change can be undone. */
export const canUndo = (): boolean => saved.length + cellEdits.snapshot().sending.length > 0;

/**
 * Undoes a change, else the last one. Null if there is none. Throws an error with the reason if it fails; the change
 * can be undone later when Drayboard did not respond.
 */
export async function undoChange(chosen?: SavedChange): Promise<SavedChange | null> {
  await lastAnswer;
  const change = chosen ?? saved.at(-1);
  const at = change ? saved.indexOf(change) : -1;
  if (!change || at < 0) return null;
  saved.splice(at, 1);
  const failed: { part: SavedChange; error: unknown }[] = [];
  for (const part of (change.parts ?? [change]).toReversed()) {
    try {
      await sendChange(part.undo);
      if (part.containerId !== null) await showRow(part.containerId);
    } catch (error) {
      failed.push({ part, error });
    }
  }
  const later = failed.filter(({ part, error }) => canSucceedLater(part, error)).map(({ part }) => part);
  saved.push(...later.toReversed());
  const [first] = failed;
  if (!first) return change;
  // There is no edit to save again.
  const [reason = ""] = reasonOf(first.error).split(" Your edits are kept.");
  throw new Error(reason, { cause: first.error });
}
