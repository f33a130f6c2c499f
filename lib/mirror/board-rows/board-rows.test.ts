import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  containerRecord,
  eventRecord,
  named,
  partyRecord,
  portRecord,
  requestRecord,
  roleRecord,
  shipmentRecord,
  terminalRecord,
} from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { forgetRole } from "@/lib/mirror/apply/apply-response";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { boardRows, cacheTags } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.emptyMirror("cache_tags");
});

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const apply = (tx: Transaction, records: JsonApiRecord[], time: string) =>
  applyRecords(tx, records, { asOf: at(time), notificationId: null });
const report = (records: JsonApiRecord[], time = "08:00") =>
  dashboard.db.transaction((tx) => apply(tx, records, time));

async function rowOf(id = "c-1"): Promise<BoardRow & { search: string; words: string }> {
  const { rows } = await dashboard.pool.query<{ row: BoardRow; search: string; words: string }>(
    "select row, search, search_text as words from board_rows where container_id = $1",
    [id],
  );
  const [stored] = rows;
  if (!stored) throw new Error(`no board row of ${id}`);
  return { ...stored.row, search: stored.search, words: stored.words };
}

/** Returns the tags expired by `act`. */
async function expiredBy(action: () => Promise<unknown>): Promise<string[]> {
  await dashboard.db.delete(cacheTags);
  await action();
  return (await dashboard.db.select().from(cacheTags)).map(({ tag }) => tag).sort();
}

const ofShipment = { shipment: named("shipment", "s-1") };
const atTerminal = { pod_terminal: named("terminal", "t-1") };

describe("a board row", () => {
  beforeEach(() => report([containerRecord("c-1", {}, { ...ofShipment, ...atTerminal })]));

  it("follows its container", async () => {
    await report([containerRecord("c-1", { location_at_pod_terminal: "Yard (G9)" })], "09:00");
    expect(await rowOf()).toMatchObject({ number: "MSKU4807969", yardSpot: "Yard (G9)" });
  });

  it("follows its shipment, which may be reported later, and each of its ETAs", async () => {
    expect(await rowOf()).toMatchObject({ shipmentId: null, line: { scac: null } });
    await report([shipmentRecord("s-1", { pod_eta_at: "2026-11-25T08:00:00Z", ref_numbers: ["PO 7-1"] })]);
    const eta = { at: "2026-11-25T08:00:00Z", zone: "America/New_York" };
    expect(await rowOf()).toMatchObject({ shipmentId: "s-1", line: { scac: "MAEU" }, arrival: { eta } });
    expect((await rowOf()).search).toBe("MSKU4807969 MAEUJAK015053 PO71 JAK015053");
    await report([shipmentRecord("s-1", { pod_eta_at: "2026-11-26T08:00:00Z" })], "09:00");
    expect(await rowOf()).toMatchObject({ arrival: { eta: { at: "2026-11-26T08:00:00Z" } } });
  });

  it("follows its terminal's name, which may be reported later or change", async () => {
    expect((await rowOf()).terminal.name).toBeNull();
    await report([terminalRecord("t-1", "Port Elizabeth")]);
    expect((await rowOf()).terminal).toEqual({ id: "t-1", name: "Port Elizabeth" });
    await report([terminalRecord("t-1", "APM Elizabeth")], "09:00");
    expect((await rowOf()).terminal.name).toBe("APM Elizabeth");
    expect((await rowOf()).words).toContain(" apm elizabeth");
  });

  it("follows its shipment's rail terminal, when it is reported and when it is named", async () => {
    const inland = { destination_locode: "USEWI", pod_timezone: "America/New_York" };
    await report([shipmentRecord("s-1", inland)]);
    await report([containerRecord("c-1", { pod_rail_loaded_at: "2026-11-18T08:00:00Z" })], "09:00");
    expect((await rowOf()).terminal.name).toBeNull();
    const destination = { destination_terminal: named("rail_terminal", "r-1") };
    await report([shipmentRecord("s-1", inland, destination)], "09:00");
    await report([{ type: "rail_terminal", id: "r-1", attributes: { name: "BNSF Elwood" } }], "09:00");
    expect((await rowOf()).terminal).toEqual({ id: "r-1", name: "BNSF Elwood" });
    const other = { destination_terminal: named("rail_terminal", "r-2") };
    await report([{ type: "rail_terminal", id: "r-2", attributes: { name: "CSX Chicago" } }], "09:00");
    await report([shipmentRecord("s-1", inland, other)], "10:00");
    expect((await rowOf()).terminal.name).toBe("CSX Chicago");
  });

  it("follows its dray carriers: the role, a party name that is reported later or changes, and the removal", async () => {
    await report([roleRecord("pr-1", "c-1", "p-1")]);
    expect((await rowOf()).drayCarriers).toEqual([{ roleId: "pr-1", partyId: "p-1", name: "" }]);
    await report([partyRecord("p-1", "Harbour Dray")]);
    await report([partyRecord("p-1", "Harbour Dray & Sons")], "09:00");
    await report([partyRecord("p-1", "Old Name")], "07:00");
    expect((await rowOf()).drayCarriers[0]?.name).toBe("Harbour Dray & Sons");
    expect((await rowOf()).words).toContain(" harbour dray sons");
    await forgetRole(dashboard.db, "pr-1");
    expect((await rowOf()).drayCarriers).toEqual([]);
  });

  it("follows the largest sum of its charges", async () => {
    const fees = [
      { type: "demurrage", amount: "310.50", currency_code: "USD" },
      { type: "exam", amount: 40, currency_code: "CAD" },
      { type: "total", amount: 350.5, currency_code: "USD" },
    ];
    await report([containerRecord("c-1", { fees_at_pod_terminal: fees })], "09:00");
    const charged = async () => (await dashboard.db.select().from(boardRows))[0]?.charges;
    expect(await charged()).toBe(310.5);
    await report([containerRecord("c-1", { fees_at_pod_terminal: [] })], "10:00");
    expect(await charged()).toBeNull();
  });

  it("ignores older reports and reports that change no fact", async () => {
    await report([shipmentRecord("s-1", { customer_name: "Lakin" })], "09:00");
    const tags = await expiredBy(() => report([shipmentRecord("s-1", { customer_name: "Lakin" })], "10:00"));
    expect(tags).toEqual([]);
    const late = await expiredBy(() => report([shipmentRecord("s-1", { customer_name: "Older" })], "08:00"));
    expect(await rowOf()).toMatchObject({ customer: "Lakin" });
    // The pages that show the changes are different now.
    expect(late).toEqual(expect.arrayContaining(["container:c-1", "shipment:s-1"]));
  });

  it("is built from facts that no rule can interpret, without blocking other rows", async () => {
    const odd = {
      ssl_lfd: "TBD",
      ind_facility_lfd_on: "ask",
      pod_timezone: "Moon/Tranquillity",
      fees_at_pod_terminal: [{ type: "exam", amount: "call us", currency_code: "??" }],
      pickup_lfd: "2026-11-20",
    };
    await report([containerRecord("c-1", odd)], "09:00");
    await report([containerRecord("c-1", odd)], "10:00");
    expect((await rowOf()).deadline.governing).toMatchObject({ on: "2026-11-20", zone: null });
    expect((await rowOf()).charges.lines[0]?.minor).toBeNull();
  });
});

