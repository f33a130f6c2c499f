import { describe, expect, it } from "vitest";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { deadlines, testContainer } from "@/lib/domain/container/test-container";
import { type WallboardData, type WallboardSource, wallboardContainer, wallboardState } from "./wallboard";

const NOW = Date.parse("2026-11-20T17:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const FRESH: WallboardSource = {
  lastSyncAt: minutesAgo(10),
  upstreamDownSince: null,
  waitingSince: null,
  failing: false,
};
const data = (source: Partial<WallboardSource> = {}): WallboardData => ({
  build: "one",
  asOf: minutesAgo(0),
  counts: {
    expired: 0,
    "pull-today": 0,
    "no-appointment": 0,
    "planned-today": 0,
    held: 0,
    "follow-up-due": 0,
    arriving: 0,
    "empty-due": 0,
    unreadable: 0,
    stale: 0,
    all: 0,
  },
  containers: [],
  zones: [],
  source: { ...FRESH, ...source },
});
const state = (source: Partial<WallboardSource>, heardMsAgo = 0) =>
  wallboardState(data(source), NOW - heardMsAgo, NOW);

describe("freshness of a wallboard", () => {
  it("is good while responses arrive and Drayboard receives updates", () => {
    expect(state({})).toEqual({ tone: "good", text: "Up to date" });
    expect(state({ waitingSince: minutesAgo(4.9) })).toMatchObject({ tone: "good" });
    expect(state({}, 89_999)).toMatchObject({ tone: "good" });
  });

  it.each<[Partial<WallboardSource>, number, string, RegExp]>([
    [{}, 90_000, "cut_off", /^Offline for 1m: data is out of date$/],
    [{}, 3 * 86_400_000, "cut_off", /for 3d/],
    [{ upstreamDownSince: minutesAgo(90) }, 0, "old", /^Tracking service unavailable for 1h/],
    [{ failing: true }, 0, "old", /Updates delayed/],
    [{ lastSyncAt: null }, 0, "old", /^First load/],
    [{ waitingSince: minutesAgo(5) }, 0, "old", /delayed by 5m$/],
  ])("for %j, received %d ms ago, is %s", (source, heardMsAgo, tone, text) => {
    expect(state(source, heardMsAgo)).toEqual({ tone, text: expect.stringMatching(text) });
  });

  it("shows only the worst problem, offline before any problem of the dashboard", () => {
    expect(state({ upstreamDownSince: minutesAgo(1), failing: true }, 120_000)).toMatchObject({
      tone: "cut_off",
    });
  });
});

describe("container on a wallboard", () => {
  it("contains its active holds and only the earliest applicable deadline", () => {
    const row = boardRow(
      testContainer({
        ...deadlines({ line: "2026-11-28T08:00:00Z", terminal: "2026-11-25T08:00:00Z" }),
        holds_at_pod_terminal: [
          { name: "customs", status: "hold", description: "between us" },
          { name: "freight", status: "pending", description: null },
        ],
        fees_at_pod_terminal: [{ type: "demurrage", amount: 0, currency_code: "USD" }],
      }),
    );
    const shown = wallboardContainer(row);
    expect(shown).toMatchObject({
      holds: ["customs"],
      charges: null,
      deadline: { state: "applies", governing: { on: "2026-11-25" }, sources: [] },
    });
    expect(JSON.stringify(shown)).not.toContain("between us");
  });
});
