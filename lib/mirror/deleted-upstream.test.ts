import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord, named, partyRecord, requestRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { listParties } from "@/lib/features/parties/queries/parties";
import { loadShipmentPage } from "@/lib/features/shipments/queries/shipment-page";
import { listShipments } from "@/lib/features/shipments/queries/shipments";
import { ALL_SHIPMENTS } from "@/lib/features/shipments/rules/shipment-address";
import {
  listTrackingRequests,
  readRequestFilter,
} from "@/lib/features/tracking-requests/queries/tracking-requests";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
const FOUND_AT = "2026-11-20T13:05:00Z";

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const records = [
    shipmentRecord("gone", { bill_of_lading_number: "MAEU1" }),
    shipmentRecord("there", { bill_of_lading_number: "MAEU2" }),
    shipmentRecord("back", { bill_of_lading_number: "MAEU3" }),
    containerRecord("c-1", { number: "MSKU4807969" }, { shipment: named("shipment", "gone") }),
    partyRecord("gone", "Gone Drayage"),
    partyRecord("there", "Still Here Drayage"),
    requestRecord("gone"),
    requestRecord("there"),
  ];
  const origin = { asOf: new Date("2026-11-20T12:00:00Z"), notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
  const sighted = [
    ["shipment", "gone", FOUND_AT],
    ["party", "gone", FOUND_AT],
    ["tracking_request", "gone", FOUND_AT],
    ["shipment", "back", null],
    ["container", "there", FOUND_AT],
    ["party", "nobody", FOUND_AT],
  ];
  for (const sighting of sighted)
    await dashboard.pool.query(
      "insert into seen_records (type, id, sync_run_id, deleted_upstream_at) values ($1, $2, 1, $3)",
      sighting,
    );
});
afterAll(() => dashboard.close());

/** By id, the instant at which each record was found deleted upstream. */
const marks = (rows: readonly { id: string; deletedUpstreamAt: string | null }[]) =>
  Object.fromEntries(
    rows.map(({ id, deletedUpstreamAt }) => [
      id,
      deletedUpstreamAt === null ? null : Date.parse(deletedUpstreamAt),
    ]),
  );

describe("records deleted upstream", () => {
  const found = Date.parse(FOUND_AT);

  it("have their detection time in the shipment list, and restored ones are shown as before", async () => {
    const first = { offset: 0, limit: 10 };
    const { rows, total } = await listShipments(dashboard.db, ALL_SHIPMENTS, first, new Date(FOUND_AT));
    expect(total).toBe(3);
    expect(marks(rows)).toEqual({ gone: found, there: null, back: null });
  });

  it("have their detection time on the shipment page, with its containers unchanged", async () => {
    const gone = await loadShipmentPage(dashboard.db, "gone");
    expect(Date.parse(gone?.deletedUpstreamAt ?? "")).toBe(found);
    expect(gone?.rows).toMatchObject([{ id: "c-1", deletedUpstreamAt: null }]);
    expect((await loadShipmentPage(dashboard.db, "there"))?.deletedUpstreamAt).toBeNull();
    expect((await loadShipmentPage(dashboard.db, "back"))?.deletedUpstreamAt).toBeNull();
    expect(await loadShipmentPage(dashboard.db, "nobody")).toBeNull();
  });

  it("have their detection time in the tracking request list", async () => {
    expect(marks((await listTrackingRequests(dashboard.db, readRequestFilter({}))).requests)).toEqual({
      gone: found,
      there: null,
    });
  });

  it("have their detection time in the party list, but not a record of another type with the same id", async () => {
    expect(marks(await listParties(dashboard.db))).toEqual({ gone: found, there: null });
  });
});
