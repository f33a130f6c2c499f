import { describe, expect, it } from "vitest";
import type { GateHours } from "@/lib/domain/deadlines/gate-schedule";
import { dayText, gateAt, gateProblem, readDayHours, readGateHours } from "./terminal-hours";

const LA = "America/Los_Angeles";
const at = (instant: string, zone: string | null = LA) => ({ at: instant, zone });
/** Weekdays 07:00 to 16:30, and a night gate from Monday to Thursday. */
const HOURS: GateHours = [1, 2, 3, 4, 5].flatMap((day) => [
  { day, from: "07:00", to: "16:30" },
  ...(day < 5 ? [{ day, from: "18:00", to: "03:00" }] : []),
]);

describe("gateAt", () => {
  it.each([
    // 20 November 2026 is a Friday. Los Angeles is 8 hours behind UTC.
    ["2026-11-20T15:00:00Z", "open"],
    ["2026-11-20T14:59:00Z", "closed"],
    ["2026-11-21T00:29:00Z", "open"],
    ["2026-11-21T00:30:00Z", "closed"],
    // Thursday's night gate is open until 03:00 on Friday.
    ["2026-11-20T10:59:00Z", "open"],
    ["2026-11-20T11:00:00Z", "closed"],
    // There is no night gate on Friday, and therefore none on Saturday morning.
    ["2026-11-21T03:00:00Z", "closed"],
    ["2026-11-22T20:00:00Z", "closed"],
  ])("at %s is %s", (instant, state) => {
    expect(gateAt(HOURS, at(instant))).toBe(state);
  });

  it("follows local time across a DST change", () => {
    const sunday: GateHours = [{ day: 0, from: "01:00", to: "03:00" }];
    expect(gateAt(sunday, at("2026-11-01T09:30:00Z"))).toBe("open");
    expect(gateAt(sunday, at("2026-11-01T10:59:00Z"))).toBe("open");
    expect(gateAt(sunday, at("2026-11-01T11:00:00Z"))).toBe("closed");
  });

  it("is unknown without hours or a known zone", () => {
    expect(gateAt([], at("2026-11-22T20:00:00Z"))).toBe("unknown");
    expect(gateAt(HOURS, at("2026-11-22T20:00:00Z", null))).toBe("unknown");
    expect(gateAt(HOURS, at("2026-11-22T20:00:00Z", "Moon/Base"))).toBe("unknown");
  });

  it("reads 00:00–00:00 as open for the whole day", () => {
    const always: GateHours = [{ day: 5, from: "00:00", to: "00:00" }];
    expect(gateAt(always, at("2026-11-20T08:00:00Z"))).toBe("open");
    expect(gateAt(always, at("2026-11-21T07:59:00Z"))).toBe("open");
    expect(gateAt(always, at("2026-11-21T08:00:00Z"))).toBe("closed");
  });
});

describe("gateProblem", () => {
  it("returns the open hours of the day, or that the gates are closed", () => {
    expect(gateProblem("en-US", HOURS, at("2026-11-21T02:30:00Z"))).toBe("open 7:00 AM–4:30 PM on Fri");
    expect(gateProblem("en-US", HOURS, at("2026-11-22T20:00:00Z"))).toBe("closed on Sun");
    expect(gateProblem("en-US", HOURS, at("2026-11-20T18:00:00Z"))).toBeNull();
    expect(gateProblem("en-US", [], at("2026-11-22T20:00:00Z"))).toBeNull();
  });
});

describe("typed hours of a day", () => {
  it.each([
    ["07:00-16:30", [{ from: "07:00", to: "16:30" }]],
    ["7-16", [{ from: "07:00", to: "16:00" }]],
    ["0700 – 1630", [{ from: "07:00", to: "16:30" }]],
    [
      "18:00 to 03:00, 7:00-16:30",
      [
        { from: "07:00", to: "16:30" },
        { from: "18:00", to: "03:00" },
      ],
    ],
    ["00:00-24:00", [{ from: "00:00", to: "00:00" }]],
    ["", []],
    ["Closed", []],
  ])("are parsed: %o", (typed, openings) => {
    expect(readDayHours(typed, 3)).toEqual(openings.map((opening) => ({ day: 3, ...opening })));
  });

  it.each([
    "7",
    "25:00-26:00",
    "07:60-16:00",
    "9-9",
    "07:00-16:00, 15:00-18:00",
    "mornings",
    "07:00-16:30,",
    "18:00-08:00, 19:00-20:00",
  ])("are rejected: %o", (typed) => {
    expect(readDayHours(typed, 3)).toBeNull();
  });

  it("are formatted in a form that can be parsed again", () => {
    expect(dayText("en-US", HOURS, 1)).toBe("7:00 AM–4:30 PM, 6:00 PM–3:00 AM");
    expect(dayText("en-US", HOURS, 0)).toBe("closed");
    expect(readDayHours(dayText("en-US", HOURS, 1), 1)).toHaveLength(2);
  });
});

it("treats invalid stored hours as not set", () => {
  for (const stored of [null, "always", [{ day: 9, from: "1", to: "2" }], { day: 1 }])
    expect(readGateHours(stored)).toEqual([]);
});
