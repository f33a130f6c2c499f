/**
 * When each page shown in this tab was read at the server, latest first shown. The router keeps old copies and puts
 * them back on the screen as they were: a copy shown before, or older than one shown, is such a one. A page may be of
 * an old reading and new all the same, when nothing changed since: age alone tells nothing.
 */
const latestShown = new Map<string, string>();

/** Notes that the copy of a page read at `readAt` (UTC text) is shown; true when it was put back. */
export function noteShown(page: string, readAt: string): boolean {
  const latest = latestShown.get(page);
  if (latest !== undefined && readAt <= latest) return true;
  latestShown.set(page, readAt);
  return false;
}
