import { describe, expect, it } from "vitest";
import {
  appointmentsOfDay,
  cardsOfDay,
  containersOf,
  laneSlotState,
  lanesOf,
  type PlannedContainer,
  shownHours,
  slotState,
} from "./day-plan";
import { at, plannedRow, TEST_GATES } from "./test-plan";

const container = (...[id, change]: Parameters<typeof plannedRow>): PlannedContainer => ({
  row: plannedRow(id, change),
  deliveryPlace: "",
  emptyReturnPlace: "",
});
const keys = (containers: PlannedContainer[], day: string) =>
  cardsOfDay(containers, day).map(({ key }) => key);

describe("the moves of a day", () => {
  it("are those of the calendar day at their place, in the order of its clock", () => {
    const containers = [
      // 11:59 PM on the day before, midnight, 2 PM and the next midnight in Los Angeles.
      container("1", { plannedPickup: at("2026-11-20T07:59:00Z") }),
      container("2", { plannedPickup: at("2026-11-20T22:00:00Z") }),
      container("3", { plannedPickup: at("2026-11-20T08:00:00Z") }),
      container("4", { plannedPickup: at("2026-11-21T08:00:00Z") }),
      container("5", { plannedDelivery: at("2026-11-20T18:00:00Z", "America/New_York") }),
    ];
    expect(keys(containers, "2026-11-20")).toEqual(["3:pickup", "5:delivery", "2:pickup"]);
    expect(keys(containers, "2026-11-19")).toEqual(["1:pickup"]);
  });

  it("are on the day of the stored digits when the zone is unknown", () => {
    const unknown = container("1", { plannedPickup: at("2026-11-20T23:30:00Z", null) });
    expect(keys([unknown], "2026-11-20")).toEqual(["1:pickup"]);
  });

  it("keep their day when daylight saving time ends", () => {
    // 1 November 2026 has 25 hours in Los Angeles: 07:00 to 08:00 UTC of the next day.
    const containers = [
      container("1", { plannedPickup: at("2026-11-01T07:00:00Z") }),
      container("2", { plannedPickup: at("2026-11-02T07:59:00Z") }),
      container("3", { plannedPickup: at("2026-11-02T08:00:00Z") }),
    ];
    expect(keys(containers, "2026-11-01")).toEqual(["1:pickup", "2:pickup"]);
  });

  it("are done after gate out, delivery and empty return", () => {
    const out = container("1", {
      plannedPickup: at("2026-11-20T18:00:00Z"),
      plannedReturn: at("2026-11-20T23:00:00Z"),
      gateOut: at("2026-11-20T18:10:00Z"),
    });
    expect(cardsOfDay([out], "2026-11-20").map(({ key, done }) => [key, done])).toEqual([
      ["1:pickup", true],
      ["1:emptyReturn", false],
    ]);
    const returned = { ...out, row: { ...out.row, emptyReturned: at("2026-11-20T23:10:00Z") } };
    expect(cardsOfDay([returned], "2026-11-20").every(({ done }) => done)).toBe(true);
  });

  it("leave out appointments of other days and of containers that are out", () => {
    const booked = plannedRow("1", { appointment: at("2026-11-20T18:00:00Z") });
    const out = plannedRow("2", { appointment: booked.appointment, gateOut: at("2026-11-20T18:05:00Z") });
    const later = plannedRow("3", { appointment: at("2026-11-21T18:00:00Z") });
    expect(appointmentsOfDay([booked, out, later], "2026-11-20").map(({ row }) => row.id)).toEqual(["1"]);
  });
});

describe("slots", () => {
  it.each([
    ["2026-11-20", 6, "closed"],
    ["2026-11-20", 7, "open"],
    // Open for half of it.
    ["2026-11-20", 16, "open"],
    ["2026-11-20", 17, "closed"],
    ["2026-11-19", 23, "open"],
    // What is left of the night gate of Thursday.
    ["2026-11-20", 2, "open"],
    ["2026-11-20", 3, "closed"],
    ["2026-11-22", 12, "closed"],
    // A holiday, and the night after it without a night gate.
    ["2026-11-26", 12, "closed"],
    ["2026-11-27", 1, "closed"],
  ] as const)("on %s at %i o’clock are %s", (day, hour, state) => {
    expect(slotState(TEST_GATES, day, hour)).toBe(state);
  });

  it("are unknown without gate hours", () => {
    expect(slotState(null, "2026-11-20", 12)).toBe("unknown");
    expect(slotState({ ...TEST_GATES, hours: [] }, "2026-11-20", 12)).toBe("unknown");
  });

  it("of several terminals are closed only if all are", () => {
    expect(laneSlotState([TEST_GATES, TEST_GATES], "2026-11-20", 17)).toBe("closed");
    expect(laneSlotState([TEST_GATES, null], "2026-11-20", 17)).toBe("unknown");
    expect(laneSlotState([], "2026-11-20", 12)).toBe("unknown");
  });

  it("begin with the first open hour or move and end with the last", () => {
    expect(shownHours("2026-11-18", [TEST_GATES], [])).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(shownHours("2026-11-18", [TEST_GATES], [at("2026-11-19T03:30:00Z")]).at(-1)).toBe(19);
    expect(shownHours("2026-11-26", [TEST_GATES], [])).toEqual(shownHours("2026-11-26", [], []));
    expect(shownHours("2026-11-18", [], [])[0]).toBe(7);
  });
});

describe("lanes", () => {
  const carried = plannedRow("1", { drayCarriers: [{ roleId: "r", partyId: "p-2", name: "Harbor Dray" }] });

  it("are sorted by name, with some of the known carriers, and begin with the moves of none", () => {
    const known = [
      { id: "p-2", name: "Harbor Dray" },
      { id: "p-1", name: "Bay Cartage" },
    ];
    expect(lanesOf([carried], "carrier", known).map(({ key }) => key)).toEqual(["", "p-1", "p-2"]);
  });

  it("are few when the account has many carriers", () => {
    const known = Array.from({ length: 50 }, (_, index) => ({ id: `x-${index}`, name: `Carrier ${index}` }));
    expect(lanesOf([carried], "carrier", known)).toHaveLength(8);
  });

  it("have none for containers without a terminal unless there is one", () => {
    expect(lanesOf([carried], "terminal", []).map(({ key }) => key)).toEqual(["Pier 400"]);
    const unknown = plannedRow("2", { terminal: { id: null, name: null } });
    expect(lanesOf([carried, unknown], "terminal", []).map(({ key }) => key)).toEqual(["", "Pier 400"]);
  });
});

it("has every container once, with the places of its plan", () => {
  const row = plannedRow("1");
  const plan = {
    day: "2026-11-20",
    planned: [{ row, deliveryPlace: "Dock 4", emptyReturnPlace: "" }],
    appointments: [row],
    pickups: [plannedRow("2")],
    returns: [],
    cut: false,
    gates: [],
    carriers: [],
    terminals: [],
    drivers: [],
  };
  expect(containersOf(plan).map((each) => [each.row.id, each.deliveryPlace])).toEqual([
    ["1", "Dock 4"],
    ["2", ""],
  ]);
});
