const listeners = new Set<() => void>();
let count: number | null = null;

/** How many containers there are, as the board last read it: the figure next to its name follows without a request. */
export const boardCount = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): number | null => count,
  serverSnapshot: (): number | null => null,
  share(containers: number): void {
    if (containers === count) return;
    count = containers;
    for (const listener of listeners) listener();
  },
};
