import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "@/lib/auth/access/roles";
import { testContext } from "@/lib/auth/commands/test-context";
import { containerRecord, notificationBody } from "@/lib/contract/fixtures";
import { findTest, takeTestDelivery } from "@/lib/ingest/sample-delivery";
import { signatureOf } from "@/lib/ingest/signature";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { rememberOwnWebhook } from "@/lib/tracking-client/registered-webhook";
import { openGate } from "@/lib/tracking-client/request-limiter";
import { type Recorded, type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { findInDeliveryLog, readDeliveryLog } from "./read-delivery-log";
import { sendTestDelivery } from "./send-test-delivery";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let response: (request: Recorded) => StubResponse | undefined | Promise<StubResponse | undefined>;
let role: Role = "admin";
let byHand: string | null = null;
const LIMITS = { default: 100, create: 100, infer: 200, refresh: 10 };

vi.mock("@/lib/platform/config/config", async (original) => ({
  ...(await original<object>()),
  config: () => ({ publicUrl: "https://dashboard.example", webhookSecret: byHand }),
}));
const ctx = () =>
  testContext(dashboard.db, undefined, {
    role,
    tracking: new TrackingClient({
      baseUrl: stub.baseUrl,
      key: "key",
      patienceMs: 0,
      gate: openGate(dashboard.db, LIMITS, { priority: "person", patienceMs: 0 }),
    }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  stub = await StubService.start((request) => response(request));
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  role = "admin";
  byHand = null;
  stub.requests.length = 0;
  response = () => ({ body: page });
  await dashboard.pool.query(
    "truncate inbox, changes, source_updates, installation, request_log, rate_limit_pauses; delete from containers",
  );
});

const LOGGED = {
  id: "n-2",
  type: "webhook_notification",
  attributes: { event: "container.updated", delivery_status: "failed", created_at: "2026-11-20T12:00:00Z" },
  relationships: {
    webhook: { data: { type: "webhook", id: "w-1" } },
    reference_object: { data: { type: "container_updated_event", id: "e-1" } },
    webhook_notification_logs: {
      data: [
        { type: "webhook_notification_log", id: "t-1" },
        { type: "webhook_notification_log", id: "t-gone" },
      ],
    },
  },
};
const INCLUDED = [
  {
    type: "webhook_notification_log",
    id: "t-1",
    attributes: { tried_at: "2026-11-20T12:00:01Z", status_code: 500, error: null, moon: 1 },
  },
  {
    type: "container_updated_event",
    id: "e-1",
    attributes: {},
    relationships: { container: { data: { type: "container", id: "c-1" } } },
  },
];
const page = {
  data: [LOGGED, { id: "n-3", type: "webhook_notification" }],
  included: INCLUDED,
  meta: { total: 41 },
};

async function receive(id: string): Promise<void> {
  const body = notificationBody({ id, included: [containerRecord("c-1", { seal_number: "S-1" })] });
  await applyResponse(dashboard.db, { data: containerRecord("c-1") }, new Date());
  await dashboard.pool.query(
    `insert into inbox (notification_id, event, subject, body, created_at, processed_at, attempts)
     values ($1, 'container.updated', 'container c-1', $2, now(), now(), 1)`,
    [id, Buffer.from(body)],
  );
  await dashboard.pool.query(
    `insert into changes (subject_type, subject_id, field, before, after, as_of, notification_id)
     values ('container', 'c-1', 'seal_number', null, '"S-1"', now(), $1)`,
    [id],
  );
}

describe("the delivery log of the service", () => {
  it("is read page by page with the attempts and the subject of each delivery", async () => {
    await receive("n-1");
    const { total, deliveries } = await readDeliveryLog(ctx(), { page: 2, size: 30 });
    expect(stub.asked).toEqual([
      expect.stringMatching(/^webhook_notifications\?.*page\[number]=2&page\[size]=30/),
    ]);
    expect(total).toBe(41);
    expect(deliveries).toEqual([
      {
        logged: {
          id: "n-2",
          event: "container.updated",
          status: "failed",
          createdAt: "2026-11-20T12:00:00Z",
          webhookId: "w-1",
          subject: { type: "container", id: "c-1" },
          name: "MSKU4807969",
          attempts: [{ at: "2026-11-20T12:00:01Z", status: 500, error: null }],
        },
        received: null,
      },
    ]);
  });

  it("is combined with the received delivery and its changes", async () => {
    await receive("n-2");
    const { deliveries } = await readDeliveryLog(ctx(), { page: 1, size: 30 });
    expect(deliveries[0]?.received).toMatchObject({
      id: "n-2",
      attempts: 1,
      changeCount: 1,
      changes: [{ subjectType: "container", name: "MSKU4807969", field: "seal_number", after: "S-1" }],
    });
  });

  it("is read without attempts when the service does not support them", async () => {
    response = ({ path }) =>
      path.includes("webhook_notification_logs")
        ? { status: 422, body: { errors: [{ detail: "include is not one of ours" }] } }
        : { body: page };
    const { deliveries } = await readDeliveryLog(ctx(), { page: 1, size: 30 });
    expect(deliveries).toHaveLength(1);
    expect(stub.requests).toHaveLength(2);
  });

  it("can be read for one notification, which may be missing", async () => {
    response = ({ path }) =>
      path.startsWith("webhook_notifications/n-2?")
        ? { body: { data: LOGGED, included: INCLUDED } }
        : undefined;
    expect((await findInDeliveryLog(ctx(), { id: "n-2" })).deliveries).toHaveLength(1);
    await expect(findInDeliveryLog(ctx(), { id: "n-9" })).rejects.toMatchObject({ code: "not_found" });
    await expect(findInDeliveryLog(ctx(), { id: ".." })).rejects.toMatchObject({ code: "not_found" });
  });

  it("shows the wait at the rate limit and sends no further requests", async () => {
    response = () => ({ status: 429, headers: { "Retry-After": "30" }, body: { errors: [] } });
    await expect(readDeliveryLog(ctx(), { page: 1, size: 30 })).rejects.toMatchObject({
      code: "service_busy",
    });
    const pauses = async () => (await dashboard.pool.query("select from rate_limit_pauses")).rowCount;
    await vi.waitFor(async () => expect(await pauses()).toBe(1), { timeout: 60_000 });
    const before = stub.requests.length;
    await expect(readDeliveryLog(ctx(), { page: 1, size: 30 })).rejects.toMatchObject({
      message: expect.stringMatching(/in \d+s/),
    });
    expect(stub.requests.length).toBe(before);
  });

  it("sends no requests for users without the right", async () => {
    role = "customer";
    for (const requested of [
      readDeliveryLog(ctx(), { page: 1, size: 30 }),
      findInDeliveryLog(ctx(), { id: "n-2" }),
      sendTestDelivery(ctx(), { id: "w-1", event: "container.updated" }),
    ])
      await expect(requested).rejects.toMatchObject({ code: "not_allowed" });
    expect(stub.asked).toEqual([]);
  });
});

describe("a test delivery", () => {
  let url: string;
  beforeEach(() => {
    url = "https://there.example/hook";
  });
  const webhook = (secret: string | null) => ({
    data: { id: "w-1", type: "webhook", attributes: { url, active: true, events: [], secret } },
  });
  const sent: { url: string; event: string; secret?: string }[] = [];
  const triggering = (secret: string | null, reported: (secret: string) => object | Promise<object>) => {
    sent.length = 0;
    response = async ({ method, path, body }) => {
      if (method === "GET") return path === "webhooks/w-1" ? { body: webhook(secret) } : undefined;
      const requested = JSON.parse(body);
      sent.push(requested);
      return path === "webhooks/trigger"
        ? { body: { url: requested.url, ...(await reported(requested.secret)) } }
        : undefined;
    };
  };
  const accepted = { succeeded: true, status_code: 204, error: null, response_body: "" };

  it("to another system is signed with its secret and returns the result", async () => {
    triggering("its secret", () => accepted);
    expect(await sendTestDelivery(ctx(), { id: "w-1", event: "container.transport.full_out" })).toMatchObject(
      {
        url: "https://there.example/hook",
        succeeded: true,
        status: 204,
        response: null,
        own: false,
        arrivedAt: null,
      },
    );
    expect(sent).toEqual([
      { url: "https://there.example/hook", event: "container.transport.full_out", secret: "its secret" },
    ]);
    triggering(null, () => ({ succeeded: false, error: "connect ECONNREFUSED" }));
    const refused = await sendTestDelivery(ctx(), { id: "w-1", event: "container.updated" });
    expect(refused).toMatchObject({ succeeded: false, status: null, error: "connect ECONNREFUSED" });
    expect(sent[0]).not.toHaveProperty("secret");
  });

  it("to Drayboard has its own secret, arrives and is not ingested", async () => {
    await rememberOwnWebhook(dashboard.db, {
      id: "w-1",
      url: "https://there.example/hook",
      secret: "the real one",
    });
    const body = Buffer.from(notificationBody({ id: "sample" }));
    triggering("the real one", async (secret) => {
      const delivery = { rawBody: body, signature: signatureOf(body, secret) };
      expect(await takeTestDelivery(dashboard.db, await findTest(dashboard.db), delivery)).toBe(true);
      return accepted;
    });
    const outcome = await sendTestDelivery(ctx(), { id: "w-1", event: "container.updated" });
    expect(outcome).toMatchObject({ own: true, succeeded: true });
    expect(Date.now() - Date.parse(outcome.arrivedAt ?? "")).toBeLessThan(10_000);
    expect(sent[0]?.secret).not.toBe("the real one");
    expect((await dashboard.pool.query("select from inbox")).rowCount).toBe(0);
    expect(JSON.stringify(await dashboard.db.select().from(installation))).not.toContain(sent[0]?.secret);
  });

  it.each<[string, string | null, string]>([
    ["looked after by hand", "by hand", "https://alias.example/hook"],
    ["at Drayboard's address", null, "https://dashboard.example/api/webhooks/tracking"],
  ])(
    "to a webhook %s never uses a secret that Drayboard accepts for real deliveries",
    async (_, secret, address) => {
      byHand = secret;
      url = address;
      triggering(secret ?? "a stray's", () => accepted);
      expect(await sendTestDelivery(ctx(), { id: "w-1", event: "container.updated" })).toMatchObject({
        own: true,
        arrivedAt: null,
      });
      expect(["by hand", "a stray's"]).not.toContain(sent[0]?.secret);
    },
  );

  it("to Drayboard reports when it does not arrive", async () => {
    await rememberOwnWebhook(dashboard.db, {
      id: "w-1",
      url: "https://there.example/hook",
      secret: "the real one",
    });
    triggering("the real one", () => ({
      succeeded: false,
      status_code: 502,
      response_body: " Bad gateway ",
    }));
    expect(await sendTestDelivery(ctx(), { id: "w-1", event: "container.updated" })).toMatchObject({
      own: true,
      succeeded: false,
      status: 502,
      response: "Bad gateway",
      arrivedAt: null,
    });
  });
});
