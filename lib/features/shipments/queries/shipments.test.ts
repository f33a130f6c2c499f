import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  containerRecord,
  named,
  partyRecord,
  portRecord,
  requestRecord,
  roleRecord,
  shipmentRecord,
} from "@/lib/contract/fixtures";
import { loadPartyLoads } from "@/lib/features/parties/queries/party-loads";
import { countContainers } from "@/lib/features/shipments/rules/container-counts";
import { readShipmentQuery } from "@/lib/features/shipments/rules/shipment-address";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { loadShipmentPage, loadShipmentRoles } from "./shipment-page";
import { listShipmentFacets, listShipments } from "./shipments";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
const NOW = new Date("2026-11-20T20:00:00Z");

const shipmentRole = (id: string, shipmentId: string, partyId: string, role: string) => {
  const record = roleRecord(id, shipmentId, partyId);
  return {
    ...record,
    attributes: { ...record.attributes, role, roleable_type: "Shipment", roleable_id: shipmentId },
  };
};

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const day = (date: string) => `2026-11-${date}T10:00:00Z`;
  const records = [
    shipmentRecord("s-1", {
      ...{ bill_of_lading_number: "MAEU-1", created_at: day("01"), ref_numbers: ["PO 7"] },
      ...{
        port_of_lading_locode: "CNSHA",
        port_of_lading_name: "Shanghai",
        port_of_discharge_locode: "USLAX",
      },
      ...{
        pod_timezone: "America/Los_Angeles",
        pod_original_eta_at: day("18"),
        pod_eta_at: "2026-11-21T07:30:00Z",
      },
      ...{ shipping_line_scac: "MAEU", shipping_line_short_name: "Maersk" },
    }),
    shipmentRecord("s-2", {
      ...{ bill_of_lading_number: "MSCU2", created_at: day("02"), port_of_lading_locode: "BEANR" },
      ...{
        port_of_discharge_locode: "USNYC",
        pod_timezone: "Mars/Olympus",
        pod_ata_at: "2026-11-21T07:30:00Z",
      },
      ...{ shipping_line_scac: "MSCU", line_tracking_stopped_at: day("19") },
      line_tracking_stopped_reason: "past_arrival_window",
    }),
    shipmentRecord("s-3", {
      bill_of_lading_number: "NEW3",
      port_of_discharge_locode: null,
      pod_timezone: null,
    }),
    shipmentRecord("s-4", {
      bill_of_lading_number: "EMPTY4",
      created_at: day("04"),
      shipping_line_scac: null,
    }),
    portRecord("port-1", "Shanghai", "CNSHA"),
    containerRecord(
      "c-1",
      {
        ...{ number: "MSKU4807969", pod_timezone: "America/Los_Angeles", pod_discharged_at: day("14") },
        ...{ availability_known: true, available_for_pickup: true, terminal_checked_at: day("20") },
        import_deadlines: { pickup_lfd_terminal: "2026-11-25T08:00:00Z" },
      },
      { shipment: named("shipment", "s-1") },
    ),
    containerRecord(
      "c-2",
      {
        ...{ number: "TGHU1234567", pod_timezone: "America/Los_Angeles", pod_discharged_at: day("14") },
        import_deadlines: { pickup_lfd_terminal: "2026-11-18T08:00:00Z" },
      },
      { shipment: named("shipment", "s-1") },
    ),
    containerRecord("c-3", { number: "MSCU7654321" }, { shipment: named("shipment", "s-2") }),
    partyRecord("p-dray", "Harbor Dray"),
    partyRecord("p-cust", "Northwind"),
    partyRecord("p-none", "Idle Haul"),
    roleRecord("r-1", "c-1", "p-dray"),
    shipmentRole("r-2", "s-2", "p-dray", "pickup_dray_carrier"),
    shipmentRole("r-3", "s-1", "p-cust", "consignee"),
    requestRecord(
      "q-1",
      { request_number: "BOOKING 99", status: "succeeded" },
      { tracked_object: named("shipment", "s-2"), customer: named("party", "p-cust") },
    ),
  ];
  await dashboard.db.transaction((tx) => applyRecords(tx, records, { asOf: NOW, notificationId: null }));
});
afterAll(() => dashboard.close());

const list = (search: string, range = { offset: 0, limit: 100 }) => {
  const { query, problems } = readShipmentQuery(new URLSearchParams(search));
  expect(problems).toEqual([]);
  return listShipments(dashboard.db, query, range, NOW);
};
const ids = async (search: string) => (await list(search)).rows.map(({ id }) => id);

