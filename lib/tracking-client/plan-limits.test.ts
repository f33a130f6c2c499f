import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { checkReach } from "./capability-probe";
import { TrackingClient } from "./client";
import { listGates, noteGate } from "./plan-limits";
import { openGate } from "./request-limiter";

const LIMITS = { default: null, create: null, infer: null, refresh: null };
let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let service: TestService;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  service = await startTestService({ seedContainers: 1 });
});
afterAll(async () => {
  await service.end();
  await dashboard.close();
});
beforeEach(() => dashboard.pool.query("truncate plan_limits"));

const note = (request: string, code: ErrorCode, text: string) =>
  noteGate(dashboard.db, request, new AppError(code, text));
const terms = (plan: string, features: string[]) =>
  service.store.pool.query(
    "update accounts set plan = $1, trial_ends_at = null, features = $2 where id = $3",
    [plan, features, service.accountId],
  );

describe("a recorded plan limit", () => {
  it("is stored once, with its first and last time, its count and the last message", async () => {
    await note("PATCH containers/c-1/refresh", "not_allowed", "API access not enabled");
    const { container_refresh: first } = await listGates(dashboard.db);
    expect(first).toMatchObject({ message: "API access not enabled", times: 1 });
    await note("PATCH containers/c-2/refresh", "not_allowed", "Not any more");
    const { container_refresh: second, ...others } = await listGates(dashboard.db);
    expect(others).toEqual({});
    expect(second).toMatchObject({ message: "Not any more", times: 2, firstSeenAt: first?.firstSeenAt });
    expect(Date.parse(second?.lastSeenAt ?? "")).toBeGreaterThan(Date.parse(first?.lastSeenAt ?? ""));
  });

  it.each<[string, ErrorCode]>([
    ["GET shipments", "service_unreachable"],
    ["GET shipments", "service_busy"],
    ["GET containers/nobody", "not_found"],
    ["POST webhooks", "refused_by_service"],
    ["POST containers/c-1/party_roles", "service_refused_key"],
  ])("is not created when %s failed with %s", async (request, code) => {
    await note(request, code, "words");
    expect(await listGates(dashboard.db)).toEqual({});
  });

  it("is skipped when a later version of Drayboard stored it", async () => {
    await dashboard.pool.query("insert into plan_limits (gate, message) values ('moon', 'no landing')");
    expect(await listGates(dashboard.db)).toEqual({});
  });
});

describe("with the tracking service", () => {
  const clientOf = (key: string) =>
    new TrackingClient({
      baseUrl: service.url,
      key,
      patienceMs: 0,
      gate: openGate(dashboard.db, LIMITS, { priority: "person", patienceMs: 0 }),
    });
  // Waits for records that are written in the background, so that none arrives during the next test.
  const expectSeen = (times: Record<string, number>) =>
    vi.waitFor(
      async () => {
        const gates = Object.entries(await listGates(dashboard.db)).map(([gate, seen]) => [gate, seen.times]);
        expect(Object.fromEntries(gates)).toEqual(times);
      },
      { timeout: 60_000 },
    );

  it("finds the limits of a plan without features", async () => {
    await terms("paid", []);
    const reach = await checkReach(dashboard.db, clientOf(service.key));
    expect(reach).toMatchObject({ key: "verified", records: { access: "yes" }, refresh: { access: "no" } });
    await expectSeen({ container_refresh: 1, routing_data: 1 });
  });

  it.each(["free", "trial"])(
    "a %s account without read access has a valid key and needs a plan",
    async (plan) => {
      await terms(plan, []);
      const reach = await checkReach(dashboard.db, clientOf(service.key));
      expect(reach).toMatchObject({ key: "verified", records: { access: "no" } });
      await expectSeen({ paid_plan: 3 });
    },
  );

  it("refuses an unknown key as such, without showing it", async () => {
    const reach = await checkReach(dashboard.db, clientOf("a-key-nobody-knows"));
    expect(reach).toMatchObject({ key: "refused", records: { access: "no" } });
    await expectSeen({ key: 3 });
    expect(JSON.stringify(await listGates(dashboard.db))).not.toContain("a-key-nobody-knows");
  });
});
