import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatCountdown,
  formatDay,
  formatLongDay,
  formatMoment,
  formatNearMoment,
  formatTime,
  formatWeekday,
  zoneAbbreviation,
} from "./time-format";

describe("formatting of days and moments", () => {
  it("formats a day, with the year if it is another year", () => {
    expect(formatDay("en-US", "2026-11-20")).toBe("Nov 20");
    expect(formatDay("en-US", "2026-11-05", "2026-01-01")).toBe("Nov 5");
    expect(formatDay("en-US", "2022-10-24", "2026-11-21")).toBe("Oct 24, 2022");
    expect(formatWeekday("en-US", "2022-10-24", "2026-11-21")).toBe("Mon, Oct 24, 2022");
    expect(formatLongDay("en-US", "2022-10-24")).toBe("October 24, 2022");
    expect(formatDay("en-GB", "2026-11-20")).toBe("20 Nov");
    expect(formatDay("en-GB", "2026-11-05", "2026-01-01")).toBe("5 Nov");
    expect(formatDay("en-GB", "2022-10-24", "2026-11-21")).toBe("24 Oct 2022");
    expect(formatWeekday("en-GB", "2022-10-24", "2026-11-21")).toBe("Mon 24 Oct 2022");
    expect(formatLongDay("en-GB", "2022-10-24")).toBe("24 October 2022");
  });

  it.each([
    ["2026-11-27", "2027-05-26", "Fri, Nov 27", "Fri 27 Nov"],
    ["2026-11-27", "2027-05-27", "Fri, Nov 27, 2026", "Fri 27 Nov 2026"],
    ["2027-01-02", "2026-12-30", "Sat, Jan 2", "Sat 2 Jan"],
    ["2027-05-27", "2026-11-28", "Thu, May 27", "Thu 27 May"],
    ["2027-05-28", "2026-11-28", "Fri, May 28, 2027", "Fri 28 May 2027"],
    ["2026-01-02", "2026-12-30", "Fri, Jan 2", "Fri 2 Jan"],
    ["2028-01-01", "2026-11-28", "Sat, Jan 1, 2028", "Sat 1 Jan 2028"],
  ])("formats %s on %s, with its year beyond 180 days into another year", (date, today, us, british) => {
    expect(formatWeekday("en-US", date, today)).toBe(us);
    expect(formatWeekday("en-GB", date, today)).toBe(british);
  });

  it.each([
    ["00:00", "12:00 AM", "00:00"],
    ["00:01", "12:01 AM", "00:01"],
    ["11:59", "11:59 AM", "11:59"],
    ["12:00", "12:00 PM", "12:00"],
    ["12:30", "12:30 PM", "12:30"],
    ["13:05", "1:05 PM", "13:05"],
    ["23:59", "11:59 PM", "23:59"],
    ["24:00", "11:59 PM", "24:00"],
  ])("formats the time %s", (time, us, british) => {
    expect(formatTime("en-US", time)).toBe(us);
    expect(formatTime("en-GB", time)).toBe(british);
  });

  it.each([
    ["2026-11-20T20:00:00Z", "America/Chicago", "Fri, Nov 20, 2:00 PM", "Fri 20 Nov, 14:00"],
    ["2026-11-20T20:00:00Z", "Asia/Kathmandu", "Sat, Nov 21, 1:45 AM", "Sat 21 Nov, 01:45"],
    ["2026-11-20T06:00:00Z", "America/Chicago", "Fri, Nov 20, 12:00 AM", "Fri 20 Nov, 00:00"],
    ["2026-11-20T05:59:00Z", "America/Chicago", "Thu, Nov 19, 11:59 PM", "Thu 19 Nov, 23:59"],
    ["2026-11-20T18:00:00Z", "America/Chicago", "Fri, Nov 20, 12:00 PM", "Fri 20 Nov, 12:00"],
    // The clock is set back on November 1 and forward on March 8.
    ["2026-11-01T06:30:00Z", "America/Chicago", "Sun, Nov 1, 1:30 AM", "Sun 1 Nov, 01:30"],
    ["2026-11-01T07:30:00Z", "America/Chicago", "Sun, Nov 1, 1:30 AM", "Sun 1 Nov, 01:30"],
    ["2026-03-08T07:59:00Z", "America/Chicago", "Sun, Mar 8, 1:59 AM", "Sun 8 Mar, 01:59"],
    ["2026-03-08T08:00:00Z", "America/Chicago", "Sun, Mar 8, 3:00 AM", "Sun 8 Mar, 03:00"],
    ["2026-11-20T20:00:00Z", null, "Fri, Nov 20, 8:00 PM", "Fri 20 Nov, 20:00"],
    ["2026-11-20T20:00:00Z", "Mars/Olympus", "Fri, Nov 20, 8:00 PM", "Fri 20 Nov, 20:00"],
  ])("formats %s in the zone %s of its place", (at, zone, us, british) => {
    expect(formatMoment("en-US", { at, zone })).toBe(us);
    expect(formatMoment("en-GB", { at, zone })).toBe(british);
  });

  it("adds the year of another year, and has a short form for the board", () => {
    const old = { at: "2025-12-31T23:00:00Z", zone: null };
    const now = new Date("2026-11-20T20:00:00Z");
    expect(formatMoment("en-US", old, now)).toBe("Wed, Dec 31, 2025, 11:00 PM");
    expect(formatMoment("en-GB", old, now)).toBe("Wed 31 Dec 2025, 23:00");
    const near = { at: "2026-11-20T20:00:00Z", zone: "America/Chicago" };
    expect(formatNearMoment("en-US", near)).toBe("Fri 20, 2:00 PM");
    expect(formatNearMoment("en-GB", near)).toBe("Fri 20, 14:00");
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
    ["2026-11-21T11:56:00Z", "4m"],
    ["2026-11-21T11:00:01Z", "59m"],
    ["2026-11-21T09:00:00Z", "3h"],
    ["2026-11-20T09:00:00Z", "27h"],
    ["2026-11-19T12:00:00Z", "2d"],
  ])("formats %s as %s", (since, age) => {
    expect(formatAge(since, now)).toBe(age);
  });
});

describe("formatCountdown", () => {
  it.each([
    [0, "0m"],
    [-5000, "0m"],
    [12 * 60_000, "12m"],
    [(5 * 60 + 12) * 60_000 + 59_999, "5h 12m"],
    [29 * 3_600_000, "1d 5h"],
  ])("formats %i", (ms, text) => {
    expect(formatCountdown(ms)).toBe(text);
  });
});
