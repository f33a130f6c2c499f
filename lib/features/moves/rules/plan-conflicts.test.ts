import { describe, expect, it } from "vitest";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import { planCard } from "./day-plan";
import { planConflicts } from "./plan-conflicts";
import { at, plannedRow, TEST_GATES } from "./test-plan";

const NOW = new Date("2026-11-18T12:00:00Z");

function conflicts(rows: BoardRow[], gates: GateSchedule[] = [TEST_GATES], now = NOW) {
  const cards = rows.flatMap((row) =>
    (["pickup", "delivery", "emptyReturn"] as const)
      .map((part) => planCard(row, part))
      .filter(({ moment }) => moment !== null),
  );
  return planConflicts("en-US", cards, gates, now);
}
const ofPickup = (change: Partial<BoardRow>, gates?: GateSchedule[], now?: Date) =>
  conflicts([plannedRow("1", change)], gates, now).get("1:pickup");

describe("conflicts of one move", () => {
  it("are none for a pickup in the gate hours before the last free day", () => {
    expect(ofPickup({ plannedPickup: at("2026-11-20T18:00:00Z") })).toEqual({ conflicts: [], notes: [] });
  });

  it.each([
    // The last free day ends at midnight in Los Angeles, 08:00 in UTC.
    ["2026-11-21T07:59:00Z", []],
    ["2026-11-21T08:00:00Z", ["Planned pickup is after the last free day, Fri, Nov 20."]],
  ])("are compared with the last free day at the terminal: %s", (pickup, expected) => {
    const endsAt = "2026-11-21T08:00:00.000Z";
    const governing = { on: "2026-11-20", zone: "America/Los_Angeles", source: "line" as const, endsAt };
    const deadline = { state: "applies" as const, governing, sources: [], serviceNames: null };
    expect(ofPickup({ deadline, plannedPickup: at(pickup) }, [])?.conflicts).toEqual(expected);
  });

  it.each([
    ["before they open", "2026-11-20T14:59:00Z", "open 7:00 AM–4:30 PM on Fri"],
    ["on a closed day", "2026-11-22T18:00:00Z", "closed on Sun"],
    ["on a holiday", "2026-11-26T18:00:00Z", "closed on Nov 26 (Thanksgiving)"],
    ["after the night gate", "2026-11-20T11:00:00Z", "open 7:00 AM–4:30 PM on Fri"],
  ])("say that the gates are closed %s", (_, pickup, text) => {
    expect(ofPickup({ plannedPickup: at(pickup) })?.conflicts).toEqual([
      `Planned pickup is outside gate hours: ${text}.`,
    ]);
  });

  it("have none in the night gate that began the day before", () => {
    expect(ofPickup({ plannedPickup: at("2026-11-20T10:59:00Z") })?.conflicts).toEqual([]);
  });

  it("follow the local clock when daylight saving time ends", () => {
    const october = new Date("2026-10-20T12:00:00Z");
    // 7:00 AM on the Friday before and on the Monday after 1 November.
    for (const opens of ["2026-10-30T14:00:00Z", "2026-11-02T15:00:00Z"]) {
      const minuteBefore = new Date(Date.parse(opens) - 60_000).toISOString();
      expect(ofPickup({ plannedPickup: at(opens) }, [TEST_GATES], october)?.conflicts).toEqual([]);
      expect(ofPickup({ plannedPickup: at(minuteBefore) }, [TEST_GATES], october)?.conflicts).toHaveLength(1);
    }
  });

  it.each([
    ["no gate hours are set", [], "America/Los_Angeles", "Gate hours not known"],
    ["the zone is unknown", [TEST_GATES], null, "Time zone unknown, gate hours not checked"],
  ])("are none, with a note, when %s", (_, gates, zone, note) => {
    expect(ofPickup({ plannedPickup: at("2026-11-22T18:00:00Z", zone) }, gates)).toEqual({
      conflicts: [],
      notes: [note],
    });
  });

  it("name active holds, not pending ones", () => {
    const holds = [
      { name: "customs", status: "hold", description: null },
      { name: "VACIS", status: "pending", description: null },
    ] as BoardRow["holds"];
    expect(ofPickup({ holds, plannedPickup: at("2026-11-20T18:00:00Z") })?.conflicts).toEqual([
      "On hold: customs.",
    ]);
  });

  it("say that the time passed, also for a delivery of a container that is not out", () => {
    const passed = at("2026-11-17T18:00:00Z");
    const found = conflicts([plannedRow("1", { plannedPickup: passed, plannedDelivery: passed })]);
    expect(found.get("1:pickup")?.conflicts).toEqual(["Planned pickup time passed. Reschedule."]);
    expect(found.get("1:delivery")?.conflicts).toEqual(["Planned delivery time passed. Reschedule."]);
  });

  it("say that the appointment is at another time", () => {
    const booked = { appointment: at("2026-11-20T18:00:00Z") };
    expect(ofPickup({ ...booked, plannedPickup: at("2026-11-20T18:30:00Z") })?.conflicts).toEqual([]);
    expect(ofPickup({ ...booked, plannedPickup: at("2026-11-20T20:00:00Z") })?.conflicts).toEqual([
      "Planned pickup is 2h 0m after the terminal appointment.",
    ]);
  });

  it("are none once the move was made", () => {
    const gateOut = at("2026-11-17T18:00:00Z");
    expect(ofPickup({ plannedPickup: gateOut, gateOut })).toEqual({ conflicts: [], notes: [] });
  });
});

describe("a double-booked driver", () => {
  const pickup = (id: string, instant: string, driver: string | null) =>
    plannedRow(id, { plannedPickup: at(instant), driver });
  const texts = (rows: BoardRow[]) =>
    [...conflicts(rows)].flatMap(([key, found]) => found.conflicts.map((text) => `${key} ${text}`));

  it("has two pickups in one hour, under any spelling of the name", () => {
    expect(
      texts([
        pickup("1", "2026-11-20T18:00:00Z", "Tom Okafor"),
        pickup("2", "2026-11-20T18:59:00Z", " tom  okafor"),
      ]),
    ).toEqual([
      "1:pickup Tom Okafor has another move then: MSKU 000000 2.",
      "2:pickup  tom  okafor has another move then: MSKU 000000 1.",
    ]);
  });

  it.each([
    ["an hour apart", pickup("2", "2026-11-20T19:00:00Z", "Tom")],
    ["of another driver", pickup("2", "2026-11-20T18:00:00Z", "Tim")],
    ["without a driver", pickup("2", "2026-11-20T18:00:00Z", null)],
    ["done", { ...pickup("2", "2026-11-20T18:00:00Z", "Tom"), gateOut: at("2026-11-20T18:00:00Z") }],
    [
      "an empty return, which is the same trip",
      plannedRow("2", { plannedReturn: at("2026-11-20T18:00:00Z"), driver: "Tom" }),
    ],
  ])("is not one whose other move is %s", (_, other) => {
    expect(texts([pickup("1", "2026-11-20T18:00:00Z", "Tom"), other])).toEqual([]);
  });

  it("is not one who picks up and delivers the same container", () => {
    const row = pickup("1", "2026-11-20T18:00:00Z", "Tom");
    expect(texts([{ ...row, plannedDelivery: at("2026-11-20T18:30:00Z") }])).toEqual([]);
  });
});