describe("cache expiry", () => {
  beforeEach(async () => {
    await report([
      containerRecord("c-1", {}, { ...ofShipment, ...atTerminal }),
      containerRecord("c-2", {}, { shipment: named("shipment", "s-2") }),
      shipmentRecord("s-1"),
      shipmentRecord("s-2"),
      eventRecord("e-1", {}, { container: named("container", "c-2"), location: named("port", "p-1") }),
    ]);
    await report([requestRecord("r-1", {}, { tracked_object: named("shipment", "s-1") })]);
  });

  it.each<[string, string[], JsonApiRecord]>([
    ["a container's fact", ["container:c-1", "counts"], containerRecord("c-1", { seal_number: "B" })],
    [
      "a shipment's fact",
      ["container:c-1", "counts", "shipment:s-1"],
      shipmentRecord("s-1", { customer_name: "B" }),
    ],
    ["a terminal's name", ["container:c-1", "counts"], terminalRecord("t-1", "Pier 400")],
    ["the name of an event's place", ["container:c-2", "counts"], portRecord("p-1", "New York", "USNYC")],
    ["a request's state", ["requests"], requestRecord("r-1", { status: "succeeded" })],
    ["a party", ["parties"], partyRecord("p-1", "Harbour Dray")],
    ["a role", ["container:c-2", "counts", "parties"], roleRecord("pr-1", "c-2", "p-1")],
    [
      "an event",
      ["container:c-1", "counts"],
      eventRecord("e-2", {}, { container: named("container", "c-1") }),
    ],
    [
      "a new container, where its shipment and request list it",
      ["container:c-3", "counts", "requests", "shipment:s-1"],
      containerRecord("c-3", {}, ofShipment),
    ],
    [
      "a container that moves from one shipment to another",
      ["container:c-2", "counts", "requests", "shipment:s-1", "shipment:s-2"],
      containerRecord("c-2", {}, ofShipment),
    ],
  ])("expires only the affected pages with %s", async (_, tags, record) => {
    expect(await expiredBy(() => report([record], "09:00"))).toEqual(tags);
    expect(await expiredBy(() => report([record], "10:00"))).toEqual([]);
  });

  it("expires the pages of parties when a container of their dray carrier is picked up", async () => {
    await report([roleRecord("pr-1", "c-2", "p-1")]);
    const out = containerRecord("c-2", { pod_full_out_at: "2026-11-20T07:00:00Z" });
    expect(await expiredBy(() => report([out], "09:00"))).toContain("parties");
    const again = containerRecord("c-2", { pod_full_out_at: "2026-11-20T07:01:00Z" });
    expect(await expiredBy(() => report([again], "10:00"))).not.toContain("parties");
  });
});