describe("listShipments", () => {
  it("sorts by soonest ETA, then shipments without ETA, then arrived or untracked ones, page by page", async () => {
    expect(await ids("")).toEqual(["s-1", "s-3", "s-4", "s-2"]);
    const { rows, total, asOf } = await list("", { offset: 1, limit: 2 });
    expect([rows.map(({ id }) => id), total, asOf]).toEqual([["s-3", "s-4"], 4, NOW.toISOString()]);
    expect((await list("", { offset: 9, limit: 2 })).total).toBe(4);
  });

  it.each([
    ["created", ["s-1", "s-2", "s-4", "s-3"]],
    ["-created", ["s-4", "s-2", "s-1", "s-3"]],
    ["number", ["s-4", "s-1", "s-2", "s-3"]],
    ["-number", ["s-3", "s-2", "s-1", "s-4"]],
    ["eta", ["s-1", "s-2", "s-3", "s-4"]],
    ["-drift", ["s-1", "s-3", "s-4", "s-2"]],
    ["worst", ["s-1", "s-2", "s-3", "s-4"]],
    ["-worst", ["s-2", "s-1", "s-3", "s-4"]],
  ] as const)("sorts by %s with missing values last", async (sort, expected) => {
    expect(await ids(`sort=${sort}`)).toEqual(expected);
    const pages = [];
    for (const offset of [0, 1, 2, 3])
      pages.push(...(await list(`sort=${sort}`, { offset, limit: 1 })).rows.map(({ id }) => id));
    expect(pages, "the same one by one").toEqual(expected);
  });

  it.each([
    ["number=maeu 1", ["s-1"]],
    ["number=po7", ["s-1"]],
    ["number=booking-99", ["s-2"]],
    ["number=booking-9", []],
    ["number=%25", []],
    ["stopped=yes", ["s-2"]],
    ["stopped=no", ["s-1", "s-3", "s-4"]],
    ["lading=CNSHA", ["s-1"]],
    ["lading=CNSHA&lading=BEANR", ["s-1", "s-2"]],
    ["lading=CNSHA&discharge=USNYC", []],
    ["discharge=USLAX", ["s-1"]],
    ["line=MSCU", ["s-2"]],
    ["party=p-dray", ["s-1", "s-2"]],
    ["party=p-cust", ["s-1", "s-2"]],
    ["party=p-none", []],
    ["party=nobody", []],
    // Late on the 20th in Los Angeles is the 21st in UTC, which applies when the zone is unknown.
    ["from=2026-11-20&to=2026-11-20", ["s-1"]],
    ["from=2026-11-21", ["s-2"]],
    ["to=2026-11-20", ["s-1"]],
    ["from=2026-11-22", []],
  ] as const)("filters by %s", async (search, expected) => {
    expect(await ids(search)).toEqual(expected);
    expect(await list(search)).toMatchObject({ total: expected.length, all: 4 });
  });

  it("returns the ETA drift, the reason for stopped tracking and the worst container of each shipment", async () => {
    const { rows } = await list("");
    const [late, fresh, empty, stopped] = rows;
    expect(empty).toMatchObject({
      containers: 0,
      worst: null,
      drift: null,
      line: { scac: null, name: null },
    });
    expect(stopped).toMatchObject({
      tracking: { reason: "past_arrival_window" },
      containers: 1,
      worst: { number: "MSCU7654321", state: "coming" },
    });
    expect(late).toMatchObject({
      ...{ number: "MAEU-1", drift: 2, containers: 2, lading: { locode: "CNSHA", name: "Shanghai" } },
      eta: { at: "2026-11-21T07:30:00Z", zone: "America/Los_Angeles", local: "2026-11-20T23:30" },
      worst: { number: "TGHU1234567", state: "expired" },
    });
    expect(fresh).toMatchObject({ tracking: { stoppedAt: null, reason: null }, eta: null });
  });

  it("uses the new arrival day after an ETA change", async () => {
    const reported = { pod_eta_at: "2026-12-03T07:30:00Z", port_of_discharge_locode: "USLAX" };
    const moved = [shipmentRecord("s-1", { ...reported, pod_timezone: "America/Los_Angeles" })];
    const asOf = new Date(NOW.getTime() + 60_000);
    await dashboard.db.transaction((tx) => applyRecords(tx, moved, { asOf, notificationId: null }));
    expect(await ids("from=2026-12-02&to=2026-12-02")).toEqual(["s-1"]);
    const page = await loadShipmentPage(dashboard.db, "s-1");
    expect(page?.etaChanges).toMatchObject([
      { field: "pod_eta_at", before: "2026-11-21T07:30:00Z", after: "2026-12-03T07:30:00Z", event: null },
    ]);
  });

  it("offers the existing filter values, most frequent first", async () => {
    const { lading, discharge, line, party } = await listShipmentFacets(dashboard.db);
    expect(lading).toEqual([
      { value: "BEANR", label: "BEANR", count: 1 },
      { value: "CNSHA", label: "Shanghai, CNSHA", count: 1 },
    ]);
    expect(discharge.map(({ value }) => value).sort()).toEqual(["USLAX", "USNYC"]);
    expect(line.find(({ value }) => value === "MAEU")?.label).toBe("Maersk");
    expect(party).toEqual([
      { value: "p-dray", label: "Harbor Dray", count: 2 },
      { value: "p-cust", label: "Northwind", count: 2 },
    ]);
  });
});

