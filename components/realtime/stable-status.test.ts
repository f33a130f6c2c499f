import { describe, expect, it } from "vitest";
import type { LiveStatus } from "./events";
import { type DisplayedStatus, steadyStatus } from "./stable-status";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();
const CALM: LiveStatus = {
  lastSyncAt: null,
  lastChangeAt: null,
  upstreamDownSince: null,
  database: "up",
  syncing: null,
  inboxLag: { count: 0, oldestAt: null },
};

/** The shown status after a sequence of reported statuses. */
function shownAfter(...reported: Partial<LiveStatus>[]): DisplayedStatus | null {
  return reported.reduce<DisplayedStatus | null>(
    (shown, each) => steadyStatus(shown, { ...CALM, ...each }, NOW),
    null,
  );
}
const down = (seconds: number) => ({ upstreamDownSince: secondsAgo(seconds) });
const waits = (seconds: number) => ({ inboxLag: { count: 1, oldestAt: secondsAgo(seconds) } });

describe("an outage of the service", () => {
  it("is shown immediately", () => {
    expect(shownAfter({}, down(3))?.upstreamDownSince).toBe(secondsAgo(3));
  });

  it("ends only after two consecutive good reports", () => {
    expect(shownAfter(down(9), {})?.upstreamDownSince).toBe(secondsAgo(9));
    expect(shownAfter(down(9), {}, {})?.upstreamDownSince).toBeNull();
  });

  it("with intermittent responses counts from its start", () => {
    expect(shownAfter(down(60), {}, down(5), {}, down(2))?.upstreamDownSince).toBe(secondsAgo(60));
    expect(shownAfter(down(60), {}, {}, down(2))?.upstreamDownSince).toBe(secondsAgo(2));
  });
});

describe("inbox lag", () => {
  it("is shown above the upper limit and until it is below the lower limit", () => {
    expect(shownAfter(waits(7))?.lagging).toBe(false);
    expect(shownAfter(waits(8))?.lagging).toBe(true);
    expect(shownAfter(waits(8), waits(5))?.lagging).toBe(true);
    expect(shownAfter(waits(8), waits(3))?.lagging).toBe(false);
    expect(shownAfter(waits(8), {})?.lagging).toBe(false);
  });

  it("is not shown for an unreadable age", () => {
    expect(shownAfter({ inboxLag: { count: 5, oldestAt: null } })?.lagging).toBe(false);
  });
});
