import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { endRestoredPause, noteRestored } from "@/lib/platform/database/restored";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { StubService } from "@/lib/tracking-client/test-stub-service";
import { registerWebhook, removeWebhook, rotateWebhookSecret } from "./change-webhook";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;

vi.mock("@/lib/platform/config/config", async (original) => ({
  ...(await original<object>()),
  config: () => ({
    publicUrl: "https://dashboard.example",
    trackingApiUrl: stub.baseUrl,
    webhookSecret: null,
    webhookOverlapHours: 24,
  }),
}));
const ctx = () =>
  testContext(dashboard.db, undefined, {
    tracking: new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  stub = await StubService.start(() => ({ status: 503, body: { errors: [] } }));
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});

it("refuses to change the webhook in a restored installation and shows how to continue", async () => {
  const at = new Date().toISOString();
  await noteRestored(dashboard.db, { backupAt: at, restoredAt: at });
  for (const action of [registerWebhook, rotateWebhookSecret, removeWebhook])
    await expect(action(ctx(), {})).rejects.toMatchObject({
      code: "not_allowed",
      message: expect.stringContaining("npm run up -- --take-over"),
    });
  expect(stub.requests).toEqual([]);
  await endRestoredPause(dashboard.db);
  await expect(registerWebhook(ctx(), {})).rejects.not.toMatchObject({ code: "not_allowed" });
  expect(stub.requests.length).toBeGreaterThan(0);
});
