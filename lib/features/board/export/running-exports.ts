import { AppError } from "@/lib/platform/errors";

/** Each export takes about 10 MB at most: its list of ids, one page and the socket buffer. */
const MAX_RUNNING = 10;

const held = globalThis as typeof globalThis & { drayboardExporting?: Set<string> };

/** Returns the ids of users with a running export in this process. */
function exporting(): Set<string> {
  // Stored on the global object, because the bundler gives each route its own copy of this module.
  held.drayboardExporting ??= new Set();
  return held.drayboardExporting;
}

/** Throws `export_running` when the user has a running export, or when too many users have. */
export function requireFreeExport(userId: string): void {
  if (exporting().has(userId))
    throw new AppError(
      "export_running",
      "You already have an export running. Wait for it to finish, or cancel it.",
    );
  if (exporting().size >= MAX_RUNNING)
    throw new AppError("export_running", "Too many exports are running. Try again in a minute.");
}

/** Counts a running export of the user until the returned function is called. Throws like `requireFreeExport`. */
export function startExport(userId: string): () => void {
  requireFreeExport(userId);
  exporting().add(userId);
  let ended = false;
  return () => {
    if (!ended) exporting().delete(userId);
    ended = true;
  };
}
