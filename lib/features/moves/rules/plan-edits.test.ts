import { describe, expect, it } from "vitest";
import { planCard } from "./day-plan";
import { droppedEdit, editedRow, inverseEdit, slotTime } from "./plan-edits";
import { at, LA, plannedRow } from "./test-plan";

const typed = { now: new Date("2026-11-18T17:20:00Z"), locale: "en-US" as const };
const DAY = "2026-11-20";
const HARBOR = { key: "p-1", name: "Harbor Dray" };
const NONE = { key: "", name: "" };
const unplanned = planCard(plannedRow("1"), "pickup");
const planned = planCard(plannedRow("1", { plannedPickup: at("2026-11-20T18:15:00Z") }), "pickup");

describe("the time of a slot", () => {
  it("is its full hour at the terminal", () => {
    expect(slotTime(unplanned, DAY, 9, typed)).toEqual({ at: "2026-11-20T17:00:00.000Z", zone: LA });
  });

  it("is that of the appointment in its hour", () => {
    const booked = planCard(plannedRow("1", { appointment: at("2026-11-20T17:30:00Z") }), "pickup");
    expect(slotTime(booked, DAY, 9, typed)).toMatchObject({ at: "2026-11-20T17:30:00Z" });
    expect(slotTime(booked, DAY, 10, typed)).toMatchObject({ at: "2026-11-20T18:00:00.000Z" });
  });

  it("is the card's own where it was planned", () => {
    expect(slotTime(planned, DAY, 10, typed)).toMatchObject({ at: "2026-11-20T18:15:00Z" });
  });

  it("is the next quarter of the current hour, and refused before it", () => {
    expect(slotTime(unplanned, "2026-11-18", 9, typed)).toMatchObject({ at: "2026-11-18T17:30:00.000Z" });
    expect(slotTime(unplanned, "2026-11-18", 8, typed)).toEqual({
      problem: "This time has passed. Choose a later one.",
    });
    const end = { ...typed, now: new Date("2026-11-18T17:50:00Z") };
    expect(slotTime(unplanned, "2026-11-18", 9, end)).toHaveProperty("problem");
  });

  it("is not guessed when the clock is changed", () => {
    const march = { ...typed, now: new Date("2027-03-01T12:00:00Z") };
    expect(slotTime(unplanned, "2027-03-14", 2, march)).toHaveProperty(
      "problem",
      expect.stringContaining("does not exist"),
    );
    expect(slotTime(unplanned, "2027-11-07", 1, march)).toHaveProperty(
      "problem",
      expect.stringContaining("occurs twice"),
    );
    expect(slotTime(unplanned, "2027-11-07", 2, march)).toMatchObject({ at: "2027-11-07T10:00:00.000Z" });
  });

  it("has the digits of the slot in an unknown zone", () => {
    const card = planCard(plannedRow("1", { pickupZone: null }), "pickup");
    expect(slotTime(card, DAY, 9, typed)).toEqual({ at: "2026-11-20T09:00:00.000Z", zone: null });
  });
});

describe("a dropped card", () => {
  const drop = (
    card: typeof planned,
    lane: typeof HARBOR,
    hour: number,
    group: "carrier" | "terminal" | "driver",
  ) => droppedEdit(card, { lane, hour }, group, DAY, typed);

  it("gets the time and the carrier or driver of its slot", () => {
    expect(drop(unplanned, HARBOR, 9, "carrier")).toMatchObject({
      time: { at: "2026-11-20T17:00:00.000Z" },
      carrier: { to: { id: "p-1", name: "Harbor Dray" } },
      driver: null,
    });
    expect(drop(unplanned, { key: "Tom", name: "Tom" }, 9, "driver")).toMatchObject({
      driver: "Tom",
      carrier: null,
    });
    const driven = planCard(plannedRow("1", { driver: "Tom" }), "pickup");
    expect(drop(driven, NONE, 9, "driver")).toMatchObject({ driver: "" });
  });

  it("changes nothing in its own slot", () => {
    expect(drop(planned, NONE, 10, "carrier")).toMatchObject({ time: null, driver: null, carrier: null });
  });

  it("keeps its time in another lane of the same hour", () => {
    expect(drop(planned, HARBOR, 10, "carrier")).toMatchObject({
      time: null,
      carrier: { to: { id: "p-1" } },
    });
  });

  it("is refused at another terminal, and in another lane with several carriers", () => {
    expect(drop(planned, { key: "Pier J", name: "Pier J" }, 10, "terminal")).toHaveProperty("problem");
    const drayCarriers = ["p-2", "p-3"].map((partyId) => ({ roleId: partyId, partyId, name: partyId }));
    const shared = planCard(plannedRow("1", { drayCarriers }), "pickup");
    expect(drop(shared, HARBOR, 10, "carrier")).toHaveProperty("problem");
    expect(drop(shared, { key: "p-2", name: "p-2" }, 10, "carrier")).toMatchObject({ carrier: null });
  });

  it("is removed from the plan in the list", () => {
    expect(droppedEdit(planned, null, "carrier", DAY, typed)).toMatchObject({ time: { at: null } });
    expect(droppedEdit(unplanned, null, "carrier", DAY, typed)).toMatchObject({ time: null });
  });

  it("is undone by the inverse change", () => {
    const drayCarriers = [{ roleId: "r-1", partyId: "p-2", name: "Bay Cartage" }];
    for (const card of [unplanned, planCard({ ...planned.row, drayCarriers, driver: "Tom" }, "pickup")])
      for (const [lane, group] of [
        [HARBOR, "carrier"],
        [{ key: "Maria", name: "Maria" }, "driver"],
      ] as const) {
        const edit = drop(card, lane, 12, group);
        if ("problem" in edit) throw new Error(edit.problem);
        const {
          plannedPickup,
          driver,
          drayCarriers: carriers,
        } = editedRow(editedRow(card.row, edit), inverseEdit(edit));
        expect(plannedPickup?.at).toBe(card.row.plannedPickup?.at);
        expect(driver).toBe(card.row.driver);
        expect(carriers.map(({ partyId }) => partyId)).toEqual(
          card.row.drayCarriers.map(({ partyId }) => partyId),
        );
      }
  });

  it("is shown as changed at once", () => {
    const edit = drop(unplanned, HARBOR, 9, "carrier");
    if ("problem" in edit) throw new Error(edit.problem);
    expect(editedRow(unplanned.row, edit)).toMatchObject({
      plannedPickup: { at: "2026-11-20T17:00:00.000Z", zone: LA, local: "2026-11-20T09:00" },
      drayCarriers: [{ partyId: "p-1" }],
    });
  });
});
