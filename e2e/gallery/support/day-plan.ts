import { testDeadline, testRow } from "@/components/board/test-row";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import type { DayPlan, PlannedContainer } from "@/lib/features/moves/rules/day-plan";

/** The day of the plan: the one of the gallery's time, a Wednesday. */
export const PLAN_DAY = "2026-11-18";
const LA = "America/Los_Angeles";

/** An instant of the day at the terminal, in standard time. */
export const terminalHour = (time: string) => ({
  at: new Date(`${PLAN_DAY}T${time}:00-08:00`).toISOString(),
  zone: LA,
});

const GATES: GateSchedule = {
  facilityId: "t-1",
  hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: "07:00", to: "16:00" })),
  specialDays: [],
};
const HARBOR = { roleId: "r-1", partyId: "p-1", name: "Harbor Dray" };
const LONG_BEACH = { roleId: "r-2", partyId: "p-2", name: "Long Beach Cartage & Transfer Company" };

const planned = (id: string, change: Partial<BoardRow>, deliveryPlace = ""): PlannedContainer => ({
  row: testRow(id, { checkedAt: terminalHour("08:30").at, ...change }),
  deliveryPlace,
  emptyReturnPlace: "",
});

/** Moves in each state: without and with conflicts, done, with an appointment; and containers to plan. */
export const DAY_PLAN: DayPlan = {
  day: PLAN_DAY,
  planned: [
    planned("11", { plannedPickup: terminalHour("10:00"), drayCarriers: [HARBOR], driver: "Tom Okafor" }),
    planned("12", {
      plannedPickup: terminalHour("10:30"),
      drayCarriers: [HARBOR],
      driver: "Tom Okafor",
      yardSpot: "C-14-02",
      holds: [{ name: "customs", status: "hold", description: null }],
    }),
    planned("13", {
      plannedPickup: terminalHour("08:00"),
      drayCarriers: [LONG_BEACH],
      gateOut: terminalHour("08:10"),
      readiness: { state: "picked_up", label: "Picked up", reasons: [] },
    }),
    planned(
      "14",
      {
        plannedPickup: terminalHour("13:00"),
        plannedDelivery: terminalHour("17:30"),
        drayCarriers: [LONG_BEACH],
      },
      "Dock 4, 1200 Commerce Way, Ontario",
    ),
    planned("15", {
      plannedPickup: terminalHour("14:00"),
      deadline: testDeadline("2026-11-17", "2026-11-18T08:00:00Z"),
      terminal: { id: "t-2", name: "Pier J" },
    }),
  ],
  appointments: [testRow("16", { appointment: terminalHour("11:30"), drayCarriers: [HARBOR] })],
  pickups: [
    testRow("1", { deadline: testDeadline("2026-11-18", "2026-11-19T08:00:00Z") }),
    testRow("2", { deadline: testDeadline("2026-11-19", "2026-11-20T08:00:00Z"), drayCarriers: [HARBOR] }),
    testRow("16", { appointment: terminalHour("11:30"), drayCarriers: [HARBOR] }),
  ],
  returns: [
    testRow("3", {
      readiness: { state: "picked_up", label: "Picked up", reasons: [] },
      gateOut: { at: "2026-11-14T18:00:00Z", zone: LA },
      returnDue: {
        state: "due",
        on: "2026-11-20",
        endsAt: "2026-11-21T08:00:00Z",
        zone: LA,
        outAt: "2026-11-14T18:00:00Z",
        returnedAt: null,
      },
    }),
  ],
  cut: false,
  gates: [GATES],
  carriers: [
    { id: "p-1", name: "Harbor Dray" },
    { id: "p-2", name: "Long Beach Cartage & Transfer Company" },
  ],
  terminals: ["Pier 400", "Pier J"],
  drivers: ["Maria Santos", "Tom Okafor"],
};

/** A day without moves, and without anything to plan. */
export const EMPTY_PLAN: DayPlan = { ...DAY_PLAN, planned: [], appointments: [], pickups: [], returns: [] };
