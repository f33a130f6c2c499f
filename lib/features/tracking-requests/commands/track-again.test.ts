import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { named, requestRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { trackAgain } from "./track";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let response: StubResponse;

const ctx = () =>
  testContext(dashboard.db, undefined, {
    tracking: new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  stub = await StubService.start();
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  stub.requests.length = 0;
  stub.answer = () => response;
  await dashboard.pool.query("delete from tracking_requests");
  const created = requestRecord("q-2", {
    request_number: "MAEU221876618",
    status: "pending",
    created_at: "2026-11-20T09:00:00Z",
    updated_at: "2026-11-20T09:00:00Z",
  });
  response = { status: 201, body: { data: created } };
});

async function notify(status: string, more: Record<string, unknown> = {}) {
  const record = requestRecord(
    "q-1",
    {
      request_number: "MAEU221876618",
      request_type: "bill_of_lading",
      scac: "MAEU",
      ref_numbers: ["PO 1"],
      shipment_tags: ["hot"],
      status,
      failed_reason: status === "failed" ? "not_found" : null,
      created_at: "2026-11-20T08:00:00Z",
      updated_at: "2026-11-20T08:10:00Z",
      ...more,
    },
    { customer: named("party", "p-1") },
  );
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, [record], { asOf: new Date(), notificationId: null }),
  );
}
const posted = () => stub.requests.map(({ body }) => JSON.parse(body).data);

describe("trackAgain", () => {
  it.each(["failed", "tracking_stopped"])("sends all data of the original request: %s", async (status) => {
    await notify(status);
    expect(await trackAgain(ctx(), { requestId: "q-1" })).toEqual({
      number: "MAEU221876618",
      visibility: "now",
    });
    expect(posted()).toEqual([
      {
        type: "tracking_request",
        attributes: {
          request_number: "MAEU221876618",
          request_type: "bill_of_lading",
          scac: "MAEU",
          ref_numbers: ["PO 1"],
          shipment_tags: ["hot"],
        },
        relationships: { customer: { data: { type: "party", id: "p-1" } } },
      },
    ]);
  });

  it("sends one request and rejects a second call", async () => {
    await notify("failed");
    await trackAgain(ctx(), { requestId: "q-1" });
    await expect(trackAgain(ctx(), { requestId: "q-1" })).rejects.toThrow(
      "This number was already requested again.",
    );
    expect(posted()).toHaveLength(1);
  });

  it.each(["pending", "awaiting_manifest", "created"])(
    "does not repeat a request in progress: %s",
    async (status) => {
      await notify(status);
      await expect(trackAgain(ctx(), { requestId: "q-1" })).rejects.toThrow(
        "This request is still active. No",
      );
      expect(posted()).toEqual([]);
    },
  );

  it("does not repeat an unknown or incomplete request", async () => {
    await expect(trackAgain(ctx(), { requestId: "q-1" })).rejects.toThrow("This request was not found.");
    await notify("failed", { request_type: "parcel" });
    await expect(trackAgain(ctx(), { requestId: "q-1" })).rejects.toThrow(
      "This request has no number or type",
    );
    await dashboard.pool.query("delete from tracking_requests");
    await notify("failed", { request_type: "container", request_number: null });
    await expect(trackAgain(ctx(), { requestId: "q-1" })).rejects.toThrow(
      "This request has no number or type",
    );
    expect(posted()).toEqual([]);
  });

  describe("with a lost response", () => {
    const recent = (id: string) =>
      requestRecord(id, {
        request_number: "MAEU221876618",
        request_type: "bill_of_lading",
        status: id === "q-1" ? "failed" : "pending",
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
      });
    const lost = (...listed: object[]) => {
      stub.answer = ({ method }) => (method === "POST" ? { drop: true } : { body: { data: listed } });
    };
    const requests = async () =>
      (await dashboard.pool.query("select id from tracking_requests order by id")).rows.map(({ id }) => id);

    it("does not match a request that failed just before, when no request was created", async () => {
      await notify("failed", { created_at: new Date().toISOString() });
      lost(recent("q-1"));
      await expect(trackAgain(ctx(), { requestId: "q-1" })).rejects.toMatchObject({
        code: "service_unreachable",
      });
      expect(await requests()).toEqual(["q-1"]);
    });

    it("finds the new request if the service has it", async () => {
      await notify("failed", { created_at: new Date().toISOString() });
      lost(recent("q-1"), recent("q-2"));
      expect(await trackAgain(ctx(), { requestId: "q-1" })).toEqual({
        number: "MAEU221876618",
        visibility: "now",
      });
      expect(await requests()).toEqual(["q-1", "q-2"]);
    });
  });

  it("says that the service has an active request of the number", async () => {
    await notify("failed");
    const { attributes } = requestRecord("q-3", {
      request_number: "MAEU221876618",
      status: "created",
      created_at: "2026-11-20T09:00:00Z",
      updated_at: "2026-11-20T09:00:00Z",
    });
    stub.answer = ({ method }) =>
      method === "POST"
        ? { status: 422, body: { errors: [{ title: "Unprocessable Entity", code: "duplicate" }] } }
        : { body: { data: [{ type: "tracking_request", id: "q-3", attributes }] } };
    await expect(trackAgain(ctx(), { requestId: "q-1" })).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: "Already tracked. Search for the number to open it.",
    });
    const { rows } = await dashboard.pool.query("select id from tracking_requests order by id");
    expect(rows.map(({ id }) => id)).toEqual(["q-1", "q-3"]);
  });

  it("returns the error of the service", async () => {
    await notify("failed");
    response = { status: 422, body: { errors: [{ title: "Unknown scac", detail: "MAEU is closed." }] } };
    await expect(trackAgain(ctx(), { requestId: "q-1" })).rejects.toMatchObject({
      code: "refused_by_service",
      message: "MAEU is closed.",
    });
  });
});
