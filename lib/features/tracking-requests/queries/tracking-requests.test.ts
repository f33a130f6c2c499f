import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord, named, requestRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listTrackingRequests, readRequestFilter } from "./tracking-requests";
import { readTrackingUsage } from "./tracking-usage";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  let minute = 0;
  const request = (id: string, number: string, status: string, more = {}, shipment?: string) => {
    minute += 1;
    const created_at = new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();
    return requestRecord(
      id,
      {
        request_number: number,
        request_type: "container",
        status,
        created_at,
        updated_at: created_at,
        ...more,
      },
      shipment ? { tracked_object: named("shipment", shipment) } : {},
    );
  };
  const records = [
    shipmentRecord("s-1", { bill_of_lading_number: "MAEU1" }),
    shipmentRecord("s-2", {
      bill_of_lading_number: "MAEU2",
      line_tracking_stopped_at: "2026-11-01T00:00:00Z",
    }),
    containerRecord("c-1", { number: "MSKU4807969" }, { shipment: named("shipment", "s-1") }),
    containerRecord("c-2", { number: "TGHU1234567" }, { shipment: named("shipment", "s-2") }),
    request("q-found", "MSKU4807969", "created", {}, "s-1"),
    request("q-failed", "AAA-111 1", "failed", { failed_reason: "not_found", ref_numbers: ["PO 7"] }),
    request("q-old", "BBB2222", "failed", { failed_reason: "expired" }),
    request("q-new", "bbb 2222", "pending"),
    request("q-manifest", "CCC3333", "awaiting_manifest"),
    request("q-stopped", "DDD4444", "tracking_stopped"),
    request("q-blank", "", "failed"),
    request("q-blank-too", "", "failed"),
  ];
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, records, { asOf: new Date(), notificationId: null }),
  );
});
afterAll(() => dashboard.close());

const list = (address: Record<string, string>) =>
  listTrackingRequests(dashboard.db, readRequestFilter(address));
const ids = async (address: Record<string, string>) => (await list(address)).requests.map(({ id }) => id);

describe("listTrackingRequests", () => {
  it("returns the newest first with the counts per list", async () => {
    const { requests, counts } = await list({});
    expect(requests[0]?.id).toBe("q-blank-too");
    expect(counts).toEqual({ any: 8, failed: 4, awaiting_manifest: 1, pending: 1, tracking: 1 });
  });

  it("lists failed and stopped requests that were not repeated", async () => {
    expect(await ids({ list: "failed" })).toEqual(["q-blank-too", "q-blank", "q-stopped", "q-failed"]);
    const { requests } = await list({ number: "bbb" });
    expect(requests.map(({ id, requestedAgain }) => [id, requestedAgain])).toEqual([
      ["q-new", false],
      ["q-old", true],
    ]);
  });

  it("reads the live status created as succeeded and returns its containers", async () => {
    expect((await list({ list: "tracking" })).requests).toMatchObject([
      {
        id: "q-found",
        shipmentId: "s-1",
        attributes: { status: "succeeded" },
        containers: [{ id: "c-1", number: "MSKU4807969" }],
      },
    ]);
  });

  it("finds by part of the number in any spacing and by reference", async () => {
    expect(await ids({ number: "a-1 11" })).toEqual(["q-failed"]);
    expect(await ids({ number: "PO 7" })).toEqual(["q-failed"]);
    expect(await ids({ number: "PO 8" })).toEqual([]);
    expect(await ids({ number: "%" })).toEqual([]);
  });

  it("ignores invalid address parameters", async () => {
    expect(readRequestFilter({ list: "drop", page: "-1", number: "a\0" })).toEqual({
      list: "any",
      page: 1,
      number: "",
    });
    expect(await ids({ page: "99999" })).toEqual([]);
  });
});

describe("readTrackingUsage", () => {
  it("counts containers of tracked shipments and waiting requests", async () => {
    expect(await readTrackingUsage(dashboard.db)).toEqual({
      containers: 1,
      shipments: 1,
      waiting: 2,
      refused: null,
      takenSince: false,
    });
  });

  it("returns the last refusal of the service and whether a later request was accepted", async () => {
    await dashboard.pool.query(
      `insert into request_failures (failed_at, request, code, message) values
        ('2026-11-20T08:03:30Z', 'POST tracking_requests', 'not_allowed', 'Up to 10 containers.'),
        ('2026-11-20T08:30:00Z', 'PATCH containers/c-1/refresh', 'not_allowed', 'Not on this plan.')`,
    );
    expect(await readTrackingUsage(dashboard.db)).toMatchObject({
      refused: { text: "Up to 10 containers.", at: expect.stringMatching(/^2026-11-20T08:03:30/) },
      takenSince: true,
    });
  });
});
