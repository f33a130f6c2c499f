import type { LiveChange } from "./events";

/** The records shown on a page, which is refetched when one of them changes. `"any"` means every record of the type. */
export type Watched = {
  containers?: readonly string[] | "any";
  shipments?: readonly string[] | "any";
  requests?: readonly string[] | "any";
  parties?: boolean;
};

function names(watched: readonly string[] | "any" | undefined, changed: readonly string[]): boolean {
  if (!watched || changed.length === 0) return false;
  return watched === "any" || changed.some((id) => watched.includes(id));
}

/** Whether a change affects the subscribed records. */
export function concerns(watched: Watched, change: LiveChange): boolean {
  return (
    names(watched.containers, change.containers) ||
    names(watched.shipments, change.shipments) ||
    names(watched.requests, change.requests) ||
    (watched.parties === true && change.parties)
  );
}
