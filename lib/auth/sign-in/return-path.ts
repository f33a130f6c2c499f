import { may, type Role } from "@/lib/auth/access/roles";

/** The default page after sign-in. */
export const HOME_PATH = "/board";

/** The page with the containers of a customer's parties. */
const CUSTOMER_PATH = "/my";

/** The default page after sign-in for a role. */
export const homePathOf = (role: Role): string => (may(role, "dashboard") ? HOME_PATH : CUSTOMER_PATH);

// An origin that does not exist: a value that resolves to another origin was not a path of Drayboard.
const ORIGIN = "http://dashboard.invalid";

/**
 * The path after sign-in: `asked` if it is a plain path of Drayboard, otherwise the board. Never accepted: addresses of
 * other sites, schemes, `//host`, backslashes, control characters, the sign-in page and /api.
 */
export function safeReturnPath(requested: unknown): string {
  if (
    typeof requested !== "string" ||
    requested.length > 2048 ||
    !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(requested)
  ) {
    return HOME_PATH;
  }
  if (!URL.canParse(requested, ORIGIN)) return HOME_PATH;
  const url = new URL(requested, ORIGIN);
  const isPage = !/^\/(\/|$|api(\/|$)|sign-in(\/|$))/i.test(url.pathname);
  return url.origin === ORIGIN && isPage ? url.pathname + url.search + url.hash : HOME_PATH;
}

/** The path after sign-in for a role: the requested page if the role may open it. */
export function landingPath(requested: unknown, role: Role): string {
  const path = safeReturnPath(requested);
  const own = may(role, "dashboard") ? path !== HOME_PATH : path.startsWith(CUSTOMER_PATH);
  return own ? path : homePathOf(role);
}

/** The address of the sign-in page, with the path to return to. */
export function signInPath(returnPath: unknown): string {
  const safe = safeReturnPath(returnPath);
  return safe === HOME_PATH ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(safe)}`;
}

/**
 * The request header in which the proxy stores the requested path, so that a page can return there after sign-in.
 * Validate it before use.
 */
export const REQUESTED_PATH_HEADER = "x-drayboard-path";
