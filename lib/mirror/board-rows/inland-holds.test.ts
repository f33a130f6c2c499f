import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { containerRecord, named, shipmentRecord, terminalRecord } from "@/lib/contract/fixtures";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => dashboard.emptyMirror("follow_ups"));

const CUSTOMS = { name: "customs", status: "hold", description: "CBP_HOLD" };
const FREIGHT = { name: "freight", status: "hold", description: "FREIGHT_BL_HOLD" };
const DEMURRAGE = { type: "demurrage", amount: 300, currency_code: "USD" };

/** At Long Beach, before the train. */
const AT_PORT = {
  pod_timezone: "America/Los_Angeles",
  final_destination_timezone: "America/Chicago",
  pod_discharged_at: "2026-11-12T22:27:00Z",
  availability_known: true,
  available_for_pickup: false,
  holds_at_pod_terminal: [],
  fees_at_pod_terminal: [],
  terminal_checked_at: "2026-11-14T10:00:00Z",
};
/** Unloaded from rail at Chicago, as the live service sends it: the ramp's data in the attributes of the terminal. */
const AT_RAMP = {
  ...AT_PORT,
  pod_rail_loaded_at: "2026-11-15T10:00:00Z",
  pod_rail_departed_at: "2026-11-15T20:00:00Z",
  ind_ata_at: "2026-11-20T03:00:00Z",
  ind_rail_unloaded_at: "2026-11-20T06:00:00Z",
  terminal_checked_at: "2026-11-20T12:00:00Z",
  location_at_pod_terminal: "Track 12",
  import_deadlines: {
    pickup_lfd_terminal: null,
    pickup_lfd_line: null,
    pickup_lfd_rail: "2026-11-23T06:00:00Z",
  },
};

async function report(attributes: Record<string, unknown>, asOf: string): Promise<BoardRow> {
  const records = [
    containerRecord("c-1", attributes, {
      shipment: named("shipment", "s-1"),
      pod_terminal: named("terminal", "t-1"),
    }),
    shipmentRecord(
      "s-1",
      {
        port_of_discharge_locode: "USLGB",
        port_of_discharge_name: "Long Beach",
        destination_locode: "USCHI",
        destination_name: "Chicago",
      },
      { destination_terminal: named("terminal", "r-1") },
    ),
    terminalRecord("t-1", "Pier T"),
    terminalRecord("r-1", "BNSF Logistics Park", { facility_type: "rail" }),
  ];
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, records, { asOf: new Date(asOf), notificationId: null }),
  );
  const { rows } = await dashboard.pool.query<{ row: BoardRow }>("select row from board_rows");
  const [stored] = rows;
  if (!stored) throw new Error("no board row");
  return stored.row;
}

type Queues = { held: boolean; pull: boolean };
async function queues(): Promise<Queues | undefined> {
  const { rows } = await dashboard.pool.query<Queues>(
    `select $1 >= held_from and coalesce($1 < held_to, true) as held,
       $1 >= pull_today_from and coalesce($1 < pull_today_to, true) as pull
     from board_rows`,
    ["2026-11-22T18:00:00Z"],
  );
  return rows[0];
}

it.each([
  ["absent", {}],
  ["null", { ind_facility_holds: null }],
  ["empty", { ind_facility_holds: [] }],
])("holds a container at the ramp while the facility's own list is %s", async (_, facility) => {
  const held = { ...AT_RAMP, holds_at_pod_terminal: [CUSTOMS], current_status: "available", ...facility };
  const row = await report(held, "2026-11-20T13:00:00Z");
  expect(row).toMatchObject({
    readiness: { state: "held", label: "Held" },
    holds: [{ ...CUSTOMS, place: "inland" }],
    yardSpot: "Track 12",
    checkedAt: AT_RAMP.terminal_checked_at,
    terminal: { name: "BNSF Logistics Park" },
  });
  expect(await queues()).toEqual({ held: true, pull: false });
});

it("is ready when the ramp reports it, whatever the status", async () => {
  const free = { ...AT_RAMP, available_for_pickup: true, current_status: "grounded" };
  expect((await report(free, "2026-11-20T13:00:00Z")).readiness.state).toBe("ready");
  expect(await queues()).toEqual({ held: false, pull: true });
});

it("is never ready while the ramp reports it as unavailable", async () => {
  const row = await report({ ...AT_RAMP, current_status: "available" }, "2026-11-20T13:00:00Z");
  expect(row.readiness.state).toBe("not_available");
  expect(await queues()).toEqual({ held: false, pull: false });
});

it("ends a hold of the port when the list of a later check lacks it, not before", async () => {
  const left = { pod_rail_loaded_at: AT_RAMP.pod_rail_loaded_at };
  const names = ({ holds }: BoardRow) => holds.map(({ name, place }) => [name, place]);
  expect(
    names(await report({ ...AT_PORT, holds_at_pod_terminal: [CUSTOMS] }, "2026-11-14T11:00:00Z")),
  ).toEqual([["customs", undefined]]);
  expect(names(await report(left, "2026-11-15T11:00:00Z")), "without a list").toEqual([["customs", "port"]]);
  const older = { holds_at_pod_terminal: [], terminal_checked_at: "2026-11-13T10:00:00Z" };
  expect(names(await report({ ...left, ...older }, "2026-11-16T11:00:00Z")), "of an earlier check").toEqual([
    ["customs", "port"],
  ]);
  const facility = { ind_facility_holds: [FREIGHT], rail_last_tracking_request_at: "2026-11-19T10:00:00Z" };
  expect(
    names(await report({ ...left, ...facility }, "2026-11-19T11:00:00Z")),
    "the facility's list",
  ).toEqual([
    ["customs", "port"],
    ["freight", "inland"],
  ]);
  const later = { ...AT_RAMP, ind_facility_holds: null, holds_at_pod_terminal: [] };
  expect(names(await report(later, "2026-11-20T13:00:00Z")), "of a later check").toEqual([]);
});

it("counts the same fee of both lists once", async () => {
  const fees = { fees_at_pod_terminal: [DEMURRAGE], ind_facility_fees: [DEMURRAGE] };
  const { charges } = await report({ ...AT_RAMP, ...fees }, "2026-11-20T13:00:00Z");
  expect(charges.sums).toEqual([{ currency: "USD", minor: 30_000 }]);
  expect(charges.lines.map(({ place }) => place)).toEqual(["inland"]);
});

it("continues the follow-up of a port's hold past the port, and closes it with the hold", async () => {
  await dashboard.pool.query(
    `insert into follow_ups (container_id, hold_name, place) values ('c-1', 'customs', 'port')`,
  );
  const closed = async () => {
    const { rows } = await dashboard.pool.query<{ closed: string | null }>(
      "select closed_because as closed from follow_ups order by created_at",
    );
    return rows.map((row) => row.closed);
  };
  await report({ ...AT_PORT, holds_at_pod_terminal: [CUSTOMS] }, "2026-11-14T11:00:00Z");
  const held = { ...AT_RAMP, holds_at_pod_terminal: [CUSTOMS] };
  expect((await report(held, "2026-11-20T13:00:00Z")).followUp?.holdName).toBe("customs");
  expect(await closed()).toEqual([null]);
  const released = { ...AT_RAMP, terminal_checked_at: "2026-11-20T14:00:00Z" };
  await report(released, "2026-11-20T15:00:00Z");
  expect(await closed()).toEqual(["cleared"]);
  const again = { ...held, terminal_checked_at: "2026-11-20T16:00:00Z" };
  await report(again, "2026-11-20T17:00:00Z");
  expect(await closed(), "a hold of the ramp is another one").toEqual(["cleared"]);
});
