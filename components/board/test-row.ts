import type { BoardRow } from "@/lib/domain/board-row/board-row";

/** A ready container with a deadline, for tests to modify. */
export function testRow(id: string, change: Partial<BoardRow> = {}): BoardRow {
  return {
    id,
    number: `MSKU${id.padStart(7, "0")}`,
    equipment: "40′ dry",
    shipmentId: "s-1",
    billOfLading: "MAEU123",
    references: ["PO-1"],
    tags: [],
    customer: null,
    line: { scac: "MAEU", name: "Maersk" },
    terminal: { id: "t-1", name: "Pier 400" },
    yardSpot: null,
    port: { locode: "USLAX", name: "Los Angeles" },
    destination: null,
    status: { value: "available", label: "Available" },
    deadline: testDeadline("2026-11-20", "2026-11-21T08:00:00Z"),
    readiness: { state: "ready", label: "Ready", reasons: [] },
    holds: [],
    charges: { reported: false, lines: [], sums: [] },
    appointment: null,
    drayCarriers: [],
    vessel: { name: "Maersk Sydney", voyage: "235W" },
    arrival: { place: "port", eta: null, firstEta: null, actual: null },
    gateOut: null,
    emptyReturned: null,
    checkedAt: "2026-11-20T10:00:00Z",
    onTerminalGround: true,
    deletedUpstreamAt: null,
    followUp: null,
    returnDue: null,
    note: null,
    plannedPickup: null,
    plannedDelivery: null,
    plannedReturn: null,
    driver: null,
    workOrder: null,
    byRail: false,
    pickupZone: "America/Los_Angeles",
    fields: {},
    ...change,
  };
}

export function testDeadline(on: string, endsAt: string): BoardRow["deadline"] {
  const zone = "America/Los_Angeles";
  return {
    state: "applies",
    governing: { on, zone, source: "line", endsAt },
    sources: [{ source: "line", on, zone, applies: true }],
    serviceNames: null,
  };
}
