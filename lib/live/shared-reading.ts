/**
 * A reading that many callers share: it is kept for `keepMs` from when it began, and who asks while it is under way
 * waits for the same. `anew` begins another at once, for all. A failed reading is not kept.
 */
export function sharedReading<T>(keepMs: number, read: () => Promise<T>) {
  let kept: { since: number; value: Promise<T> } | null = null;

  function anew(): Promise<T> {
    const begun = { since: performance.now(), value: read() };
    kept = begun;
    begun.value.catch(() => {
      if (kept === begun) kept = null;
    });
    return begun.value;
  }

  const current = (): Promise<T> =>
    kept !== null && performance.now() - kept.since < keepMs ? kept.value : anew();

  return { current, anew };
}
