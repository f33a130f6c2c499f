/** Where the proxy notes the path asked for, so that a page can send its reader back to it. Never trusted as it is. */
export const ASKED_PATH_HEADER = "x-drayboard-path";
