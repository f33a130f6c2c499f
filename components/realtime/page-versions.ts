/**
 * The server read time of each page shown in this tab, most recently shown first. The router keeps old copies of pages
 * and restores them unchanged. A copy is restored if it was shown before or is older than one shown. Age alone does not
 * decide: a new page may have an old read time if nothing changed since.
 */
const latestShown = new Map<string, string>();

/** Records that the copy of a page read at `readAt` (UTC text) is shown. Returns true if it was restored. */
export function noteDisplayed(page: string, readAt: string): boolean {
  const latest = latestShown.get(page);
  if (latest !== undefined && readAt <= latest) return true;
  latestShown.set(page, readAt);
  return false;
}
