import { describe, expect, it } from "vitest";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { type Container, NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import { deadlines, testContainer } from "@/lib/domain/container/test-container";
import type { GateHours } from "@/lib/domain/deadlines/gate-schedule";
import { moveConflicts, NOTHING_PLANNED, type PlannedMove } from "./planned-move";

const LA = "America/Los_Angeles";
const at = (instant: string, zone: string | null = LA) => ({ at: instant, zone });
const NOW = new Date("2026-11-19T20:00:00Z");
const WEEKDAYS: GateHours = [1, 2, 3, 4, 5].map((day) => ({ day, from: "07:00", to: "16:30" }));
/** Last free day 20 November in Los Angeles. */
const FACTS = deadlines({ terminal: "2026-11-20T08:00:00Z" });

const text = (container: Container, plan: Partial<PlannedMove>, hours: GateHours = [], now = NOW) =>
  moveConflicts(
    "en-US",
    boardRow(container),
    { ...NOTHING_PLANNED, ...plan },
    { facilityId: "t-1", hours, specialDays: [] },
    now,
  ).map((each) => each.text);

describe("planned pickup", () => {
  const container = testContainer({ ...FACTS, available_for_pickup: true });

  it.each([
    // The last free day ends at midnight in Los Angeles, 08:00 in UTC.
    ["2026-11-21T07:59:00Z", []],
    ["2026-11-21T08:00:00Z", ["Planned pickup is after the last free day, Fri, Nov 20."]],
  ])("is compared with the last free day: %s", (pickup, expected) => {
    expect(text(container, { pickup: at(pickup) })).toEqual(expected);
  });

  it("is compared with the gate hours in the terminal's zone", () => {
    expect(text(container, { pickup: at("2026-11-20T14:59:00Z") }, WEEKDAYS)).toEqual([
      "Planned pickup is outside gate hours: open 7:00 AM–4:30 PM on Fri.",
    ]);
    expect(text(container, { pickup: at("2026-11-20T15:00:00Z") }, WEEKDAYS)).toEqual([]);
    expect(text(testContainer(), { pickup: at("2026-11-22T18:00:00Z") }, WEEKDAYS)).toEqual([
      "Planned pickup is outside gate hours: closed on Sun.",
    ]);
  });

  it("reports that it cannot be compared with the gate hours in an unknown zone", () => {
    expect(text(testContainer(), { pickup: at("2026-11-20T18:00:00Z", null) }, WEEKDAYS)).toEqual([
      "Planned pickup can’t be checked against gate hours: the terminal’s time zone is unknown.",
    ]);
  });

  it("is compared with the terminal's appointment", () => {
    const booked = testContainer({ ...FACTS, pickup_appointment_at: "2026-11-20T18:00:00Z" });
    expect(text(booked, { pickup: at("2026-11-20T18:30:00Z") })).toEqual([]);
    expect(text(booked, { pickup: at("2026-11-20T20:00:00Z") })).toEqual([
      "Planned pickup is 2h 0m after the terminal appointment.",
    ]);
    expect(text(booked, { pickup: at("2026-11-20T16:45:00Z") })).toEqual([
      "Planned pickup is 1h 15m before the terminal appointment.",
    ]);
  });

  it("is not checked after gate out", () => {
    const out = testContainer({ ...FACTS, pod_full_out_at: "2026-11-19T18:00:00Z" });
    expect(text(out, { pickup: at("2026-11-25T18:00:00Z") }, WEEKDAYS)).toEqual([]);
  });

  it("is reported when it passed before gate out", () => {
    expect(text(container, { pickup: at("2026-11-19T19:59:00Z") })).toEqual([
      "Planned pickup time passed. Reschedule.",
    ]);
  });

  it("is reported when it is before the container arrives", () => {
    const atSea = testContainer({ pod_discharged_at: null }, { pod_eta_at: "2026-11-24T18:00:00Z" });
    expect(text(atSea, { pickup: at("2026-11-23T18:00:00Z") })).toEqual([
      "Planned pickup is before the ETA, Tue, Nov 24, 10:00 AM PST.",
    ]);
  });
});

describe("terminal appointment", () => {
  it("is compared with the deadline, the gate hours and the present time", () => {
    const booked = (pickup_appointment_at: string) => testContainer({ ...FACTS, pickup_appointment_at });
    expect(text(booked("2026-11-21T18:00:00Z"), {}, WEEKDAYS)).toEqual([
      "Terminal appointment is after the last free day, Fri, Nov 20.",
      "Terminal appointment is outside gate hours: closed on Sat.",
    ]);
    expect(text(booked("2026-11-19T18:00:00Z"), {}, WEEKDAYS)).toEqual([
      "Terminal appointment missed. Container not gated out.",
    ]);
    expect(text(booked("2026-11-20T18:00:00Z"), {}, WEEKDAYS)).toEqual([]);
  });
});

describe("planned delivery and empty return", () => {
  const out = testContainer(
    { pod_full_out_at: "2026-11-18T18:00:00Z" },
    {},
    { team: { ...NOTHING_WRITTEN, perDiemTerms: { freeDays: 4, counts: "calendar" } } },
  );

  it("must follow each other in order", () => {
    expect(text(out, { delivery: at("2026-11-18T17:00:00Z", "America/Denver") })).toEqual([
      "Planned delivery is before pickup, Wed, Nov 18, 10:00 AM PST.",
    ]);
    expect(
      text(out, { delivery: at("2026-11-20T18:00:00Z"), emptyReturn: at("2026-11-20T17:00:00Z") }),
    ).toEqual(["Planned empty return is before the delivery."]);
  });

  it("must be within the line's free days, by the local day at the place of gate out", () => {
    expect(text(out, { emptyReturn: at("2026-11-23T07:59:00Z") })).toEqual([]);
    expect(text(out, { emptyReturn: at("2026-11-23T08:00:00Z") })).toEqual([
      "Planned empty return is after the line’s last free day, Sun, Nov 22.",
    ]);
  });

  it("are reported when they passed, but not after the empty return", () => {
    const plan = { emptyReturn: at("2026-11-19T19:00:00Z") };
    expect(text(out, plan)).toEqual(["Planned empty return time passed. Reschedule."]);
    const back = { ...out, attributes: { ...out.attributes, empty_terminated_at: "2026-11-19T19:30:00Z" } };
    expect(text(back, plan)).toEqual([]);
  });
});

it("returns no conflicts without a plan", () => {
  expect(text(testContainer(FACTS), {}, WEEKDAYS)).toEqual([]);
});
