import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addBusinessDays,
  addDays,
  daysBetween,
  firstDayWithinBusinessDays,
  instantAtLocalTime,
  isBusinessDay,
  knownZone,
  localDate,
  localTime,
  parseInstant,
  startOfLocalDay,
  zoneKnown,
  zonesRemembered,
} from "./zoned-time";

const ZONES = [
  "America/New_York",
  "America/Los_Angeles",
  "Pacific/Honolulu",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Pacific/Apia",
  "Europe/London",
  "Asia/Beirut",
];

describe("zoneKnown", () => {
  it.each(ZONES)("accepts %s", (zone) => expect(zoneKnown(zone)).toBe(true));
  it.each([null, undefined, "", "Mars/Olympus", "Pacific Time (US & Canada)", "America/Nowhere"])(
    "rejects %j",
    (zone) => {
      expect(zoneKnown(zone)).toBe(false);
      expect(knownZone(zone)).toBeNull();
    },
  );
});

describe("localDate", () => {
  it.each([
    ["2022-10-24T04:00:00Z", "America/New_York", "2022-10-24"],
    ["2022-10-24T03:59:59Z", "America/New_York", "2022-10-23"],
    ["2026-11-21T05:59:00Z", "America/Chicago", "2026-11-20"],
    ["2026-11-20T18:14:59Z", "Asia/Kathmandu", "2026-11-20"],
    ["2026-11-20T18:15:00Z", "Asia/Kathmandu", "2026-11-21"],
    ["2026-11-21T09:59:59Z", "Pacific/Honolulu", "2026-11-20"],
    ["2028-03-01T07:59:59Z", "America/Los_Angeles", "2028-02-29"],
    ["2027-01-01T04:59:59Z", "America/New_York", "2026-12-31"],
    ["2026-11-20", "Pacific/Honolulu", "2026-11-20"],
  ])("of %s in %s is %s", (instant, zone, date) => {
    expect(localDate(instant, zone)).toBe(date);
  });

  it.each([null, "Mars/Olympus", ""])("leaves the digits unshifted in zone %j", (zone) => {
    expect(localDate("2022-10-24T23:59:00Z", zone)).toBe("2022-10-24");
    expect(localTime("2022-10-24T23:59:00Z", zone)).toBe("23:59");
  });

  it("reads a time without an offset as UTC, regardless of the host's zone", () => {
    expect(parseInstant("2022-10-24T04:00:00").toISOString()).toBe("2022-10-24T04:00:00.000Z");
  });
});

describe("startOfLocalDay", () => {
  it.each([
    ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z"],
    ["2026-03-09", "America/New_York", "2026-03-09T04:00:00.000Z"],
    ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
    ["2026-11-02", "America/New_York", "2026-11-02T05:00:00.000Z"],
    ["2026-11-21", "Asia/Kathmandu", "2026-11-20T18:15:00.000Z"],
    ["2026-11-21", "Pacific/Honolulu", "2026-11-21T10:00:00.000Z"],
    ["2026-11-21", null, "2026-11-21T00:00:00.000Z"],
    ["2026-11-21", "Mars/Olympus", "2026-11-21T00:00:00.000Z"],
  ])("of %s in %s", (date, zone, start) => {
    expect(startOfLocalDay(date, zone).toISOString()).toBe(start);
  });

  it("is the first existing hour of a day without midnight", () => {
    const start = startOfLocalDay("2026-09-06", "America/Santiago");
    expect(localTime(start, "America/Santiago")).toBe("01:00");
    expect(localDate(new Date(start.getTime() - 1), "America/Santiago")).toBe("2026-09-05");
  });

  it("is unique on a day where midnight was set back to 23:00", () => {
    const start = startOfLocalDay("2026-04-05", "America/Santiago");
    expect(localDate(start, "America/Santiago")).toBe("2026-04-05");
    expect(localDate(new Date(start.getTime() - 1), "America/Santiago")).toBe("2026-04-04");
    expect(start.getTime() - startOfLocalDay("2026-04-04", "America/Santiago").getTime()).toBe(
      25 * 3_600_000,
    );
  });

  it("of a skipped day is the start of the following day", () => {
    expect(startOfLocalDay("2011-12-30", "Pacific/Apia").toISOString()).toBe("2011-12-30T10:00:00.000Z");
    expect(startOfLocalDay("2011-12-31", "Pacific/Apia").toISOString()).toBe("2011-12-30T10:00:00.000Z");
  });

  it("is the first instant of the day in any zone, on any day", () => {
    const days = fc
      .integer({ min: 0, max: 20_000 })
      .map((day) => addDays("2000-01-01", day))
      .filter((day) => day !== "2011-12-30");
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), days, (zone, day) => {
        const start = startOfLocalDay(day, zone);
        expect(localDate(start, zone)).toBe(day);
        expect(localDate(new Date(start.getTime() - 1), zone) < day).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

describe("instantAtLocalTime", () => {
  it.each([
    ["2026-11-20", "16:30", "America/Chicago", "2026-11-20T22:30:00.000Z"],
    ["2026-07-20", "16:30", "America/Chicago", "2026-07-20T21:30:00.000Z"],
    ["2026-03-08", "02:30", "America/New_York", "2026-03-08T07:00:00.000Z"],
    ["2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
    ["2026-11-20", "16:30", null, "2026-11-20T16:30:00.000Z"],
  ])("converts %s %s in %s", (date, time, zone, instant) => {
    expect(instantAtLocalTime(date, time, zone).toISOString()).toBe(instant);
  });
});

describe("day arithmetic", () => {
  it.each([
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-02-28", 1, "2027-03-01"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2026-03-01", -1, "2026-02-28"],
  ])("adds days: %s + %i", (date, days, result) => {
    expect(addDays(date, days)).toBe(result);
    expect(daysBetween(date, result)).toBe(days);
  });

  it.each([
    ["2026-11-20", 3, "2026-11-25"],
    ["2026-11-21", 3, "2026-11-25"],
    ["2026-11-22", 3, "2026-11-25"],
    ["2026-11-23", 3, "2026-11-26"],
    ["2026-11-21", 0, "2026-11-21"],
    ["2026-11-20", 1, "2026-11-23"],
  ])("adds business days: %s + %i", (date, count, result) => {
    expect(addBusinessDays(date, count)).toBe(result);
  });

  it.each(["2026-11-21", "2026-11-22"])("treats %s as a weekend", (date) =>
    expect(isBusinessDay(date)).toBe(false),
  );

  it("returns the earliest day from which a day is within the given business days", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 6 }), (offset, count) => {
        const date = addDays("2024-01-01", offset);
        const first = firstDayWithinBusinessDays(date, count);
        expect(addBusinessDays(first, count) >= date).toBe(true);
        expect(addBusinessDays(addDays(first, -1), count) < date).toBe(true);
      }),
    );
  });
});

it("remembers a limited number of zones, whatever names documents contain", () => {
  for (let at = 0; at < 5_000; at += 1) expect(zoneKnown(`Unknown/Zone_${at}`)).toBe(false);
  expect(zonesRemembered()).toBeLessThanOrEqual(1_000);
  expect(zoneKnown("America/New_York")).toBe(true);
});
