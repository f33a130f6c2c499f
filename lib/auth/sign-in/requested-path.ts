/**
 * The request header in which the proxy stores the requested path, so that a page can return there after sign-in.
 * Validate it before use.
 */
export const ASKED_PATH_HEADER = "x-drayboard-path";
