import { describe, expect, it } from "vitest";
import { staleness } from "./staleness";

const now = new Date("2026-11-21T12:00:00Z");

describe("staleness", () => {
  it.each([
    ["2026-11-21T13:00:00Z", "fresh"],
    ["2026-11-21T06:00:00.001Z", "fresh"],
    ["2026-11-21T06:00:00Z", "aging"],
    ["2026-11-20T12:00:00.001Z", "aging"],
    ["2026-11-20T12:00:00Z", "stale"],
    [null, "never"],
  ])("given a check %s: %s", (checkedAt, state) => {
    const checked = { checkedAt, onTerminalGround: true };
    expect(staleness(checked, now).state).toBe(state);
  });

  it("is off_ground if no terminal is to be checked", () => {
    const checked = { checkedAt: "2020-01-01T00:00:00Z", onTerminalGround: false };
    expect(staleness(checked, now).state).toBe("off_ground");
  });
});
