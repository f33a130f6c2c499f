import { describe, expect, it } from "vitest";
import type { DisplayedStatus } from "./stable-status";
import { ago, liveText } from "./status-text";
import type { LiveState } from "./stream/protocol";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();

const CALM: DisplayedStatus = {
  lastSyncAt: secondsAgo(120),
  lastChangeAt: secondsAgo(4),
  upstreamDownSince: null,
  database: "up",
  syncing: null,
  inboxLag: { count: 0, oldestAt: null },
  lagging: false,
  maybeUp: false,
};
const text = (state: Partial<LiveState>) =>
  liveText({ link: "live", lostAt: null, laggingSince: null, status: CALM, ...state }, NOW);
const live = (change: Partial<DisplayedStatus> = {}) => text({ status: { ...CALM, ...change } });

describe("ago", () => {
  it.each([
    [0, "0s"],
    [-30, "0s"],
    [59, "59s"],
    [60, "1m"],
    [3_599, "59m"],
    [3_600, "1h"],
    [47 * 3_600, "47h"],
    [48 * 3_600, "2d"],
  ])("shows %i s as %s", (seconds, text) => {
    expect(ago(secondsAgo(seconds), NOW)).toBe(text);
  });
});

describe("liveText", () => {
  it("shows no warning when everything works", () => {
    expect(live()).toEqual({
      tone: "go",
      headline: "Live, last change 4s ago",
      details: ["last sync 2m ago"],
    });
  });

  it("ignores a worker that is processing and reports one that lags", () => {
    const inboxLag = { count: 1, oldestAt: secondsAgo(90) };
    expect(live({ inboxLag })).toEqual(live());
    const lagging = live({ inboxLag, lagging: true });
    expect(lagging).toMatchObject({ tone: "soon", headline: "Catching up" });
    expect(lagging.details).toContain("1 notification waits, oldest 1m");
  });

  it("shows since when the service is unavailable", () => {
    expect(live({ upstreamDownSince: secondsAgo(1_800) }).headline).toContain(
      "Tracking service unavailable for 30m; no updates since",
    );
  });

  it.each([
    ["paused", "Tracking service rate limit reached"],
    ["unreadable", "Tracking service responses can’t be"],
    ["not_noted", "Updates can’t be saved: database error"],
  ] as const)("shows other problems, such as %s, after an outage of the service", (failure, reported) => {
    expect(live({ trouble: failure }).headline).toContain(reported);
    expect(live({ trouble: failure }).tone).not.toBe("go");
    expect(live({ trouble: failure, upstreamDownSince: secondsAgo(60) }).headline).toContain(
      "Tracking service unavailable for",
    );
  });

  it.each([
    [599_200, "10m ahead of Drayboard’s"],
    [-601_000, "10m behind Drayboard’s"],
    [3 * 3_600_000, "3h ahead of"],
  ])("shows the clock difference of %i ms", (clockOffMs, reported) => {
    const { tone, headline } = live({ clockOffMs });
    expect(headline).toContain(`Tracking service’s clock is ${reported}`);
    expect(tone).toBe("soon");
    expect(live({ clockOffMs, trouble: "paused" }).headline).not.toContain("clock");
    expect(live({ clockOffMs: null }).headline).toContain("Live");
  });

  it("shows a lost connection before everything else", () => {
    const lost = text({
      link: "lost",
      lostAt: NOW - 20_000,
      status: { ...CALM, upstreamDownSince: secondsAgo(10), database: "down" },
    });
    expect(lost).toMatchObject({ tone: "late", details: [] });
    expect(lost.headline).toMatch(/^Offline for 20s, reconnecting/);
  });

  it("ignores a short disconnect and a short catch-up", () => {
    expect(text({ link: "lost", lostAt: NOW - 2_900 })).toEqual(live());
    expect(text({ link: "catching-up", lostAt: NOW - 9_000, laggingSince: NOW - 1_400 })).toEqual(live());
  });

  it("reports that it is catching up when that takes longer", () => {
    const behind = text({ link: "catching-up", lostAt: NOW - 9_000, laggingSince: NOW - 1_500 });
    expect(behind).toMatchObject({ tone: "soon", headline: "Catching up" });
  });

  it("reports an outage of Drayboard's own database", () => {
    expect(live({ database: "down" })).toMatchObject({ tone: "late" });
  });

  it("shows the record count of a first sync", () => {
    expect(live({ lastSyncAt: null, syncing: { records: 1_200 } }).details).toEqual([
      "syncing, 1,200 records so far",
    ]);
  });

  it("shows no state before the first report", () => {
    expect(text({ status: null }).headline).toBe("Connecting");
    expect(text({ status: null, link: "lost", lostAt: NOW - 1_000 }).headline).toBe("Connecting");
  });
});

it("names the service and the time of a long pause", () => {
  const pausedUntil = secondsAgo(-600);
  const time = new Date(pausedUntil).toLocaleTimeString("en-US", { timeStyle: "short" });
  expect(live({ trouble: "paused", pausedUntil }).headline).toBe(
    `The tracking service asked us to wait until ${time}`,
  );
});
