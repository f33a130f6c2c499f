import { AppError } from "@/lib/platform/errors";

/** Each takes some 10 MB at most, for its list of ids, one page and what the socket holds. */
const MAX_RUNNING = 10;

const held = globalThis as typeof globalThis & { drayboardExporting?: Set<string> };

/** Users with an export under way in this process. */
function exporting(): Set<string> {
  // Kept on the global object: the bundler gives each route a copy of this module.
  held.drayboardExporting ??= new Set();
  return held.drayboardExporting;
}

/** Throws `too_many_tries` where the user has an export under way, or where too many users have. */
export function requireFreeExport(userId: string): void {
  if (exporting().has(userId))
    throw new AppError(
      "too_many_tries",
      "Another export of yours is still running. Wait until it has ended, or cancel it.",
    );
  if (exporting().size >= MAX_RUNNING)
    throw new AppError("too_many_tries", "Too many exports are running. Try again in a minute.");
}

/** Counts an export of the user until the function it returns is called. Throws as `requireFreeExport`. */
export function startExport(userId: string): () => void {
  requireFreeExport(userId);
  exporting().add(userId);
  let ended = false;
  return () => {
    if (!ended) exporting().delete(userId);
    ended = true;
  };
}
