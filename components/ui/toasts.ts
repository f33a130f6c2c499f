const listeners = new Set<() => void>();
let wanted = false;

/** Whether a notice was ever to be shown: only then is their script loaded. */
export const noticesWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): boolean => wanted,
  serverSnapshot: (): boolean => false,
};

async function openCorner() {
  const { toast } = await import("sonner");
  wanted = true;
  for (const listener of listeners) listener();
  return toast;
}

/** Says in a corner of the page what an act came to. */
export async function notify(words: string): Promise<void> {
  (await openCorner()).success(words);
}

/** Says in a corner of the page why something was not done. */
export async function notifyProblem(words: string): Promise<void> {
  (await openCorner()).error(words);
}
