import { describe, expect, it } from "vitest";
import { testDeadline, testRow } from "@/components/board/test-row";
import {
  appointmentText,
  chargesText,
  checkedText,
  deadlineText,
  etaChangeText,
  etaText,
  followUpText,
  gateOutText,
  nearMoment,
  referencesText,
  releaseText,
  vesselText,
  workOrderText,
} from "./cell-text";

const NOW = Date.parse("2026-11-20T20:00:00Z");
const LA = "America/Los_Angeles";

describe("deadlineText", () => {
  it("distinguishes before discharge from not reported", () => {
    const none = { governing: null, sources: [], serviceNames: null };
    expect(deadlineText("en-US", { state: "not_discharged", ...none }, NOW).note).toBe("before discharge");
    expect(deadlineText("en-US", { state: "not_reported", ...none }, NOW).note).toBe("none reported yet");
  });

  it("names agreeing and differing sources and omits those that do not apply", () => {
    const deadline = testDeadline("2026-11-18", "2026-11-19T08:00:00Z");
    deadline.sources.push(
      { source: "terminal", on: "2026-11-20", zone: LA, applies: true },
      { source: "rail", on: "2026-11-25", zone: LA, applies: false },
    );
    expect(deadlineText("en-US", deadline, NOW)).toEqual({
      main: "Wed, Nov 18",
      note: "Line LFD · terminal Nov 20",
    });
  });

  it("shows the day named by the service before the differing sources", () => {
    const deadline = testDeadline("2026-11-18", "2026-11-19T08:00:00Z");
    deadline.serviceNames = { source: "not_reported", on: "2026-11-22" };
    deadline.sources.push({ source: "terminal", on: "2026-11-20", zone: LA, applies: true });
    expect(deadlineText("en-US", deadline, NOW).note).toBe("Line LFD · service Nov 22 · terminal Nov 20");
  });
});

describe("nearMoment", () => {
  it("uses the day at the location", () => {
    // 06:30 UTC on the 21st is 22:30 on the 20th in Los Angeles, where it is still the 20th.
    expect(nearMoment("en-US", { at: "2028-01-02T06:43:00Z", zone: LA }, NOW)).toBe("Jan 1, 2028, 10:43 PM");
    expect(nearMoment("en-GB", { at: "2028-01-02T06:43:00Z", zone: LA }, NOW)).toBe("1 Jan 2028, 22:43");
    expect(nearMoment("en-US", { at: "2027-01-02T06:43:00Z", zone: LA }, NOW)).toBe("Jan 1, 10:43 PM");
    expect(nearMoment("en-US", { at: "2026-11-21T06:30:00Z", zone: LA }, NOW)).toBe("today, 10:30 PM");
    expect(nearMoment("en-US", { at: "2026-11-21T08:00:00Z", zone: LA }, NOW)).toBe("tomorrow, 12:00 AM");
    expect(nearMoment("en-US", { at: "2026-12-20T20:00:00Z", zone: LA }, NOW)).toBe("Dec 20, 12:00 PM");
  });
});

