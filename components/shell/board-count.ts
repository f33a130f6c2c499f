const listeners = new Set<() => void>();
let count: number | null = null;

/** The number of containers as last read by the board. The navigation figure follows it without a request. */
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
