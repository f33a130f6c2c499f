import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { partyRecord, roleRecord } from "@/lib/contract/fixtures";
import { changePlan, savePlannedMove } from "@/lib/features/moves/commands/planned-moves";
import { setTerminalHours } from "@/lib/features/moves/commands/terminal-hours";
import { openTestAccount } from "@/lib/features/test-account";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { readDayPlan } from "./day-plan";

const LA = "America/Los_Angeles";
const DAY = "2026-11-27";
const COPIES = 20_000;

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

const context = () => testContext(dashboard.db, dashboard.ana, { now: new Date("2026-11-20T12:00:00Z") });
const numbers = new Map<string, string>();

/** A container that is ready at the terminal, with its last free day. */
async function container(id: string, attributes: Record<string, unknown> = {}): Promise<void> {
  const number = `OOLU48079${String(numbers.size + 10)}`;
  numbers.set(id, number);
  const ready = { number, available_for_pickup: true, availability_known: true, holds_at_pod_terminal: [] };
  await dashboard.tell({ ...ready, ...attributes }, id);
}
const lastFreeDay = (instant: string) => ({ import_deadlines: { pickup_lfd_terminal: instant } });
const plan = (id: string, part: "pickup" | "delivery" | "emptyReturn", at: string) =>
  changePlan(context(), { containerId: id, part, was: null, value: { at, zone: LA } });
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const read = (filter: { terminal?: string; carrier?: string } = {}, day = DAY) =>
  readDayPlan(dashboard.db, day, { terminal: "", carrier: "", ...filter });

beforeAll(async () => {
  dashboard = await openTestAccount();
  await container("ready-late", lastFreeDay("2026-12-04T08:00:00Z"));
  await container("ready-soon", lastFreeDay("2026-11-28T08:00:00Z"));
  await container("ready-none");
  await container("booked", { available_for_pickup: false, pickup_appointment_at: "2026-11-27T18:00:00Z" });
  await container("held", {
    holds_at_pod_terminal: [{ name: "customs", status: "hold", description: null }],
  });
  await container("planned", lastFreeDay("2026-11-29T08:00:00Z"));
  await container("delivered");
  await container("out", { pod_full_out_at: "2026-11-19T18:00:00Z" });
  await container("returning", { pod_full_out_at: "2026-11-19T18:00:00Z" });
  await plan("planned", "pickup", "2026-11-27T18:00:00.000Z");
  await savePlannedMove(context(), {
    containerId: "delivered",
    version: 0,
    pickup: { at: "2026-11-26T18:00:00.000Z", zone: LA },
    delivery: { at: "2026-11-27T20:00:00.000Z", zone: "America/Chicago" },
    deliveryPlace: "Dock 4, Ontario",
    emptyReturn: null,
    emptyReturnPlace: "",
    driver: "Tom Okafor",
    note: "",
  });
  await plan("returning", "emptyReturn", "2026-11-27T21:00:00.000Z");
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, [partyRecord("p-1", "Harbor Dray"), roleRecord("r-1", "planned", "p-1")], {
      asOf: new Date("2026-11-20T12:00:00Z"),
      notificationId: null,
    }),
  );
}, 60_000);
afterAll(() => dashboard.close());

describe("the plan of a day", () => {
  it("has its moves and appointments, and what can be planned by last free day", async () => {
    const found = await read();
    expect(ids(found.planned.map(({ row }) => row)).sort()).toEqual(["delivered", "planned", "returning"]);
    expect(found.planned.find(({ row }) => row.id === "delivered")?.deliveryPlace).toBe("Dock 4, Ontario");
    expect(ids(found.appointments)).toEqual(["booked"]);
    expect(ids(found.pickups)).toEqual(["ready-soon", "ready-late", "ready-none", "booked"]);
    expect(ids(found.returns)).toEqual(["out"]);
    expect(found.cut).toBe(false);
  });

  it("has the moves of another day there, and those ready on it", async () => {
    const found = await read({}, "2026-12-15");
    expect(found.planned).toEqual([]);
    expect(ids(found.pickups)).toEqual(["ready-soon", "ready-late", "ready-none"]);
  });

  it("has the containers of one carrier or terminal", async () => {
    const ofCarrier = await read({ carrier: "p-1" });
    expect(ids(ofCarrier.planned.map(({ row }) => row))).toEqual(["planned"]);
    expect([ofCarrier.pickups, ofCarrier.returns, ofCarrier.appointments]).toEqual([[], [], []]);
    expect(await read({ terminal: "APM Pier 400" })).toMatchObject({ returns: [{ id: "out" }] });
    expect((await read({ terminal: "' or 1=1 --" })).pickups).toEqual([]);
  });

  it("has the gate hours of its terminals, and the carriers, terminals and drivers to choose", async () => {
    const hours = [{ day: 5, from: "07:00", to: "16:30" }];
    await setTerminalHours(context(), { terminalId: "t-1", hours, specialDays: [] });
    expect(await read()).toMatchObject({
      gates: [{ facilityId: "t-1", hours }],
      carriers: [{ id: "p-1", name: "Harbor Dray" }],
      terminals: ["APM Pier 400"],
      drivers: ["Tom Okafor"],
    });
  });

  it("reads little of a large account: no list scans all rows", async () => {
    for (const [table, id] of [
      ["containers", "id"],
      ["board_rows", "container_id"],
    ] as const) {
      const { rows } = await dashboard.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
        [table],
      );
      const names = rows.map(({ name }) => name);
      const values = names.map((name) => (name === id ? "'copy-' || n" : name));
      await dashboard.pool.query(
        `insert into ${table} (${names}) select ${values} from ${table}, generate_series(1, ${COPIES}) n
         where ${id} = 'ready-late'`,
      );
    }
    await dashboard.pool.query("analyze board_rows");
    // Within one transaction the counters contain no scans of other connections.
    const { found, scans } = await dashboard.db.transaction(async (tx) => {
      const countScans = async () => {
        const counted = await tx.execute<{ scans: string }>(
          sql`select seq_scan as scans from pg_stat_xact_user_tables where relname = 'board_rows'`,
        );
        return Number(counted.rows[0]?.scans);
      };
      const before = await countScans();
      const plan = await readDayPlan(tx, DAY, { terminal: "", carrier: "" });
      return { found: plan, scans: (await countScans()) - before };
    });
    expect(found.pickups).toHaveLength(100);
    expect(found.cut).toBe(true);
    expect(ids(found.pickups)[0]).toBe("ready-soon");
    expect(scans).toBe(0);
  }, 60_000);
});
