/** One that takes longer hangs: the next begins next to it. */
const WAITED_FOR_MS = 5_000;

/** Resolves when it has ended, however, or hangs. */
function ended(value: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WAITED_FOR_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    value.then(end, end);
  });
}

/**
 * A reading that many callers share: it is kept for `keepMs` from when it began, and who asks while it is under way
 * waits for the same. `anew` answers one that began after it was asked, for all who come after: while one is under way
 * the next waits for its end, and all who ask meanwhile share that. A failed reading is not kept.
 */
export function sharedReading<T>(keepMs: number, read: () => Promise<T>) {
  let kept: { since: number; value: Promise<T> } | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<T> | null = null;

  function begin(): Promise<T> {
    const begun = { since: performance.now(), value: read() };
    kept = begun;
    begun.value.catch(() => {
      if (kept === begun) kept = null;
    });
    const over = ended(begun.value).then(() => {
      if (running === over) running = null;
    });
    running = over;
    return begun.value;
  }

  function anew(): Promise<T> {
    if (next !== null) return next;
    if (running === null) return begin();
    next = running.then(() => {
      next = null;
      return begin();
    });
    return next;
  }

  const current = (): Promise<T> =>
    kept !== null && performance.now() - kept.since < keepMs ? kept.value : begin();

  return { current, anew };
}
