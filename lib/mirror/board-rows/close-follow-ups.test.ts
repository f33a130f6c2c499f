import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.emptyMirror("chases");
});

const CUSTOMS = { name: "customs", status: "hold", description: null };
const FREIGHT = { name: "freight", status: "pending", description: null };

let hour = 0;
/** The terminal tells this of the box, each time later than before. */
async function told(attributes: Record<string, unknown>): Promise<void> {
  hour += 1;
  const asOf = new Date(Date.UTC(2026, 10, 20, hour));
  const records = [
    containerRecord(
      "c-1",
      { pod_timezone: "America/Los_Angeles", terminal_checked_at: asOf.toISOString(), ...attributes },
      { shipment: named("shipment", "s-1") },
    ),
    shipmentRecord("s-1", {}),
  ];
  await desk.db.transaction((tx) => applyRecords(tx, records, { asOf, notificationId: null }));
}

async function chase(holdName: string, place = "port"): Promise<void> {
  await desk.pool.query(
    "insert into chases (container_id, hold_name, place, owner, next_check_at) values ('c-1', $1, $2, 'Ana at the broker', '2026-11-25T17:00:00Z')",
    [holdName, place],
  );
}

type Stored = { hold_name: string; closed_because: string | null; closed: boolean; due: boolean };
async function chases(): Promise<Stored[]> {
  const { rows } = await desk.pool.query<Stored>(
    `select hold_name, closed_because, closed_at is not null as closed, next_check_at <= now() as due
     from chases order by created_at, closed_at nulls last`,
  );
  return rows;
}

async function chaseOnBoard(): Promise<BoardRow["chase"]> {
  const { rows } = await desk.pool.query<{ row: BoardRow }>("select row from board_rows");
  return rows[0]?.row.chase ?? null;
}

it("closes a chase as cleared when its hold is gone, and keeps it", async () => {
  await chase("Customs");
  await told({ holds_at_pod_terminal: [CUSTOMS] });
  expect(await chaseOnBoard()).toMatchObject({
    holdName: "Customs",
    owner: "Ana at the broker",
    nextCheckAt: "2026-11-25T17:00:00.000Z",
    zone: "America/Los_Angeles",
  });
  await told({ holds_at_pod_terminal: [] });
  expect(await chases()).toEqual([
    { hold_name: "Customs", closed_because: "cleared", closed: true, due: null },
  ]);
  expect(await chaseOnBoard()).toBeNull();
});

it("begins it anew, due at once, when the hold comes back", async () => {
  await chase("customs");
  await told({ holds_at_pod_terminal: [CUSTOMS] });
  await told({ holds_at_pod_terminal: [] });
  await told({ holds_at_pod_terminal: [CUSTOMS] });
  expect(await chases()).toMatchObject([
    { closed_because: "cleared", closed: true },
    { closed_because: null, closed: false, due: true },
  ]);
  expect(await chaseOnBoard()).toMatchObject({ holdName: "customs", owner: "Ana at the broker" });
  // Once: another word of the same hold opens no second one.
  await told({ holds_at_pod_terminal: [CUSTOMS, FREIGHT] });
  expect(await chases()).toHaveLength(2);
});

it("leaves alone what was dropped by hand, and holds nobody chased", async () => {
  await chase("customs");
  await told({ holds_at_pod_terminal: [CUSTOMS, FREIGHT] });
  await desk.pool.query("update chases set closed_at = now(), closed_because = 'dropped'");
  await told({ holds_at_pod_terminal: [] });
  await told({ holds_at_pod_terminal: [CUSTOMS, FREIGHT] });
  expect(await chases()).toMatchObject([{ closed_because: "dropped" }]);
});

it("keeps chasing while a hold turns from pending into one that stops the pickup", async () => {
  await chase("freight");
  await told({ holds_at_pod_terminal: [FREIGHT] });
  await told({ holds_at_pod_terminal: [{ ...FREIGHT, status: "hold", description: "unpaid" }] });
  expect(await chases()).toMatchObject([{ closed: false }]);
});

it("closes a hold of the port when the box is pulled, though the list still names it", async () => {
  await chase("customs");
  await told({ holds_at_pod_terminal: [CUSTOMS] });
  await told({ holds_at_pod_terminal: [CUSTOMS], pod_full_out_at: "2026-11-20T20:00:00Z" });
  expect(await chases()).toMatchObject([{ closed_because: "cleared" }]);
});

it("keeps the holds of port and ramp apart", async () => {
  const inland = {
    pod_rail_loaded_at: "2026-11-20T00:00:00Z",
    final_destination_timezone: "America/Chicago",
    ind_facility_holds: [CUSTOMS],
  };
  await chase("customs", "inland");
  await told({ ...inland, holds_at_pod_terminal: [] });
  expect(await chaseOnBoard()).toMatchObject({ zone: "America/Chicago" });
  expect(await chases()).toMatchObject([{ closed: false }]);
});

it("does not lose the chase to a word older than what is known", async () => {
  await chase("customs");
  await told({ holds_at_pod_terminal: [CUSTOMS] });
  const asOf = new Date("2026-11-19T00:00:00Z");
  const old = containerRecord("c-1", {
    terminal_checked_at: asOf.toISOString(),
    holds_at_pod_terminal: [],
  });
  await desk.db.transaction((tx) => applyRecords(tx, [old], { asOf, notificationId: null }));
  expect(await chases()).toMatchObject([{ closed: false }]);
});
