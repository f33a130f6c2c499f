import type { LiveChange } from "./events";
import { liveFeed } from "./feed";

/** The records shown on a page, which is refetched when one of them changes. `"any"` means every record of the type. */
export type Watched = {
  containers?: readonly string[] | "any";
  shipments?: readonly string[] | "any";
  requests?: readonly string[] | "any";
  parties?: boolean;
};

function names(subscribed: readonly string[] | "any" | undefined, changed: readonly string[]): boolean {
  if (!subscribed || changed.length === 0) return false;
  return subscribed === "any" || changed.some((id) => subscribed.includes(id));
}

/** Whether a change affects the subscribed records. */
export function concerns(subscribed: Watched, change: LiveChange): boolean {
  return (
    names(subscribed.containers, change.containers) ||
    names(subscribed.shipments, change.shipments) ||
    names(subscribed.requests, change.requests) ||
    (subscribed.parties === true && change.parties)
  );
}

/** Changes within this time are read together. */
const GATHER_MS = 250;

/**
 * Calls `reread` soon after a change that affects the subscribed records, at most every `restMs`, and `onResync` when
 * changes may have been missed. Returns a function that stops it.
 */
export function followRecords(
  subscribed: Watched,
  refetch: () => unknown,
  { restMs = 0, onResync }: { restMs?: number; onResync?: () => unknown } = {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let restsUntil = 0;
  const soon = () => {
    timer ??= setTimeout(
      () => {
        timer = null;
        restsUntil = Date.now() + restMs;
        void refetch();
      },
      Math.max(GATHER_MS, restsUntil - Date.now()),
    );
  };
  const leaveChanges = liveFeed.onChange((change) => concerns(subscribed, change) && soon());
  const leaveResync = liveFeed.onResync(onResync ?? soon);
  // Changes received while the page was loading.
  if (liveFeed.recentlyReceived().some((change) => concerns(subscribed, change))) soon();
  return () => {
    leaveChanges();
    leaveResync();
    if (timer) clearTimeout(timer);
  };
}
