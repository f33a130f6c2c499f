import type { LiveStatus } from "./events";

/** A lag is reported once it is longer than the first, and until it is shorter than the second. */
const LAG_REPORTED_MS = { from: 8_000, until: 4_000 };

/** What is shown of a status: it does not go back and forth with every word from the server. */
export type ShownStatus = LiveStatus & {
  /** The inbox is behind by more than the worker's ordinary work. */
  lagging: boolean;
  /** The last word was that the service answers again; shown is still that it did not. */
  maybeUp: boolean;
};

/**
 * What to show after a new word. The service counts as back only when two words in a row say so: one that answers every
 * other request has been out of reach all the while, since the earliest instant that was reported.
 */
export function steadyStatus(shown: ShownStatus | null, reported: LiveStatus, now: number): ShownStatus {
  const { oldestAt, count } = reported.inboxLag;
  const lagMs = count === 0 || oldestAt === null ? 0 : now - Date.parse(oldestAt);
  const lagging = lagMs >= (shown?.lagging ? LAG_REPORTED_MS.until : LAG_REPORTED_MS.from);
  const downSince = shown?.upstreamDownSince ?? null;
  if (reported.upstreamDownSince === null) {
    if (downSince === null || shown?.maybeUp) return { ...reported, lagging, maybeUp: false };
    return { ...reported, upstreamDownSince: downSince, lagging, maybeUp: true };
  }
  const earliest =
    downSince !== null && downSince < reported.upstreamDownSince ? downSince : reported.upstreamDownSince;
  return { ...reported, upstreamDownSince: earliest, lagging, maybeUp: false };
}
