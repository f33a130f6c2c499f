import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatCountdown,
  formatDay,
  formatLongDay,
  formatMoment,
  formatNearMoment,
  zoneAbbreviation,
} from "./time-format";

describe("formatting of days and moments", () => {
  it("formats a day, with the year if it is another year", () => {
    expect(formatDay("2026-11-20")).toBe("20 Nov");
    expect(formatDay("2026-11-05", "2026-01-01")).toBe("5 Nov");
    expect(formatDay("2022-10-24", "2026-11-21")).toBe("24 Oct 2022");
    expect(formatLongDay("2022-10-24")).toBe("24 October 2022");
  });

  it("formats a moment in its place's zone, unshifted if the zone is unknown", () => {
    const at = "2026-11-20T20:00:00Z";
    expect(formatMoment({ at, zone: "America/Chicago" })).toBe("Fri 20 Nov, 14:00");
    expect(formatMoment({ at, zone: "Asia/Kathmandu" })).toBe("Sat 21 Nov, 01:45");
    expect(formatMoment({ at, zone: null })).toBe("Fri 20 Nov, 20:00");
    expect(formatMoment({ at, zone: "Mars/Olympus" })).toBe("Fri 20 Nov, 20:00");
    expect(formatNearMoment({ at, zone: "America/Chicago" })).toBe("Fri 20, 14:00");
    expect(formatMoment({ at: "2025-12-31T23:00:00Z", zone: null }, new Date(at))).toBe(
      "Wed 31 Dec 2025, 23:00",
    );
  });

  it("abbreviates the zone at that instant, and reports an unknown zone", () => {
    expect(zoneAbbreviation("America/Chicago", new Date("2026-11-20T20:00:00Z"))).toBe("CST");
    expect(zoneAbbreviation("America/Chicago", new Date("2026-07-20T20:00:00Z"))).toBe("CDT");
    expect(zoneAbbreviation(null, new Date())).toBe("zone unknown");
    expect(zoneAbbreviation("Mars/Olympus", new Date())).toBe("zone unknown");
  });
});

describe("formatAge", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  it.each([
    ["2026-11-21T12:05:00Z", "now"],
    ["2026-11-21T11:59:01Z", "now"],
    ["2026-11-21T11:56:00Z", "4 min"],
    ["2026-11-21T11:00:01Z", "59 min"],
    ["2026-11-21T09:00:00Z", "3 h"],
    ["2026-11-20T09:00:00Z", "27 h"],
    ["2026-11-19T12:00:00Z", "2 d"],
  ])("formats %s as %s", (since, age) => {
    expect(formatAge(since, now)).toBe(age);
  });
});

describe("formatCountdown", () => {
  it.each([
    [0, "0 m"],
    [-5000, "0 m"],
    [12 * 60_000, "12 m"],
    [(5 * 60 + 12) * 60_000 + 59_999, "5 h 12 m"],
    [29 * 3_600_000, "1 d 5 h"],
  ])("formats %i", (ms, text) => {
    expect(formatCountdown(ms)).toBe(text);
  });
});