describe("appointmentText", () => {
  const late = testRow("1", {
    deadline: testDeadline("2026-11-20", "2026-11-21T08:00:00Z"),
    appointment: { at: "2026-11-21T18:00:00Z", zone: LA },
  });

  it("warns when it is after the last free day", () => {
    expect(appointmentText("en-US", late, NOW).note).toBe("after last free day");
  });

  it("warns when it has passed without a gate out", () => {
    const passed = { ...late, appointment: { at: "2026-11-20T18:00:00Z", zone: LA } };
    expect(appointmentText("en-US", passed, NOW).note).toBe("missed, not gated out");
    const out = { ...passed, gateOut: { at: "2026-11-20T18:40:00Z", zone: LA } };
    expect(appointmentText("en-US", out, NOW).note).toBe("");
  });

  it("shows the planned pickup while none is booked, until the container is picked up", () => {
    const planned = testRow("1", { plannedPickup: { at: "2026-11-21T18:00:00Z", zone: LA } });
    expect(appointmentText("en-US", planned, NOW)).toEqual({
      main: "tomorrow, 10:00 AM",
      note: "planned, none booked",
    });
    const passed = { ...planned, plannedPickup: { at: "2026-11-20T18:00:00Z", zone: LA } };
    expect(appointmentText("en-US", passed, NOW)).toEqual({
      main: "today, 10:00 AM",
      note: "planned, time passed",
    });
    const out = { ...passed, readiness: { state: "picked_up" as const, label: "Picked up", reasons: [] } };
    expect(appointmentText("en-US", out, NOW)).toEqual({ main: "–", note: "" });
    expect(appointmentText("en-US", { ...late, plannedPickup: passed.plannedPickup }, NOW).main).toBe(
      "tomorrow, 10:00 AM",
    );
  });

  it("reports a missing appointment only where one would be useful", () => {
    expect(appointmentText("en-US", testRow("1"), NOW)).toEqual({ main: "–", note: "none booked" });
    const held = testRow("1", { readiness: { state: "held", label: "Held", reasons: [] } });
    expect(appointmentText("en-US", held, NOW).note).toBe("");
  });
});

describe("etaText", () => {
  const eta = { at: "2026-11-23T18:00:00Z", zone: LA };
  const moved = testRow("1", {
    arrival: { place: "port", eta, firstEta: { at: "2026-11-21T07:00:00Z", zone: LA }, actual: null },
  });

  it("has the first ETA where it moved to another day at the place, and by how many days", () => {
    expect(etaText("en-US", moved, NOW)).toEqual({ main: "Mon 23, 10:00 AM", note: "first Nov 20" });
    expect(etaChangeText(moved)).toBe("3d later");
    const same = {
      ...moved,
      arrival: { ...moved.arrival, firstEta: { ...eta, at: "2026-11-23T08:00:00Z" } },
    };
    expect(etaText("en-US", same, NOW).note).toBe("");
    expect(etaChangeText(same)).toBe("on time");
    const early = {
      ...moved,
      arrival: { ...moved.arrival, firstEta: { ...eta, at: "2026-11-25T08:00:00Z" } },
    };
    expect(etaChangeText(early)).toBe("2d earlier");
  });

  it("distinguishes an arrival from an ETA that was not reported", () => {
    expect(etaText("en-US", { ...moved, arrival: { ...moved.arrival, actual: eta } }, NOW).note).toBe(
      "arrived",
    );
    expect(etaText("en-US", testRow("1"), NOW)).toEqual({ main: "–", note: "not reported" });
    expect(etaChangeText(testRow("1"))).toBeNull();
  });
});

it("tells who was asked, when to follow up, and the result of the latest entry", () => {
  const followUp = {
    holdName: "customs",
    owner: "Ana at the broker",
    nextCheckAt: "2026-11-21T18:00:00Z",
    zone: LA,
    contacted: "Ana",
    promise: "Release by Friday",
  };
  expect(followUpText("en-US", testRow("1", { followUp }), NOW)).toEqual({
    main: "tomorrow, 10:00 AM · Ana at the broker",
    note: "customs: Release by Friday",
  });
  const noteOf = (contacted: string | null, promise: string | null) =>
    followUpText("en-US", testRow("1", { followUp: { ...followUp, contacted, promise } }), NOW).note;
  expect(noteOf("Ana", "")).toBe("customs: No response noted");
  expect(noteOf("", "")).toBe("customs: Checked");
  expect(noteOf(null, null)).toBe("customs");
  const { contacted: _, promise: __, ...former } = followUp;
  expect(followUpText("en-US", testRow("1", { followUp: { ...former, nextCheckAt: null } }), NOW)).toEqual({
    main: "Ana at the broker",
    note: "customs",
  });
  const unnamed = { ...followUp, holdName: "other", owner: "See description" };
  expect(followUpText("en-US", testRow("1", { followUp: unnamed }), NOW).main).toBe("tomorrow, 10:00 AM");
  expect(
    followUpText("en-US", testRow("1", { followUp: { ...unnamed, nextCheckAt: null } }), NOW),
  ).toMatchObject({ main: "no next check", note: "other: Release by Friday" });
  expect(followUpText("en-US", testRow("1"), NOW).main).toBe("–");
});