describe("loadShipmentRoles", () => {
  it("returns only the roles on the shipment itself, and none for an unknown shipment", async () => {
    expect(await loadShipmentRoles(dashboard.db, "s-1")).toEqual({
      roles: [{ roleId: "r-3", partyId: "p-cust", role: "consignee", name: "Northwind" }],
      asOf: null,
    });
    expect((await loadShipmentRoles(dashboard.db, "s-3")).roles).toEqual([]);
    expect((await loadShipmentRoles(dashboard.db, "a\0b")).roles).toEqual([]);
  });
});

describe("loadPartyLoads", () => {
  it("counts containers not picked up by role, each once, with the earliest deadline", async () => {
    const loads = await loadPartyLoads(dashboard.db);
    expect(loads.get("p-dray")).toMatchObject([
      { role: "pickup_dray_carrier", containers: 2, own: 1, shipments: 2, urgent: { number: "MSKU4807969" } },
    ]);
    expect(loads.get("p-cust")?.sort((a, b) => (a.role < b.role ? -1 : 1))).toMatchObject([
      { role: "consignee", containers: 2, own: 0, shipments: 1, urgent: { number: "TGHU1234567" } },
      { role: "customer", containers: 1, own: 0, shipments: 1, urgent: { number: "MSCU7654321" } },
    ]);
    expect(loads.get("p-none")).toBeUndefined();
  });

  it("leaves out picked up containers and keeps the shipments", async () => {
    const out = containerRecord("c-3", { pod_full_out_at: "2026-11-20T12:00:00Z" });
    const asOf = new Date(NOW.getTime() + 120_000);
    await dashboard.db.transaction((tx) => applyRecords(tx, [out], { asOf, notificationId: null }));
    const loads = await loadPartyLoads(dashboard.db);
    expect(loads.get("p-cust")?.find(({ role }) => role === "customer")).toMatchObject({
      ...{ containers: 0, shipments: 1, urgent: null },
    });
    expect(loads.get("p-dray")).toMatchObject([{ containers: 1, own: 1, shipments: 2 }]);
  });
});

it("counts the containers of each shipment like its page does", async () => {
  const out = containerRecord("c-1", { number: "MSKU4807969", pod_full_out_at: "2026-11-20T12:00:00Z" });
  const asOf = new Date(NOW.getTime() + 180_000);
  await dashboard.db.transaction((tx) => applyRecords(tx, [out], { asOf, notificationId: null }));
  for (const { id, containers, pickedUp } of (await list("")).rows) {
    const page = await loadShipmentPage(dashboard.db, id);
    expect(countContainers(page?.rows ?? []), id).toEqual({ containers, pickedUp });
  }
  const counts = (await list("")).rows.map(({ containers, pickedUp }) => [containers, pickedUp]);
  expect(counts).toContainEqual([2, 1]);
});

it("fills the arrival day of existing shipments like new ones, even from invalid values", async () => {
  const sql = await readFile("lib/platform/database/migrations/0021_shipment_list.sql", "utf8");
  const parts = sql.split("--> statement-breakpoint");
  const [make = "", fill = ""] = parts.slice(1, 3);
  const reported = [
    ["b-1", { pod_eta_at: "2026-11-21T07:30:00Z", pod_timezone: "America/Los_Angeles" }, "2026-11-20"],
    ["b-2", { pod_ata_at: "2026-11-21T07:30:00", pod_timezone: "Mars/Olympus" }, "2026-11-21"],
    ["b-3", { pod_eta_at: "2026-11-21", pod_timezone: "America/Los_Angeles" }, "2026-11-21"],
    ["b-4", { pod_eta_at: "2026-11-21T23:30:00-08:00", pod_timezone: null }, "2026-11-22"],
    ["b-5", { pod_eta_at: "soon" }, null],
    ["b-6", {}, null],
  ] as const;
  const client = await dashboard.pool.connect();
  try {
    await client.query("begin");
    for (const [id, attributes] of reported)
      await client.query("insert into shipments (id, attributes, as_of) values ($1, $2, now())", [
        id,
        attributes,
      ]);
    await client.query(make);
    await client.query(fill);
    const { rows } = await client.query<{ id: string; day: string | null }>(
      "select id, arrives_on::text as day from shipments where id like 'b-%' order by id",
    );
    expect(rows.map(({ id, day }) => [id, day])).toEqual(reported.map(([id, , day]) => [id, day]));
  } finally {
    await client.query("rollback");
    client.release();
  }
});
