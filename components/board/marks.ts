import type { ColumnId } from "./row-differences";

/** How long a mark stands once its row has been on a screen. */
const SEEN_MS = 10_000;

const marks = new Map<string, string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** The cells that changed and were not seen yet: row id → columns, parted by spaces. */
export const cellMarks = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  of: (rowId: string): string => marks.get(rowId) ?? "",

  add(changes: ReadonlyMap<string, { columns: readonly ColumnId[] }>): void {
    for (const [id, { columns }] of changes) {
      const before = marks.get(id)?.split(" ") ?? [];
      marks.set(id, [...new Set([...before, ...columns])].join(" "));
      clearTimeout(timers.get(id));
      timers.delete(id);
    }
    if (changes.size > 0) tell();
  },

  /** The row is on the screen: its marks go after a while. A hidden tab shows nothing to anybody. */
  seen(rowId: string): void {
    if (!marks.has(rowId) || timers.has(rowId)) return;
    if (document.visibilityState === "hidden") {
      document.addEventListener("visibilitychange", () => cellMarks.seen(rowId), { once: true });
      return;
    }
    timers.set(
      rowId,
      setTimeout(() => {
        timers.delete(rowId);
        marks.delete(rowId);
        tell();
      }, SEEN_MS),
    );
  },
};
