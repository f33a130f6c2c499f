import type { LiveStatus } from "./events";

/** A lag is shown once it exceeds the first value, until it is below the second. */
const LAG_REPORTED_MS = { from: 8_000, until: 4_000 };

/** The shown status. It is stabilized, so that it does not change with every report of the server. */
export type DisplayedStatus = LiveStatus & {
  /** Whether the inbox lags by more than the worker's usual processing time. */
  lagging: boolean;
  /** Whether the last report was good while the outage is still shown. */
  maybeUp: boolean;
};

/**
 * The status to show after a new report. The service counts as available again only after two consecutive good reports.
 * With intermittent responses, the outage counts from the earliest reported instant.
 */
export function steadyStatus(
  shown: DisplayedStatus | null,
  reported: LiveStatus,
  now: number,
): DisplayedStatus {
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
