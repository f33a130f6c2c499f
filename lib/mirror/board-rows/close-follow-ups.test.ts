import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.emptyMirror("follow_ups");
});

const CUSTOMS = { name: "customs", status: "hold", description: null };
const FREIGHT = { name: "freight", status: "pending", description: null };

let hour = 0;
/** Applies a terminal report of the container, each one later than the one before. */
async function reported(attributes: Record<string, unknown>): Promise<void> {
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
  await dashboard.db.transaction((tx) => applyRecords(tx, records, { asOf, notificationId: null }));
}

async function followUp(holdName: string, place = "port"): Promise<void> {
  await dashboard.pool.query(
    "insert into follow_ups (container_id, hold_name, place, owner, next_check_at) values ('c-1', $1, $2, 'Ana at the broker', '2026-11-25T17:00:00Z')",
    [holdName, place],
  );
}

type Stored = { hold_name: string; closed_because: string | null; closed: boolean; due: boolean };
async function followUps(): Promise<Stored[]> {
  const { rows } = await dashboard.pool.query<Stored>(
    `select hold_name, closed_because, closed_at is not null as closed, next_check_at <= now() as due
     from follow_ups order by created_at, closed_at nulls last`,
  );
  return rows;
}

async function followUpOnBoard(): Promise<BoardRow["followUp"]> {
  const { rows } = await dashboard.pool.query<{ row: BoardRow }>("select row from board_rows");
  return rows[0]?.row.followUp ?? null;
}

it("closes a follow-up as cleared when its hold is released, and keeps it in the history", async () => {
  await followUp("Customs");
  await reported({ holds_at_pod_terminal: [CUSTOMS] });
  expect(await followUpOnBoard()).toMatchObject({
    holdName: "Customs",
    owner: "Ana at the broker",
    nextCheckAt: "2026-11-25T17:00:00.000Z",
    zone: "America/Los_Angeles",
  });
  await reported({ holds_at_pod_terminal: [] });
  expect(await followUps()).toEqual([
    { hold_name: "Customs", closed_because: "cleared", closed: true, due: null },
  ]);
  expect(await followUpOnBoard()).toBeNull();
});

it("reopens it, due immediately, when the hold returns", async () => {
  await followUp("customs");
  await reported({ holds_at_pod_terminal: [CUSTOMS] });
  await reported({ holds_at_pod_terminal: [] });
  await reported({ holds_at_pod_terminal: [CUSTOMS] });
  expect(await followUps()).toMatchObject([
    { closed_because: "cleared", closed: true },
    { closed_because: null, closed: false, due: true },
  ]);
  expect(await followUpOnBoard()).toMatchObject({ holdName: "customs", owner: "Ana at the broker" });
  // It is reopened once: another report of the same hold opens no second follow-up.
  await reported({ holds_at_pod_terminal: [CUSTOMS, FREIGHT] });
  expect(await followUps()).toHaveLength(2);
});

it("ignores follow-ups that a user dropped and holds without a follow-up", async () => {
  await followUp("customs");
  await reported({ holds_at_pod_terminal: [CUSTOMS, FREIGHT] });
  await dashboard.pool.query("update follow_ups set closed_at = now(), closed_because = 'dropped'");
  await reported({ holds_at_pod_terminal: [] });
  await reported({ holds_at_pod_terminal: [CUSTOMS, FREIGHT] });
  expect(await followUps()).toMatchObject([{ closed_because: "dropped" }]);
});

it("keeps the follow-up open while a hold changes from pending to blocking the pickup", async () => {
  await followUp("freight");
  await reported({ holds_at_pod_terminal: [FREIGHT] });
  await reported({ holds_at_pod_terminal: [{ ...FREIGHT, status: "hold", description: "unpaid" }] });
  expect(await followUps()).toMatchObject([{ closed: false }]);
});

it("closes a port hold when the container is pulled, although the list still has the hold", async () => {
  await followUp("customs");
  await reported({ holds_at_pod_terminal: [CUSTOMS] });
  await reported({ holds_at_pod_terminal: [CUSTOMS], pod_full_out_at: "2026-11-20T20:00:00Z" });
  expect(await followUps()).toMatchObject([{ closed_because: "cleared" }]);
});

it("treats port and rail ramp holds separately", async () => {
  const inland = {
    pod_rail_loaded_at: "2026-11-20T00:00:00Z",
    final_destination_timezone: "America/Chicago",
    ind_facility_holds: [CUSTOMS],
  };
  await followUp("customs", "inland");
  await reported({ ...inland, holds_at_pod_terminal: [] });
  expect(await followUpOnBoard()).toMatchObject({ zone: "America/Chicago" });
  expect(await followUps()).toMatchObject([{ closed: false }]);
});

it("keeps the follow-up on a report older than the known facts", async () => {
  await followUp("customs");
  await reported({ holds_at_pod_terminal: [CUSTOMS] });
  const asOf = new Date("2026-11-19T00:00:00Z");
  const old = containerRecord("c-1", {
    terminal_checked_at: asOf.toISOString(),
    holds_at_pod_terminal: [],
  });
  await dashboard.db.transaction((tx) => applyRecords(tx, [old], { asOf, notificationId: null }));
  expect(await followUps()).toMatchObject([{ closed: false }]);
});

it("keeps a follow-up open while the holds cannot be read", async () => {
  await followUp("customs");
  await reported({ holds_at_pod_terminal: [CUSTOMS] });
  await reported({ holds_at_pod_terminal: [{ name: null, status: "hold" }] });
  expect(await followUps()).toMatchObject([{ closed: false }]);
  await reported({ holds_at_pod_terminal: [] });
  expect(await followUps()).toMatchObject([{ closed: true, closed_because: "cleared" }]);
});
