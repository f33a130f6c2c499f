import { may, type Role } from "@/lib/auth/access/roles";

/** Where a signed-in reader lands when no page was asked for. */
export const HOME_PATH = "/board";

/** Where customers see the containers of their parties. */
const CUSTOMER_PATH = "/my";

/** Where somebody of this role lands when no page was asked for. */
export const homePathOf = (role: Role): string => (may(role, "dashboard") ? HOME_PATH : CUSTOMER_PATH);

// An origin nobody has: what resolves to another one was no path of ours.
const ORIGIN = "http://dashboard.invalid";

/**
 * The path to go to after sign-in: `asked` when it is a plain path of Drayboard, else the board. Addresses of other
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

/** Where somebody of this role goes after signing in: to what was asked for, where that may be theirs. */
export function landingPath(asked: unknown, role: Role): string {
  const path = safeReturnPath(asked);
  const own = may(role, "dashboard") ? path !== HOME_PATH : path.startsWith(CUSTOMER_PATH);
  return own ? path : homePathOf(role);
}

/** The sign-in page's address, remembering the path to come back to. */
export function signInPath(returnPath: unknown): string {
  const safe = safeReturnPath(returnPath);
  return safe === HOME_PATH ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(safe)}`;
}
