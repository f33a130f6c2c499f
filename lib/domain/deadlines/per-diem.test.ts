import { describe, expect, it } from "vitest";
import { NOTHING_WRITTEN, type PerDiemTerms } from "@/lib/domain/container/container-facts";
import { testContainer } from "@/lib/domain/container/test-container";
import { daysOut, lastFreeEquipmentDay, returnDue, returnText } from "./per-diem";

const FOUR: PerDiemTerms = { freeDays: 4, counts: "calendar" };
const out = (
  at: string,
  perDiemTerms: PerDiemTerms | null = FOUR,
  zone: string | null = "America/Los_Angeles",
) =>
  testContainer(
    { pod_full_out_at: at, pod_timezone: zone },
    {},
    { team: { ...NOTHING_WRITTEN, perDiemTerms } },
  );

describe("lastFreeEquipmentDay", () => {
  it.each([
    // Gate out on a Friday: four calendar days are Saturday to Tuesday, four business days Monday to Thursday.
    ["2026-11-20", { freeDays: 4, counts: "calendar" }, "2026-11-24"],
    ["2026-11-20", { freeDays: 4, counts: "business" }, "2026-11-26"],
    ["2026-11-21", { freeDays: 1, counts: "business" }, "2026-11-23"],
    ["2026-11-20", { freeDays: 0, counts: "calendar" }, "2026-11-20"],
    ["2026-11-20", { freeDays: 0, counts: "business" }, "2026-11-20"],
    ["2026-12-30", { freeDays: 3, counts: "calendar" }, "2027-01-02"],
    ["2028-02-27", { freeDays: 3, counts: "calendar" }, "2028-03-01"],
  ] as const)("from %s with %o is %s", (on, terms, expected) => {
    expect(lastFreeEquipmentDay(on, terms)).toBe(expected);
  });
});

describe("returnDue", () => {
  it("is null for a container that is not out", () => {
    expect(returnDue(testContainer())).toBeNull();
    expect(returnDue(testContainer({ current_status: "available" }))).toBeNull();
  });

  it("counts from the day of gate out at the place, not in UTC", () => {
    // 23:30 on the 20th in Los Angeles is the 21st in UTC.
    expect(returnDue(out("2026-11-21T07:30:00Z"))).toMatchObject({
      state: "due",
      on: "2026-11-24",
      endsAt: "2026-11-25T08:00:00.000Z",
    });
    expect(returnDue(out("2026-11-21T08:00:00Z"))).toMatchObject({ on: "2026-11-25" });
  });

  it("ends with the local day even across a clock change", () => {
    // Daylight saving time ends on 1 November 2026 in Los Angeles.
    expect(returnDue(out("2026-10-30T20:00:00Z"))).toMatchObject({
      on: "2026-11-03",
      endsAt: "2026-11-04T08:00:00.000Z",
    });
    expect(returnDue(out("2026-10-26T20:00:00Z"))).toMatchObject({
      on: "2026-10-30",
      endsAt: "2026-10-31T07:00:00.000Z",
    });
  });

  it("reports that the line's days are not set instead of guessing", () => {
    const due = returnDue(out("2026-11-20T20:00:00Z", null));
    expect(due).toMatchObject({ state: "terms_not_set", on: null, endsAt: null });
    expect(due && returnText("en-US", due, new Date("2026-11-21T00:00:00Z"), "Maersk")).toEqual({
      tone: "none",
      main: "free days not set",
      note: "for Maersk",
    });
  });

  it("reports that gate out has no time if only a status shows it", () => {
    const container = testContainer(
      { current_status: "picked_up" },
      {},
      { team: { ...NOTHING_WRITTEN, perDiemTerms: FOUR } },
    );
    expect(returnDue(container)).toMatchObject({ state: "out_not_reported", on: null });
  });

  it("uses an unknown zone's digits unchanged, and reports it", () => {
    for (const zone of [null, "Moon/Base"]) {
      const due = returnDue(out("2026-11-20T23:30:00Z", FOUR, zone));
      expect(due).toMatchObject({ on: "2026-11-24", zone: null });
      expect(due && returnText("en-US", due, new Date("2026-11-21T00:00:00Z"), null).note).toMatch(
        /zone unknown$/,
      );
    }
  });

  it("ends with the empty return", () => {
    const container = out("2026-11-20T20:00:00Z");
    const back = (at: string) => ({
      ...container,
      attributes: { ...container.attributes, empty_terminated_at: at },
    });
    const text = (at: string) => {
      const due = returnDue(back(at));
      return due && returnText("en-US", due, new Date("2026-12-20T00:00:00Z"), null);
    };
    expect(text("2026-11-24T20:00:00Z")).toEqual({ tone: "none", main: "returned", note: "on time" });
    expect(text("2026-11-26T20:00:00Z")?.note).toBe("2 days after the last free day");
  });
});

describe("returnText", () => {
  const due = returnDue(out("2026-11-20T20:00:00Z"));
  if (!due) throw new Error("not out");
  it.each([
    ["2026-11-21T20:00:00Z", "plain", "3 days left"],
    ["2026-11-23T20:00:00Z", "soon", "1 day left"],
    // Midnight in Los Angeles is 08:00 in UTC.
    ["2026-11-24T07:59:59Z", "soon", "1 day left"],
    ["2026-11-24T08:00:00Z", "today", "last free day"],
    ["2026-11-25T07:59:59Z", "today", "last free day"],
    ["2026-11-25T08:00:00Z", "late", "1 day over"],
    ["2026-12-01T20:00:00Z", "late", "7 days over"],
  ])("given the time %s is %s: %s", (now, tone, note) => {
    expect(returnText("en-US", due, new Date(now), null)).toEqual({ tone, main: "Tue, Nov 24", note });
  });

  it("counts the days out by the calendar of the place", () => {
    expect(daysOut(due, new Date("2026-11-21T07:59:00Z"))).toBe(0);
    expect(daysOut(due, new Date("2026-11-21T08:00:00Z"))).toBe(1);
  });
});
