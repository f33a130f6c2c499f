import { fetchBoardRows } from "@/components/board/data/requests";
import { boardSelection } from "@/components/board/selection/selection";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { boardColumn } from "@/lib/features/board/rules/columns";
import { counted } from "@/lib/platform/text/counted";
import { cellEditing } from "./cell-editing";
import { cellName, closedReason, editableCell, type Typed } from "./editable-cells";
import { cellEdits, type Edit, type EditedCell } from "./edits";
import { combine, type SavedChange, sendEdit } from "./send-edit";

/** Maximum number of rows that Ctrl+Enter fills: their rows are read in one request. */
const MAX_FILLED = 100;
const TOO_MANY = `Ctrl+Enter fills at most ${MAX_FILLED} rows. Select fewer.`;

/** What Ctrl+Enter in a cell of a container will do. Null without selected rows: then it saves the cell. */
export function fillHint(id: string): string | null {
  const selection = boardSelection.snapshot();
  if (selection.mode === "all") return TOO_MANY;
  const { size } = selection.ids;
  if (size === 0) return null;
  if (size > MAX_FILLED) return TOO_MANY;
  const others = counted(size, "selected row");
  return `Ctrl+Enter fills ${others}${selection.ids.has(id) ? "" : " and this one"}.`;
}

/** What came of filling cells: a notice, the change that undoes it, and the cells that cannot have the text. */
export type Filled = { text: string; change: SavedChange | null; refused: readonly EditedCell[] };

const refuse = (cell: EditedCell, problem: string): null => {
  cellEdits.set({ edited: { ...cell, problem } });
  return null;
};

/** The row of the cell, and the other selected rows as they are stored. */
async function selectedRows(query: BoardQuery, own: BoardRow, ids: ReadonlySet<string>): Promise<BoardRow[]> {
  const others = [...ids].filter((id) => id !== own.id);
  if (others.length === 0) return [own];
  const { rows } = await fetchBoardRows(query, others);
  return [own, ...rows.map(({ matches: _, ...row }) => row)];
}

/**
 * Leaves the edited cell and gives its text to the cells of its column in all selected rows, with one change each. Null if
 * nothing was sent: then the cell is open again and says why. What Drayboard does not save is an unsaved edit of its cell.
 */
export async function fillSelected(query: BoardQuery, typed: Omit<Typed, "now">): Promise<Filled | null> {
  const source = cellEdits.snapshot().edited;
  const editable = source && editableCell(source.column);
  if (!source || !editable) return null;
  const selection = boardSelection.snapshot();
  if (selection.mode === "all" || selection.ids.size > MAX_FILLED) return refuse(source, TOO_MANY);
  cellEditing.leave();
  let rows: BoardRow[];
  try {
    rows = await selectedRows(query, source.row, selection.ids);
  } catch (error) {
    return refuse(source, error instanceof Error ? error.message : "Drayboard is not responding.");
  }
  const now = new Date();
  const filling: Edit[] = [];
  const refused: EditedCell[] = [];
  for (const row of rows) {
    const cell = { ...source, row, problem: null, restored: false };
    if (editable.textOf(row).trim() === source.text.trim()) continue;
    const closed = closedReason(row, source.column);
    const change =
      closed === null ? editable.change(row, source.text, { ...typed, now }) : { problem: closed };
    if ("problem" in change) refused.push({ ...cell, problem: change.problem });
    else {
      const { column, text } = source;
      filling.push({ row, column, text, name: cellName(row, column), change });
    }
  }
  if (filling.length === 0 && refused[0]) return refuse(source, refused[0].problem ?? "");
  const outcomes = await Promise.all(filling.map((edit) => sendEdit(edit)));
  const changes = outcomes.flatMap((outcome) => (outcome.state === "saved" ? (outcome.change ?? []) : []));
  const unsaved = outcomes.filter(({ state }) => state === "unsaved").length;
  const label = boardColumn(source.column).label;
  const name = `${label} of ${counted(rows.length - refused.length - unsaved, "container")}`;
  const left = unsaved === 0 ? "" : ` ${unsaved} not saved.`;
  return { text: `Saved: ${name}.${left}`, change: combine(changes, name), refused };
}

/** Which of the filled cells were not saved, and why. */
export const refusedText = (refused: readonly EditedCell[]): string =>
  `${refused.length} not saved. ${refused.map((cell) => `${cellName(cell.row, cell.column)}: ${cell.problem}`).join(" ")}`;
