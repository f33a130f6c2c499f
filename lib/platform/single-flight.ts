/** A read that takes longer is treated as hanging: the next one starts in parallel. */
const WAITED_FOR_MS = 5_000;

/** Resolves when the read has ended, successfully or not, or is treated as hanging. */
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
 * A read shared by many callers. The result is cached for `keepMs` from the start of the read, and callers during a
 * read wait for the same result. `reload` returns a read that began after the call, also for all later callers. While a
 * read is running, the next one waits for its end, and all `reload` calls in the meantime share it. A failed read is not
 * cached.
 */
export function sharedReading<T>(keepMs: number, read: () => Promise<T>) {
  let stored: { since: number; value: Promise<T> } | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<T> | null = null;

  function begin(): Promise<T> {
    const begun = { since: performance.now(), value: read() };
    stored = begun;
    begun.value.catch(() => {
      if (stored === begun) stored = null;
    });
    const over = ended(begun.value).then(() => {
      if (running === over) running = null;
    });
    running = over;
    return begun.value;
  }

  function reload(): Promise<T> {
    if (next !== null) return next;
    if (running === null) return begin();
    next = running.then(() => {
      next = null;
      return begin();
    });
    return next;
  }

  const current = (): Promise<T> =>
    stored !== null && performance.now() - stored.since < keepMs ? stored.value : begin();

  return { current, reload };
}