describe("releaseText", () => {
  const unknown = { state: "unknown" as const, label: "Availability unknown", reasons: [] };
  const hold = (name: string, status: string) => ({ name, status, description: null });

  it("explains why a container cannot be picked up, also with holds that only warn", () => {
    const holds = [hold("USDA", "pending"), hold("TMF", "pending")];
    expect(releaseText({ readiness: unknown, holds })).toEqual({
      active: [],
      pending: "USDA +1 pending",
      reason: "Availability unknown",
    });
  });

  it("names the holds if they are the reason and counts from the third", () => {
    const holds = ["customs", "freight", "TMF"].map((name) => hold(name, "hold"));
    const held = { state: "held" as const, label: "Held", reasons: [] };
    expect(releaseText({ readiness: held, holds })).toEqual({
      active: ["customs", "freight", "+1"],
      pending: null,
      reason: null,
    });
    expect(releaseText({ readiness: held, holds: [...holds, hold("USDA", "pending")] })).toMatchObject({
      active: ["customs", "freight", "+2"],
      pending: null,
    });
    const rail = { state: "in_transit" as const, label: "On rail", reasons: [] };
    expect(releaseText({ readiness: rail, holds }).reason).toBe("On rail");
  });

  it("only counts pending holds next to an active one or Ready, and names a single one next to Ready", () => {
    const held = { state: "held" as const, label: "Held", reasons: [] };
    const ready = { state: "ready" as const, label: "Ready", reasons: [] };
    const pending = [hold("customs", "pending"), hold("other", "pending")];
    expect(
      releaseText({ readiness: held, holds: [hold("other", "hold"), hold("other", "pending")] }),
    ).toMatchObject({ active: ["other"], pending: "1 pending" });
    expect(releaseText({ readiness: ready, holds: pending }).pending).toBe("2 pending");
    expect(releaseText({ readiness: ready, holds: pending.slice(1) }).pending).toBe("other pending");
  });

  it("says what could not be read next to the holds that were, once", () => {
    const unreadable = { kind: "unreadable_hold" as const, warning: false, text: "Could not read hold" };
    const held = { state: "held" as const, label: "Held", reasons: [unreadable] };
    const reasonWith = (name: string) => releaseText({ readiness: held, holds: [hold(name, "hold")] }).reason;
    expect(reasonWith("customs")).toBe("Could not read hold");
    expect(reasonWith("Could not read hold")).toBeNull();
    const deadline = {
      kind: "unreadable_deadline" as const,
      warning: true,
      text: "Could not read last free day",
    };
    const ready = { state: "ready" as const, label: "Ready", reasons: [deadline] };
    expect(releaseText({ readiness: ready, holds: [] }).reason).toBe("Could not read last free day");
  });
});

describe("chargesText", () => {
  const line = (label: string, minor: number | null, currency = "USD") => ({
    type: label.toLowerCase(),
    label,
    place: "terminal" as const,
    currency,
    minor,
    excluded: false,
  });
  const usd = (minor: number) => ({ currency: "USD", minor });

  it("shortens the charge kinds instead of the amount", () => {
    const lines = [line("Demurrage", 31_000), line("Exam", 20_000)];
    expect(chargesText({ reported: true, lines, sums: [usd(51_000)] })).toEqual({
      main: "$510.00",
      note: "demurrage +1",
    });
  });

  it("shows a second currency on its own line", () => {
    const lines = [line("Demurrage", 31_000), line("Exam", 4_000, "CAD")];
    const sums = [usd(31_000), { currency: "CAD", minor: 4_000 }];
    expect(chargesText({ reported: true, lines, sums })).toEqual({ main: "$310.00", note: "+ CA$40.00" });
  });

  it("adds no total for amounts that are not posted or not readable", () => {
    expect(chargesText({ reported: true, lines: [line("Exam", 0)], sums: [usd(0)] }).main).toBe(
      "reported, 0",
    );
    expect(chargesText({ reported: true, lines: [line("Exam", null)], sums: [] })).toEqual({
      main: "reported",
      note: "invalid amount",
    });
  });

  it("shortens a kind that is too long for the cell", () => {
    const lines = [line("Extended dwell time", 20_000), line("Exam", 5_000)];
    expect(chargesText({ reported: true, lines, sums: [usd(25_000)] }).note).toBe("dwell +1");
  });
});

