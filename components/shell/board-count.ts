const listeners = new Set<() => void>();
let count: number | null = null;

/** How many boxes there are, as the board last read it: the figure beside its name follows without a request. */
export const boardCount = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): number | null => count,
  serverSnapshot: (): number | null => null,
  share(boxes: number): void {
    if (boxes === count) return;
    count = boxes;
    for (const listener of listeners) listener();
  },
};
