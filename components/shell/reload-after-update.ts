const KEY = "drayboard.reloaded-for-script";
/** A page whose script is still missing after a reload is not reloaded again within this time. */
const PAUSE_MS = 60_000;

/**
 * Whether the error is a script that the dashboard does not have: it was updated, or its build replaced, while the page was
 * open.
 */
const isMissingScript = (error: unknown): boolean =>
  error instanceof Error && error.name === "ChunkLoadError";

/**
 * Reloads the page if its error is a script of a former version. Text that was typed in forms with drafts is restored after it.
 */
export function reloadAfterUpdate(error: unknown, now = Date.now()): void {
  if (!isMissingScript(error)) return;
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now - last < PAUSE_MS) return;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    // Without storage a page could reload without end.
    return;
  }
  window.location.reload();
}
