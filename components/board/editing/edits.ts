import type { SentChange } from "@/components/containers/change-requests";
import { currentUser } from "@/components/preferences/signed-in-user";
import { findUnsavedEdits, keepUnsavedEdits } from "@/components/ui/forms/drafts";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { StoredMeanwhile } from "@/lib/platform/text/stored-meanwhile";

/** A cell with its typed text. `row` is the row as it was when the cell was entered. */
export type EditedCell = {
  row: BoardRow;
  column: ColumnId;
  text: string;
  /** What is wrong with the text: it cannot be sent. */
  problem: string | null;
  /** Whether the text was typed before a reload, or before the board was left. */
  restored: boolean;
};

/** A typed text with its change. `name`: "Note of MSKU 480796 9". */
export type Edit = {
  row: Pick<BoardRow, "id" | "number">;
  column: ColumnId;
  text: string;
  name: string;
  change: SentChange;
};

/** An edit without a response yet. `isSlow`: it is shown as being saved. */
export type SentEdit = Edit & { isSlow: boolean };

/**
 * Why an edit is not saved: another user stored another value meanwhile, Drayboard refused it, or there was no response.
 */
export type Unsaved =
  | { state: "theirs"; theirs: StoredMeanwhile }
  | { state: "refused" | "unsent"; reason: string };

export type UnsavedEdit = Edit & { why: Unsaved };

/** The cell that is being edited, the edits that are being sent, and those that are not saved until the user decides. */
export type CellEdits = {
  edited: EditedCell | null;
  sending: readonly SentEdit[];
  unsaved: readonly UnsavedEdit[];
};

const NO_EDITS: CellEdits = { edited: null, sending: [], unsaved: [] };
/** What is stored of an edit whose response had not arrived when its page was left. */
const LEFT: Unsaved = { state: "unsent", reason: "The page was left before Drayboard responded." };

let edits = NO_EDITS;
let owner: string | null = null;
const listeners = new Set<() => void>();
const afterEditing = new Map<string, () => void>();

const isIdle = (): boolean => edits.edited === null && edits.sending.length === 0;

/** Whether two edits are of the same cell. */
export const isSameCell = (
  one: { row: { id: string }; column: ColumnId },
  other: { row: { id: string }; column: ColumnId },
): boolean => one.row.id === other.row.id && one.column === other.column;

const warnOfLoss = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Stores what is not saved in this tab, and warns before the tab closes while there is any. */
function keep(): void {
  const { sending, unsaved } = edits;
  const open = [...unsaved, ...sending.map(({ isSlow: _, ...edit }) => ({ ...edit, why: LEFT }))];
  if (owner !== null) keepUnsavedEdits(owner, open);
  if (open.length > 0) window.addEventListener("beforeunload", warnOfLoss);
  else window.removeEventListener("beforeunload", warnOfLoss);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function isUnsavedEdit(value: unknown): value is UnsavedEdit {
  if (!isObject(value)) return false;
  const part = (name: string): unknown => Reflect.get(value, name);
  const [row, change, why] = [part("row"), part("change"), part("why")];
  return ["text", "name", "column"].map(part).every(isText) && [row, change, why].every(isObject);
}

/** Shows the unsaved edits of the signed-in user from before a reload, and none of another user. */
function restore(): void {
  const userId = currentUser.userId();
  if (userId === null || userId === owner) return;
  const former = owner === null ? edits : NO_EDITS;
  owner = userId;
  const stored = findUnsavedEdits(userId).filter(isUnsavedEdit);
  const known = [...former.unsaved, ...former.sending];
  const unsaved = [
    ...stored.filter((one) => !known.some((each) => isSameCell(one, each))),
    ...former.unsaved,
  ];
  cellEdits.set({ ...former, unsaved });
}

/**
 * Acts when no cell is edited and no change is being sent, at once if that is so. Rows then stay in their places while a user
 * edits them. A later act of the same name replaces one that waits.
 */
export function whenIdle(name: string, act: () => void): void {
  if (isIdle()) act();
  else afterEditing.set(name, act);
}

/** The edits of the board's cells. One store of each tab, for the board and the tray of unsaved edits. */
export const cellEdits = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): CellEdits => edits,
  serverSnapshot: (): CellEdits => NO_EDITS,
  set(next: Partial<CellEdits>): void {
    edits = { ...edits, ...next };
    if (next.sending ?? next.unsaved) keep();
    for (const listener of listeners) listener();
    if (!isIdle()) return;
    const acts = [...afterEditing.values()];
    afterEditing.clear();
    for (const act of acts) act();
  },
  /** Discards an unsaved edit: what is stored stays. */
  discard(...discarded: readonly UnsavedEdit[]): void {
    cellEdits.set({ unsaved: edits.unsaved.filter((one) => !discarded.includes(one)) });
  },
  /** Takes back unsaved edits that were discarded, unless the cell has another meanwhile. */
  takeBack(discarded: readonly UnsavedEdit[]): void {
    const lost = discarded.filter((one) => !edits.unsaved.some((each) => isSameCell(one, each)));
    cellEdits.set({ unsaved: [...edits.unsaved, ...lost] });
  },
  /** Removes everything of a user whose session has ended. */
  forget(): void {
    owner = null;
    cellEdits.set(NO_EDITS);
  },
};

currentUser.subscribe(restore);
// On some pages the user is known before this script has loaded.
restore();
currentUser.onEnded(cellEdits.forget);
