import { describe, expect, it } from "vitest";
import { type Container, NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import { deadlines, facility, inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { openRng, type Rng } from "@/lib/platform/seeded-random";
import { daysLeft, deadline, isExpired } from "./deadline";
import type { GateHours, GateSchedule, SpecialDay } from "./gate-schedule";
import type { OpenRange } from "./gate-schedule-schemas";
import { type ClockTable, countDays, dayAfter, shownAt, slowEnd, writeClock } from "./test-last-gate";
import { urgency } from "./urgency";

const LA = "America/Los_Angeles";
const week = (days: number[], from: string, to: string): GateHours => days.map((day) => ({ day, from, to }));
const gates = (hours: GateHours, specialDays: SpecialDay[] = [], facilityId = "t-1") => ({
  team: { ...NOTHING_WRITTEN, gates: [{ facilityId, hours, specialDays }] },
});
const closed = (on: string): SpecialDay => ({ on, open: [], name: "" });
const WEEKDAYS = week([1, 2, 3, 4, 5], "07:00", "17:00");

/** The end of a last free day at APM Pier 400 in Los Angeles. 20 November 2026 is a Friday. */
const ending = (on: string, hours: GateHours, specialDays: SpecialDay[] = [], zone: string | null = LA) =>
  deadline(
    testContainer(
      { ...deadlines({ terminal: on }), pod_timezone: zone, pod_discharged_at: "2026-11-01T18:00:00Z" },
      {},
      gates(hours, specialDays),
    ),
  );

describe("a last free day with gate hours", () => {
  it("ends with the last gate, and says when it closes", () => {
    const result = ending("2026-11-20", WEEKDAYS);
    expect(result.governing).toEqual({
      on: "2026-11-20",
      zone: LA,
      source: "terminal",
      endsAt: "2026-11-21T01:00:00.000Z",
      lastGate: { on: "2026-11-20", time: "17:00" },
    });
    expect(urgency("en-US", result, new Date("2026-11-20T20:00:00Z"))).toMatchObject({
      tone: "today",
      text: "Today, 5h 0m",
      notes: ["closes 5:00 PM Fri"],
    });
    expect(urgency("en-US", result, new Date("2026-11-21T01:00:00Z"))).toMatchObject({
      tone: "late",
      text: "Expired today",
      notes: ["closed 5:00 PM Fri"],
    });
    expect(urgency("en-US", result, new Date("2026-11-10T01:00:00Z")).notes).toEqual([]);
  });

  it("counts the same days in the hour before a gate at 23:00, and at 24:00", () => {
    for (const time of ["23:00", "22:00", "00:00", "01:00"]) {
      const result = ending("2026-11-20", week([5], "07:00", time));
      const left = (now: string) => daysLeft(result, new Date(now));
      expect(left("2026-11-19T08:00:00Z")).toBe(1);
      expect(left("2026-11-20T07:59:00Z")).toBe(1);
      expect(left("2026-11-20T08:00:00Z")).toBe(0);
      expect(left("2026-11-21T07:59:00Z")).toBe(0);
      expect(left("2026-11-21T08:00:00Z")).toBe(-1);
    }
  });

  it("corrects a zone table that is an hour off by the stored gate", () => {
    const { governing, ...rest } = ending("2026-11-20", WEEKDAYS);
    if (!governing) throw new Error("no deadline");
    // The server's table has 17:00 an hour later than this one, so its midnight is an hour later too.
    const stored = { ...rest, governing: { ...governing, endsAt: "2026-11-21T02:00:00.000Z" } };
    expect(daysLeft(stored, new Date("2026-11-20T08:30:00Z"))).toBe(1);
    expect(daysLeft(stored, new Date("2026-11-20T09:00:00Z"))).toBe(0);
  });

  it("ends with the last gate before it if the terminal is closed on that day", () => {
    const sunday = ending("2026-11-22", WEEKDAYS);
    expect(sunday.governing).toMatchObject({
      on: "2026-11-22",
      endsAt: "2026-11-21T01:00:00.000Z",
      lastGate: { on: "2026-11-20", time: "17:00" },
    });
    const shown = (now: string) => urgency("en-US", sunday, new Date(now)).text;
    expect(shown("2026-11-20T20:00:00Z")).toBe("Today, 5h 0m");
    expect(shown("2026-11-21T20:00:00Z")).toBe("Last gate passed");
    expect(shown("2026-11-22T20:00:00Z")).toBe("Expired today");
    expect(shown("2026-11-23T20:00:00Z")).toBe("Expired 1d");
  });

  it("moves with holidays, closures and short days", () => {
    expect(ending("2026-11-20", WEEKDAYS, [closed("2026-11-20")]).governing?.lastGate?.on).toBe("2026-11-19");
    const short = { on: "2026-11-20", open: [{ from: "07:00", to: "12:00" }], name: "" };
    expect(ending("2026-11-20", WEEKDAYS, [short]).governing?.lastGate?.time).toBe("12:00");
    const long = Array.from({ length: 10 }, (_, back) => closed(dayAfter("2026-11-20", -back)));
    expect(ending("2026-11-20", WEEKDAYS, long).governing?.lastGate?.on).toBe("2026-11-10");
    const saturday = { on: "2026-11-21", open: [{ from: "08:00", to: "10:00" }], name: "" };
    expect(ending("2026-11-22", WEEKDAYS, [saturday]).governing?.lastGate?.on).toBe("2026-11-21");
  });

  it("ends with the day if the gates are open at midnight, and with a night gate of the day before", () => {
    const night = week([1, 2, 3, 4], "18:00", "03:00");
    expect(ending("2026-11-19", night).governing).toEqual({
      on: "2026-11-19",
      zone: LA,
      source: "terminal",
      endsAt: "2026-11-20T08:00:00.000Z",
    });
    expect(ending("2026-11-20", night).governing?.lastGate).toEqual({ on: "2026-11-20", time: "03:00" });
    // The night gate that ends at Saturday's midnight is on Saturday.
    const late = week([6], "18:00", "00:00");
    expect(ending("2026-11-22", late).governing?.lastGate).toEqual({ on: "2026-11-21", time: "24:00" });
    expect(urgency("en-US", ending("2026-11-22", late), new Date("2026-11-21T20:00:00Z"))).toMatchObject({
      text: "Today, 12h 0m",
      notes: ["closes 12:00 AM Sun"],
    });
  });

  it("ends with the day without hours, in an unknown zone, and if the gate was before the discharge", () => {
    for (const result of [
      ending("2026-11-20", [], [closed("2026-11-20")]),
      ending("2026-11-20", WEEKDAYS, [], "Moon/Base"),
      // Discharged on Saturday 14 November.
      deadline(testContainer(deadlines({ terminal: "2026-11-15" }), {}, gates(WEEKDAYS))),
    ])
      expect(result.governing?.lastGate).toBeUndefined();
  });

  it("follows the gates of the ramp for a rail day, and those of the port for others", () => {
    const days = deadlines({ terminal: "2026-11-22", rail: "2026-11-29" });
    const at = (facilityId: string, more = {}) =>
      deadline(inlandContainer({ ...days, ...more }, {}, gates(WEEKDAYS, [], facilityId))).governing;
    expect(at("t-1")).toMatchObject({ source: "terminal", lastGate: { on: "2026-11-20" } });
    expect(at("r-1")?.lastGate).toBeUndefined();
    const railed = { pod_rail_loaded_at: "2026-11-19T20:00:00Z" };
    expect(at("r-1", railed)).toMatchObject({ source: "rail", lastGate: { on: "2026-11-27" } });
    expect(at("t-1", railed)?.lastGate).toBeUndefined();
    const yard: Partial<Container> = {
      ...gates(WEEKDAYS, [], "y-1"),
      pickupFacility: facility("y-1", "Yard"),
    };
    const offDock = testContainer({ ...days, current_status: "off_dock" }, {}, yard);
    expect(deadline(offDock).governing?.lastGate).toEqual({ on: "2026-11-20", time: "17:00" });
  });
});

/** Zones with usual and unusual changes of their clock, with a day near one. */
const PLACES: [string | null, string][] = [
  [LA, "2026-03-08"],
  [LA, "2026-11-01"],
  ["America/New_York", "2026-12-31"],
  ["America/Chicago", "2028-02-28"],
  ["America/Phoenix", "2026-11-01"],
  ["America/St_Johns", "2026-03-08"],
  ["America/Santiago", "2026-09-06"],
  ["America/Havana", "2026-11-01"],
  ["Europe/London", "2026-10-25"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Asia/Kathmandu", "2026-05-01"],
  ["Africa/Cairo", "2026-04-24"],
  ["Pacific/Apia", "2011-12-30"],
  ["Pacific/Kiritimati", "2026-01-01"],
  ["Mars/Olympus", "2026-11-01"],
  [null, "2026-03-08"],
];

const TIMES = [
  "00:00",
  "00:30",
  "01:00",
  "01:59",
  "02:00",
  "02:30",
  "03:00",
  "07:00",
  "12:01",
  "17:00",
  "22:59",
  "23:00",
  "23:59",
];

function randomRanges(rng: Rng): OpenRange[] {
  if (rng.hit(0.3)) return [];
  return Array.from({ length: rng.whole(1, 2) }, () => ({ from: rng.pick(TIMES), to: rng.pick(TIMES) }));
}

function randomSchedule(rng: Rng, on: string): GateSchedule {
  const hours = Array.from({ length: 7 }, (_, day) => randomRanges(rng).map((range) => ({ day, ...range })));
  const special = new Map<string, SpecialDay>();
  for (let index = rng.whole(0, 6); index > 0; index -= 1) {
    const day = dayAfter(on, -rng.whole(-1, 8));
    special.set(day, { on: day, open: rng.hit(0.6) ? [] : randomRanges(rng), name: "" });
  }
  return { facilityId: "t-1", hours: hours.flat(), specialDays: [...special.values()] };
}

const MINUTE = 60_000;
/** Differences to an instant in question, in minutes. */
const NEAR = [-1_440, -61, -60, -59, -1, 0, 1, 59, 60, 61, 1_440];

describe("the first implementation", () => {
  const cases = process.env.LONG_TESTS ? 100_000 : 5_000;

  it(`agrees with the slow one in ${cases} random cases`, { timeout: 540_000 }, () => {
    const rng = openRng(20);
    const tables = PLACES.map(([zone, day]): [string | null, string, ClockTable] => [
      zone,
      day,
      writeClock(zone, dayAfter(day, -40), 60),
    ]);
    let gated = 0;
    for (let index = 0; index < cases; index += 1) {
      const [zone, day, table] = rng.pick(tables);
      const on = dayAfter(day, rng.whole(-6, 6));
      const schedule = randomSchedule(rng, on);
      const landed = rng.hit(0.5) ? Date.parse(`${on}T00:00:00Z`) - rng.whole(-1, 6) * 1_440 * MINUTE : null;
      const known = zone !== null && zone !== "Mars/Olympus";
      const slow = slowEnd(table, known, schedule, on, landed);
      const about = rng.pick([slow.end, Date.parse(`${on}T00:00:00Z`), Date.parse(`${on}T23:00:00Z`)]);
      const now = about + (rng.hit(0.7) ? rng.pick(NEAR) : rng.whole(-8_000, 8_000)) * MINUTE;
      const attributes = {
        ...deadlines({ terminal: on }),
        pod_timezone: zone,
        pod_discharged_at: landed === null ? null : new Date(landed).toISOString(),
      };
      const result = deadline(
        testContainer(
          attributes,
          { pod_timezone: null },
          { team: { ...NOTHING_WRITTEN, gates: [schedule] } },
        ),
      );
      if (result.governing?.lastGate) gated += 1;
      const today = shownAt(table, now).slice(0, 10);
      expect(
        {
          endsAt: result.governing?.endsAt,
          expired: isExpired(result, new Date(now)),
          left: daysLeft(result, new Date(now)),
        },
        JSON.stringify({ index, zone, on, schedule, landed, now: new Date(now) }),
      ).toEqual({
        endsAt: new Date(slow.end).toISOString(),
        expired: now >= slow.end,
        left: countDays(today, slow.countsTo),
      });
    }
    expect(gated).toBeGreaterThan(cases / 3);
  });
});