describe("referencesText", () => {
  it("names two references and counts the others, with the customer or the bill of lading", () => {
    const row = { customer: null, billOfLading: "OOLU297990754" };
    const texts = (...references: string[]) => referencesText(testRow("1", { ...row, references }));
    expect(texts()).toEqual({ main: "–", note: "OOLU297990754" });
    expect(texts("PO-1", "PO-2").main).toBe("PO-1, PO-2");
    expect(texts("PO-1", "PO-2", "PO-3", "PO-4").main).toBe("PO-1, PO-2 +2");
    expect(referencesText(testRow("1", { ...row, customer: "Lakin" })).note).toBe("Lakin");
  });
});

describe("vesselText", () => {
  it("shows a delayed ETA with the first one", () => {
    const row = testRow("1", {
      arrival: {
        place: "port",
        eta: { at: "2026-11-22T20:00:00Z", zone: LA },
        firstEta: { at: "2026-11-19T20:00:00Z", zone: LA },
        actual: null,
      },
    });
    expect(vesselText("en-US", row, NOW)).toEqual({ main: "Maersk Sydney", note: "ETA Nov 22, was Nov 19" });
  });

  it("never leaves an unknown arrival blank", () => {
    expect(vesselText("en-US", testRow("1", { vessel: { name: null, voyage: null } }), NOW)).toEqual({
      main: "–",
      note: "ETA not reported",
    });
  });
});

describe("gateOutText", () => {
  it("reports when only the status indicates the gate out", () => {
    const row = testRow("1", { readiness: { state: "picked_up", label: "Picked up", reasons: [] } });
    expect(gateOutText("en-US", row, NOW)).toEqual({ main: "time unknown", note: "empty not returned" });
  });
});

describe("checkedText", () => {
  it("shows the age and whether it is outdated", () => {
    expect(checkedText(testRow("1", { checkedAt: "2026-11-20T19:56:00Z" }), NOW)).toEqual({
      main: "4m",
      note: "",
      old: false,
    });
    expect(checkedText(testRow("1", { checkedAt: "2026-11-19T17:00:00Z" }), NOW)).toEqual({
      main: "27h",
      note: "stale",
      old: true,
    });
    expect(checkedText(testRow("1", { checkedAt: null }), NOW)).toMatchObject({
      main: "never",
      note: "stale",
    });
    expect(checkedText(testRow("1", { checkedAt: null, onTerminalGround: false }), NOW).main).toBe("–");
  });
});

describe("workOrderText", () => {
  const order = (change: object) =>
    testRow("1", {
      workOrder: {
        state: "accepted",
        expiresAt: "2026-11-20T19:00:00Z",
        carrier: "Harbor Dray",
        driver: "Sam Ortiz",
        truck: "12",
        eta: { at: "2026-11-20T21:30:00Z", zone: LA },
        ...change,
      },
    });

  it.each([
    [{}, "Accepted", "ETA today, 1:30 PM · Sam Ortiz · 12 · Harbor Dray", "order accepted"],
    [{ state: "sent", driver: "", truck: "", eta: null }, "Expired", "Harbor Dray", "order expired"],
    [
      { state: "changed", expiresAt: "2026-11-21T19:00:00Z" },
      "Changed",
      "Sam Ortiz · 12 · Harbor Dray",
      "order changed",
    ],
  ])("names the state, the ETA and the truck: %o", (change, main, note, short) => {
    expect(workOrderText("en-US", order(change), NOW)).toEqual({ main, note, short });
  });

  it("has nothing without an order", () => {
    expect(workOrderText("en-US", testRow("1"), NOW).main).toBe("–");
  });
});
