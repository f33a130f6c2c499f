import { type CellEdits, cellEdits } from "@/components/board/editing/edits";
import type { BoardRowsData } from "@/components/board/page-data";
import type { WorkRead } from "./keep-rows";

let focused: string | null = null;
let reads: ReadonlyMap<string, WorkRead> = new Map();
let version = 0;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** The containers whose rows keep their places. */
const idsInWork = ({ edited, sending, unsaved }: CellEdits, focusedId: string | null): Set<string> =>
  new Set([
    ...[edited, ...sending, ...unsaved].flatMap((cell) => cell?.row.id ?? []),
    ...(focusedId === null ? [] : [focusedId]),
  ]);

const current = (): Set<string> => idsInWork(cellEdits.snapshot(), focused);

/** The rows with work in progress: focused, edited, or with a change that is being sent or not saved. One of each tab. */
export const rowsInWork = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    const unsubscribe = cellEdits.subscribe(listener);
    return () => {
      listeners.delete(listener);
      unsubscribe();
    };
  },
  ids: current,
  reads: () => reads,
  /** Grows with each read of a row in work. */
  version: (): number => version,
  /** The container of the row that has the focus. */
  focus(id: string | null): void {
    if (focused === id) return;
    focused = id;
    notify();
  },
  /** Takes what was read about rows in work. A requested row that was not read does not match. */
  take({ rows, asOf }: Pick<BoardRowsData, "rows" | "asOf">, requested: readonly string[]): void {
    const ids = current();
    const next = new Map([...reads].filter(([id]) => ids.has(id)));
    for (const id of requested) {
      if (!ids.has(id)) continue;
      const read = rows.find((row) => row.id === id);
      if (read) {
        const { matches, ...row } = read;
        next.set(id, { row, matches, asOf });
      } else next.set(id, { row: null, matches: false, asOf });
    }
    if (next.size === 0 && reads.size === 0) return;
    reads = next;
    version += 1;
    notify();
  },
};
