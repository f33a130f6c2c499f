import { tzOffset } from "@date-fns/tz";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, iso, localDay, localTime, MINUTE_MS } from "./instant";

const ZONES = [
  "America/New_York",
  "America/Los_Angeles",
  "Europe/London",
  "Asia/Shanghai",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Africa/Casablanca",
];

const YEAR = Date.parse("2026-01-01T00:00:00Z");

describe.each(ZONES)("local days in %s", (zone) => {
  it("match the zone's offset at every quarter hour of a year", () => {
    const wrong: string[] = [];
    for (let ms = YEAR; ms < YEAR + 366 * DAY_MS; ms += 15 * MINUTE_MS) {
      const exact = Math.floor((ms + tzOffset(zone, new Date(ms)) * MINUTE_MS) / DAY_MS);
      if (localDay(zone, ms) !== exact) wrong.push(iso(ms));
    }
    expect(wrong).toEqual([]);
  });

  it("convert each hour to local time, before and after a clock change", () => {
    for (let day = Math.floor(YEAR / DAY_MS); day < YEAR / DAY_MS + 366; day += 1) {
      for (const hour of [0, 1, 7, 16, 23]) {
        const ms = localTime(zone, day, hour);
        const wall = ms + tzOffset(zone, new Date(ms)) * MINUTE_MS;
        const shown = (wall - day * DAY_MS) / HOUR_MS;
        // An hour skipped by the clock change is shown as the adjacent hour.
        expect(Math.abs(shown - hour)).toBeLessThanOrEqual(hour <= 3 ? 1 : 0);
      }
    }
  });
});

it("converts the hours on both sides of a clock change", () => {
  expect(iso(localTime("America/New_York", 20_520, 0))).toBe("2026-03-08T05:00:00Z");
  expect(iso(localTime("America/New_York", 20_520, 12))).toBe("2026-03-08T16:00:00Z");
  expect(iso(localTime("America/New_York", 20_758, 12))).toBe("2026-11-01T17:00:00Z");
});

describe("an instant as text", () => {
  const written = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

  it("equals the Date output, to the second and never rounded up", () => {
    for (let ms = -DAY_MS; ms < DAY_MS * 40_000; ms += 7 * DAY_MS + 3_723_999)
      expect(iso(ms)).toBe(written(ms));
    for (const ms of [0, 999, 59_999, DAY_MS - 1, DAY_MS, Date.parse("2028-02-29T23:59:59.999Z"), -1]) {
      expect(iso(ms)).toBe(written(ms));
    }
  });

  it("rejects an invalid instant", () => {
    expect(() => iso(Number.NaN)).toThrow(RangeError);
    expect(() => iso(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});