describe("simultaneous transactions on two connections", () => {
  /**
   * Runs both transactions to the point before their commit where possible, then commits the first, then the second.
   */
  async function overlapping(first: JsonApiRecord[], second: JsonApiRecord[]): Promise<void> {
    let commitFirst = () => {};
    const held = new Promise<void>((resolve) => {
      commitFirst = resolve;
    });
    let reached = () => {};
    const applied = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const one = dashboard.db.transaction(async (tx) => {
      await apply(tx, first, "09:00");
      reached();
      await held;
    });
    await applied;
    const other = dashboard.db.transaction((tx) => apply(tx, second, "09:01"));
    await waitUntilBlocked(dashboard.db);
    commitFirst();
    await Promise.all([one, other]);
  }

  async function waitUntilBlocked(db: Database): Promise<void> {
    const waiting = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const waits = async () => (await db.execute(waiting)).rows.length;
    await vi.waitFor(async () => expect(await waits()).toBeGreaterThan(0), { timeout: 60_000, interval: 10 });
  }

  const container = containerRecord("c-1", {}, { ...ofShipment, ...atTerminal });
  const sailing = shipmentRecord("s-1", { pod_eta_at: "2026-11-25T08:00:00Z" });
  const ends = async () => {
    const { shipmentId, arrival, terminal } = await rowOf();
    return { shipmentId, eta: arrival.eta?.at, terminal: terminal.name };
  };

  it.each([
    ["a container and its shipment, both new", [container], [sailing]],
    ["a shipment and its container, both new", [sailing], [container]],
  ])("end correctly: %s", async (_, first, second) => {
    await overlapping(first, second);
    expect(await ends()).toMatchObject({ shipmentId: "s-1", eta: "2026-11-25T08:00:00Z" });
  });

  it.each([
    ["a container and its terminal's name", [container], [terminalRecord("t-1", "Pier 400")]],
    ["a terminal's name and a container there", [terminalRecord("t-1", "Pier 400")], [container]],
  ])("end correctly: %s, both new", async (_, first, second) => {
    await overlapping(first, second);
    expect(await ends()).toMatchObject({ terminal: "Pier 400" });
  });

  it("end correctly: a known shipment's new ETA and its new container", async () => {
    await report([shipmentRecord("s-1", { pod_eta_at: "2026-11-20T08:00:00Z" })]);
    await overlapping([sailing], [container]);
    expect(await ends()).toMatchObject({ eta: "2026-11-25T08:00:00Z" });
  });

  it("end correctly: a role and the party's name, both new", async () => {
    await report([container]);
    await overlapping([roleRecord("pr-1", "c-1", "p-1")], [partyRecord("p-1", "Harbour Dray")]);
    expect((await rowOf()).drayCarriers).toEqual([{ roleId: "pr-1", partyId: "p-1", name: "Harbour Dray" }]);
  });

  it.each([
    ["new", false],
    ["known", true],
  ])("end correctly: two reports of one %s container, each with its own facts", async (_, known) => {
    if (known) await report([container]);
    await overlapping(
      [containerRecord("c-1", { seal_number: "A1" })],
      [containerRecord("c-1", { location_at_pod_terminal: "G9" })],
    );
    const { rows } = await dashboard.pool.query("select attributes from containers");
    expect(rows[0].attributes).toMatchObject({ seal_number: "A1", location_at_pod_terminal: "G9" });
    expect(await rowOf()).toMatchObject({ yardSpot: "G9" });
  });

  it("end correctly: two reports of one new shipment, each with its own facts", async () => {
    await report([container]);
    await overlapping([sailing], [shipmentRecord("s-1", { customer_name: "Lakin" })]);
    expect(await rowOf()).toMatchObject({
      customer: "Lakin",
      arrival: { eta: { at: "2026-11-25T08:00:00Z" } },
    });
  });

  it("do not deadlock, whatever the order of their records", async () => {
    const containers = Array.from({ length: 40 }, (_, n) =>
      containerRecord(`c-${n}`, {}, { ...ofShipment, ...atTerminal }),
    );
    const syncRuns = Array.from({ length: 12 }, async (_, n) => {
      const records = containers.map((container) => ({
        ...container,
        attributes: { ...container.attributes, seal_number: `${n}` },
      }));
      const mixed = n % 2 ? records : records.reverse();
      await report(
        [...mixed, shipmentRecord("s-1", { customer_name: `${n}` }), terminalRecord("t-1", `${n}`)],
        "09:00",
      );
    });
    await Promise.all(syncRuns);
    const [last] = (await dashboard.pool.query("select attributes ->> 'seal_number' as seal from containers"))
      .rows;
    const { rows } = await dashboard.pool.query(
      "select distinct attributes ->> 'seal_number' as seal from containers",
    );
    expect(rows).toEqual([last]);
    expect(new Set((await dashboard.db.select().from(boardRows)).map(({ customer }) => customer)).size).toBe(
      1,
    );
  });
});
