import { describe, expect, it } from "vitest";
import { NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import { deadlines, inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import {
  BOARD_ROW_DEFAULTS,
  BOARD_ROW_VERSION,
  type BoardRow,
  boardRow,
  compareBoardRows,
} from "./board-row";
import { changedColumns } from "./board-row-cells";

const AT = "2026-11-16T12:00:00Z";

/** The members of every stored row, and those added by each version of the row. */
const FIRST_MEMBERS = [
  ...[
    "id",
    "number",
    "equipment",
    "shipmentId",
    "billOfLading",
    "references",
    "customer",
    "line",
    "terminal",
  ],
  ...[
    "yardSpot",
    "port",
    "destination",
    "status",
    "deadline",
    "readiness",
    "holds",
    "charges",
    "appointment",
  ],
  ...["drayCarriers", "vessel", "arrival", "gateOut", "checkedAt", "onTerminalGround"],
];
const ADDED_MEMBERS: string[][] = [
  ["tags", "emptyReturned", "deletedUpstreamAt", "followUp", "returnDue", "note"],
  ["plannedPickup", "plannedDelivery", "plannedReturn", "driver", "byRail", "pickupZone"],
  ["fields", "workOrder"],
];

it("has a new version and a default for each member that it gained", () => {
  const added = ADDED_MEMBERS.flat();
  expect(Object.keys(boardRow(testContainer({}))).sort()).toEqual([...FIRST_MEMBERS, ...added].sort());
  expect(BOARD_ROW_VERSION).toBeGreaterThanOrEqual(ADDED_MEMBERS.length);
  expect(Object.keys(BOARD_ROW_DEFAULTS).sort()).toEqual(added.sort());
});

describe("boardRow", () => {
  it("contains the facts of a container and its shipment", () => {
    const row = boardRow(
      testContainer(
        {
          equipment_length: 40,
          equipment_height: "high_cube",
          equipment_type: "dry",
          ref_numbers: ["PO-20884", "so 1193"],
          location_at_pod_terminal: "G90402B1",
          pickup_appointment_at: "2026-11-20T22:00:00Z",
          terminal_checked_at: AT,
          current_status: "available",
        },
        {
          ref_numbers: ["PO 20884", "", "X-1"],
          customer_name: "Lakin & Sons",
          shipping_line_scac: "MAEU",
          shipping_line_name: "Maersk Line",
          shipping_line_short_name: "Maersk",
          pod_vessel_name: "Maersk Sydney",
          pod_voyage_number: "235W",
          pod_eta_at: "2026-11-13T20:00:00Z",
          pod_original_eta_at: "2026-11-11T20:00:00Z",
        },
        { drayCarriers: [{ roleId: "role", partyId: "party", name: "Harbor Trucking" }] },
      ),
    );
    expect(row).toMatchObject({
      id: "container-1",
      number: "MSKU4807969",
      equipment: "40′ high cube",
      shipmentId: "shipment-1",
      billOfLading: "MAEU123456789",
      references: ["PO-20884", "so 1193", "X-1"],
      customer: "Lakin & Sons",
      line: { scac: "MAEU", name: "Maersk" },
      terminal: { id: "t-1", name: "APM Pier 400" },
      yardSpot: "G90402B1",
      port: { locode: "USLAX", name: "Los Angeles" },
      destination: null,
      status: { value: "available", label: "Available" },
      appointment: { at: "2026-11-20T22:00:00Z", zone: "America/Los_Angeles" },
      vessel: { name: "Maersk Sydney", voyage: "235W" },
      arrival: {
        place: "port",
        eta: { at: "2026-11-13T20:00:00Z", zone: "America/Los_Angeles" },
        firstEta: { at: "2026-11-11T20:00:00Z", zone: "America/Los_Angeles" },
        actual: { at: "2026-11-14T18:00:00Z", zone: "America/Los_Angeles" },
      },
      gateOut: null,
      checkedAt: AT,
      onTerminalGround: true,
    });
    expect(row.drayCarriers).toHaveLength(1);
  });

  it("accepts a container without any known facts", () => {
    const row = boardRow({
      id: "bare",
      attributes: {},
      unconfirmed: {},
      shipment: null,
      podTerminal: null,
      pickupFacility: null,
      destinationTerminal: null,
      drayCarriers: [],
      deletedUpstreamAt: null,
      customFields: {},
      team: NOTHING_WRITTEN,
    });
    expect(row).toMatchObject({
      number: "",
      equipment: null,
      line: { scac: null, name: null },
      terminal: { id: null, name: null },
      status: { value: "new", label: "No status" },
      deadline: { state: "not_discharged", governing: null },
      readiness: { state: "not_discharged" },
      charges: { reported: false },
      checkedAt: null,
      onTerminalGround: false,
    });
  });

  it.each([
    [{ equipment_length: 20, equipment_type: "reefer" }, "20′ reefer"],
    [
      { equipment_length: 40, equipment_type: "reefer", equipment_height: "high_cube" },
      "40′ high cube reefer",
    ],
    [{ equipment_type: "open top" }, "open top"],
    [{ equipment_length: 40, equipment_height: "standard" }, "40′"],
    [{}, null],
  ])("formats the equipment %j", (container, text) => {
    expect(boardRow(testContainer(container)).equipment).toBe(text);
  });

  it("shows the inland place once the container left the port", () => {
    const row = boardRow(inlandContainer({ pod_rail_loaded_at: AT, ind_eta_at: "2026-11-20T12:00:00Z" }));
    expect(row.terminal.name).toBe("BNSF LPC Chicago");
    expect(row.destination).toEqual({ locode: "USCHI", name: "Chicago" });
    expect(row.arrival).toMatchObject({
      place: "inland",
      eta: { at: "2026-11-20T12:00:00Z", zone: "America/Chicago" },
      actual: null,
    });
  });

  it("is plain data that survives JSON serialization", () => {
    const row = boardRow(testContainer({ ...deadlines({ line: AT }), fees_at_pod_terminal: [] }));
    expect(JSON.parse(JSON.stringify(row))).toEqual(row);
  });
});

describe("changedColumns", () => {
  it("names a changed value, but not one whose member the stored row does not have yet", () => {
    const [dry, high] = [
      { equipment_length: 40, equipment_height: "standard", equipment_type: "dry" },
      { equipment_length: 40, equipment_height: "high_cube", equipment_type: "dry" },
    ].map((attributes) => boardRow(testContainer(attributes)));
    if (!dry || !high) throw new Error("no rows");
    expect(changedColumns(dry, high)).toContain("equipment");
    const { equipment: _, ...stored } = dry;
    expect(changedColumns(stored as BoardRow, high)).not.toContain("equipment");
  });
});

describe("compareBoardRows", () => {
  const lfd = (day: number) => deadlines({ terminal: `2026-11-${day}T08:00:00Z` });
  const hold = { holds_at_pod_terminal: [{ name: "customs", status: "hold" }] };
  const row = (id: string, container: Parameters<typeof testContainer>[0]): BoardRow =>
    boardRow({ ...testContainer(container), id });

  it("sorts by deadline, missing appointment, hold, then number; rows without deadline, then picked-up rows, are last", () => {
    const ordered = [
      row("earliest", { ...lfd(18), pickup_appointment_at: AT }),
      row("unbooked and held", { ...lfd(20), ...hold }),
      row("unbooked", { ...lfd(20), number: "AAAU0000001" }),
      row("unbooked, later number", { ...lfd(20), number: "BBBU0000001" }),
      row("booked and held", { ...lfd(20), ...hold, pickup_appointment_at: AT }),
      row("booked", { ...lfd(20), pickup_appointment_at: AT }),
      row("no deadline, unbooked", {}),
      row("no deadline, booked", { pickup_appointment_at: AT }),
      row("picked up", { ...lfd(17), pod_full_out_at: AT }),
    ];
    const shuffled = [5, 2, 8, 0, 7, 3, 1, 6, 4].flatMap((index) => ordered[index] ?? []);
    expect(shuffled.sort(compareBoardRows).map(({ id }) => id)).toEqual(ordered.map(({ id }) => id));
  });

  it("compares the instants at which days end, not their dates", () => {
    const honolulu = row("honolulu", {
      pod_timezone: "Pacific/Honolulu",
      ...deadlines({ terminal: "2026-11-20T10:00:00Z" }),
    });
    const newYork = row("new york", {
      pod_timezone: "America/New_York",
      ...deadlines({ terminal: "2026-11-20T05:00:00Z" }),
    });
    expect(compareBoardRows(newYork, honolulu)).toBeLessThan(0);
  });
});
