import { describe, expect, it } from "vitest";
import { asTyped, readWallTime, resolveWallTime, twiceChoiceOf } from "./local-time-input";

const LA = "America/Los_Angeles";

describe("a time entered for a place", () => {
  it.each([
    ["2026-11-20T14:15", LA, "2026-11-20T22:15:00.000Z"],
    ["2026-07-20T14:15", LA, "2026-07-20T21:15:00.000Z"],
    ["2026-11-20 00:00", "America/New_York", "2026-11-20T05:00:00.000Z"],
    ["2026-11-20T23:59", "Asia/Kathmandu", "2026-11-20T18:14:00.000Z"],
    ["2026-11-20T00:30", "Pacific/Kiritimati", "2026-11-19T10:30:00.000Z"],
    ["2026-03-08T03:00", LA, "2026-03-08T10:00:00.000Z"],
    ["2026-03-08T01:59", LA, "2026-03-08T09:59:00.000Z"],
    ["2026-11-01T00:59", LA, "2026-11-01T07:59:00.000Z"],
    ["2026-11-01T02:00", LA, "2026-11-01T10:00:00.000Z"],
  ])("given as %s in %s is %s", (typed, zone, at) => {
    expect(readWallTime(typed, zone)).toEqual({ state: "once", at, zone });
    expect(asTyped(at, zone)).toBe(typed.replace(" ", "T"));
    expect(twiceChoiceOf(at, zone)).toBeNull();
  });

  it.each(["2026-03-08T02:00", "2026-03-08T02:30", "2026-03-08T02:59"])(
    "at %s does not exist in March",
    (typed) => {
      expect(readWallTime(typed, LA)).toEqual({
        state: "skipped",
        next: "2026-03-08T10:00:00.000Z",
        zone: LA,
      });
      expect(resolveWallTime(typed, LA, "first", "en-US")).toEqual({
        problem: `${typed.slice(12)} AM does not exist on Mar 8 there (clock change). The next valid time is 3:00 AM.`,
      });
    },
  );

  it("is ambiguous in November, and is not guessed", () => {
    expect(readWallTime("2026-11-01T01:30", LA)).toEqual({
      state: "twice",
      first: "2026-11-01T08:30:00.000Z",
      second: "2026-11-01T09:30:00.000Z",
      zone: LA,
    });
    expect(resolveWallTime("2026-11-01T01:30", LA, null, "en-US")).toEqual({
      problem: "1:30 AM occurs twice on Nov 1 there (clock change), first as PDT, then as PST. Select one.",
    });
    for (const [choice, at] of [
      ["first", "2026-11-01T08:30:00.000Z"],
      ["second", "2026-11-01T09:30:00.000Z"],
    ] as const) {
      expect(resolveWallTime("2026-11-01T01:30", LA, choice, "en-US")).toEqual({ at, zone: LA });
      expect(twiceChoiceOf(at, LA)).toBe(choice);
    }
  });

  it("supports half-hour changes and a day that a place skipped", () => {
    // Lord Howe Island changes by half an hour; Samoa had no 30 December 2011.
    expect(readWallTime("2026-04-05T01:45", "Australia/Lord_Howe")).toMatchObject({ state: "twice" });
    expect(readWallTime("2026-10-04T02:15", "Australia/Lord_Howe")).toMatchObject({ state: "skipped" });
    expect(readWallTime("2011-12-30T12:00", "Pacific/Apia")).toMatchObject({ state: "skipped" });
  });

  it.each([null, "", "Moon/Base"])("remains unshifted if the zone is unknown: %s", (zone) => {
    expect(readWallTime("2026-03-08T02:30", zone)).toEqual({
      state: "once",
      at: "2026-03-08T02:30:00.000Z",
      zone: null,
    });
  });

  it.each([
    "",
    "tomorrow",
    "2026-11-20",
    "2026-02-30T10:00",
    "2026-11-20T24:30",
    "2026-13-01T00:00",
    "20-11-2026T10:00",
    "9999-12-31T23:59",
    "9999-01-01T00:00",
    "0000-01-01T00:00",
    "0099-06-01T12:00",
    "3000-01-01T00:00",
  ])("is rejected: %o", (typed) => {
    expect(readWallTime(typed, LA)).toEqual({ state: "unreadable" });
    expect(resolveWallTime(typed, LA, null, "en-US")).toHaveProperty("problem");
  });
});
