/** Where a signed-in reader lands when no page was asked for. */
export const HOME_PATH = "/board";

// An origin nobody has: what resolves to another one was no path of ours.
const ORIGIN = "http://desk.invalid";

/**
 * The path to go to after sign-in: `asked` when it is a plain path of this desk, else the board. Addresses of other
 * sites, schemes, `//host`, backslashes and control characters, the sign-in page and /api are never honoured.
 */
export function safeReturnPath(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > 2048 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) {
    return HOME_PATH;
  }
  if (!URL.canParse(asked, ORIGIN)) return HOME_PATH;
  const url = new URL(asked, ORIGIN);
  const isPage = !/^\/(\/|$|api(\/|$)|sign-in(\/|$))/i.test(url.pathname);
  return url.origin === ORIGIN && isPage ? url.pathname + url.search + url.hash : HOME_PATH;
}

/** The sign-in page's address, remembering the path to come back to. */
export function signInPath(returnPath: unknown): string {
  const safe = safeReturnPath(returnPath);
  return safe === HOME_PATH ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(safe)}`;
}
