import { describe, expect, it } from "vitest";
import type { LiveStatus } from "./live-events";
import { ago, liveWords } from "./live-words";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();

const CALM: LiveStatus = {
  lastSyncAt: secondsAgo(120),
  lastChangeAt: secondsAgo(4),
  upstreamDownSince: null,
  database: "up",
  syncing: null,
  inboxLag: { count: 0, oldestAt: null },
};
const live = (change: Partial<LiveStatus> = {}) =>
  liveWords({ link: "live", lostAt: null, status: { ...CALM, ...change } }, NOW);

describe("ago", () => {
  it.each([
    [0, "0 s"],
    [-30, "0 s"],
    [59, "59 s"],
    [60, "1 min"],
    [3_599, "59 min"],
    [3_600, "1 h"],
    [47 * 3_600, "47 h"],
    [48 * 3_600, "2 d"],
  ])("says %i s as %s", (seconds, words) => {
    expect(ago(secondsAgo(seconds), NOW)).toBe(words);
  });
});

describe("liveWords", () => {
  it("is calm when all is well", () => {
    expect(live()).toEqual({
      tone: "go",
      headline: "Live, last change 4 s ago",
      details: ["full check 2 min ago"],
    });
  });

  it("does not speak of a worker at its work, but of one that lags", () => {
    expect(live({ inboxLag: { count: 3, oldestAt: secondsAgo(2) } }).tone).toBe("go");
    const lagging = live({ inboxLag: { count: 1, oldestAt: secondsAgo(90) } });
    expect(lagging.tone).toBe("soon");
    expect(lagging.details).toContain("1 notification waits, oldest 1 min");
  });

  it("says since when the service is out of reach", () => {
    expect(live({ upstreamDownSince: secondsAgo(1_800) }).headline).toContain("out of reach for 30 min");
  });

  it("puts a lost link before everything else", () => {
    const words = liveWords(
      { link: "lost", lostAt: NOW - 20_000, status: { ...CALM, upstreamDownSince: secondsAgo(10) } },
      NOW,
    );
    expect(words).toMatchObject({ tone: "late", headline: "Connection lost 20 s ago, trying again" });
  });

  it("counts what a first sync has taken in", () => {
    expect(live({ lastSyncAt: null, syncing: { records: 1_200 } }).details).toEqual([
      "syncing, 1,200 records so far",
    ]);
  });

  it("claims nothing before the first word came", () => {
    expect(liveWords({ link: "live", lostAt: null, status: null }, NOW).headline).toBe("Connecting");
  });
});
