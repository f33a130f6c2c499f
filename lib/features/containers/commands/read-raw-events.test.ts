import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Role } from "@/lib/auth/access/roles";
import { testContext } from "@/lib/auth/commands/test-context";
import { containerRecord } from "@/lib/contract/fixtures";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { readRawEvents } from "./read-raw-events";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let response: StubResponse;

const MINUTE_MS = 60_000;
const event = (id: string, attributes: Record<string, unknown>) => ({ type: "raw_event", id, attributes });
const EVENTS = [
  event("e-1", {
    ...{ event: "vessel_loaded", original_event: "Loaded on vessel", estimated: false },
    ...{ timestamp: "2026-11-10T08:00:00Z", timezone: "Asia/Shanghai", location_name: "Shanghai" },
  }),
  event("e-2", { event: null, estimated: "perhaps", timestamp: "soon", estimated_on: "2026-11-24" }),
];

beforeAll(async () => {
  dashboard = await openTestDashboard();
  await applyResponse(dashboard.db, { data: containerRecord("c-1") }, new Date());
  stub = await StubService.start(() => response);
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  stub.requests.length = 0;
  response = { body: { data: EVENTS } };
  await dashboard.pool.query("truncate related_fetches, container_raw_events");
});

const read = (options: { role?: Role; minutes?: number; containerId?: string } = {}) => {
  const { role = "viewer", minutes = 0, containerId = "c-1" } = options;
  const tracking = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 });
  const now = new Date(Date.now() + minutes * MINUTE_MS);
  return readRawEvents(testContext(dashboard.db, undefined, { role, tracking, now }), { containerId });
};

it("requests the events once, and again when they are ten minutes old", async () => {
  const { events, problem } = await read();
  expect(problem).toBeNull();
  expect(events).toMatchObject([
    { id: "e-1", event: "vessel_loaded", original: "Loaded on vessel", isEstimate: false, place: "Shanghai" },
    { id: "e-2", event: null, at: null, day: "2026-11-24", isEstimate: true },
  ]);
  expect(await read({ minutes: 9 })).toMatchObject({ events });
  expect(stub.requests).toHaveLength(1);
  await read({ minutes: 11 });
  expect(stub.requests).toHaveLength(2);
});

it("returns the stored events with the reason in an outage", async () => {
  await read();
  response = { status: 400, body: { errors: [{ detail: "Not now." }] } };
  const again = await read({ minutes: 11 });
  expect(again).toMatchObject({ problem: "Not now." });
  expect(again.events).toHaveLength(2);
});

it("sends no second request within a day after a refusal of the account", async () => {
  response = { status: 403, body: { errors: [{ detail: "Not on this plan." }] } };
  expect(await read()).toMatchObject({ events: [], code: "not_allowed", problem: "Not on this plan." });
  expect(await read()).toMatchObject({ problem: "Not on this plan." });
  expect(stub.requests).toHaveLength(1);
});

it("sends no request without the right, or for a container that is not stored", async () => {
  await expect(read({ role: "customer" })).rejects.toMatchObject({ code: "not_allowed" });
  for (const containerId of ["c-9", "..", "c\0"])
    await expect(read({ containerId })).rejects.toMatchObject({ code: "not_found" });
  expect(stub.asked).toEqual([]);
});
