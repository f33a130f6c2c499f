import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { fetchQueue, rateLimitPauses } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { openGate } from "@/lib/tracking-client/request-limiter";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { refreshContainer } from "./refresh-container";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let response: StubResponse;
const LIMITS = { default: 100, create: 100, infer: 200, refresh: 10 };

const ctx = () =>
  testContext(dashboard.db, undefined, {
    tracking: new TrackingClient({
      baseUrl: stub.baseUrl,
      key: "key",
      patienceMs: 0,
      gate: openGate(dashboard.db, LIMITS, { priority: "person", patienceMs: 0 }),
    }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  stub = await StubService.start(() => response);
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  stub.requests.length = 0;
  response = { body: { message: "Started refresh for MSKU4807969" } };
  await dashboard.pool.query(
    "delete from fetch_queue; delete from rate_limit_pauses; delete from request_log",
  );
});

it("sends the refresh, returns the service's message, and schedules a refetch", async () => {
  expect(await refreshContainer(ctx(), { containerId: "c 1" })).toBe("Started refresh for MSKU4807969");
  expect(stub.asked).toEqual(["PATCH containers/c 1/refresh"]);
  expect(await dashboard.db.select().from(fetchQueue)).toMatchObject([
    { subjectType: "container", subjectId: "c 1" },
  ]);
});

it("shows that the plan excludes refreshes, with the service's message", async () => {
  const title = "API access not enabled";
  response = { status: 403, body: { errors: [{ title, status: "403" }] } };
  await expect(refreshContainer(ctx(), { containerId: "c-1" })).rejects.toMatchObject({
    code: "not_allowed",
    message: expect.stringMatching(/plan doesn’t include .*\(service message: API access not enabled\)/),
  });
  expect(await dashboard.db.select().from(fetchQueue)).toEqual([]);
});

it("shows the seconds to wait after a 429 of the service", async () => {
  response = { status: 429, headers: { "Retry-After": "37" }, body: { errors: [{ status: "429" }] } };
  await expect(refreshContainer(ctx(), { containerId: "c-1" })).rejects.toMatchObject({
    code: "service_busy",
    message: expect.stringMatching(/Retry in 3[67]s\.$/),
    retryAfterSeconds: expect.any(Number),
  });
  expect(await dashboard.db.select().from(rateLimitPauses)).toHaveLength(1);
});

it("shows the seconds to wait, and sends no request, when Drayboard used up the limit", async () => {
  for (let used = 0; used < 9; used += 1) await refreshContainer(ctx(), { containerId: "c-1" });
  await expect(refreshContainer(ctx(), { containerId: "c-1" })).rejects.toMatchObject({
    code: "service_busy",
    message: expect.stringMatching(/Retry in \d+s\.$/),
    retryAfterSeconds: expect.any(Number),
  });
  expect(stub.requests).toHaveLength(9);
});

it.each([
  [{ status: 404 }, "not_found"],
  [{ drop: true }, "service_unreachable"],
  [{ text: "<html>" }, "service_answer_unreadable"],
] as const)("maps the response %o to its error code", async (given, code) => {
  response = given;
  await expect(refreshContainer(ctx(), { containerId: "c-1" })).rejects.toMatchObject({ code });
});
