import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EVENTS } from "@/lib/contract/events";
import { registersItself } from "@/lib/features/webhooks/rules/callback-url";
import { findTest, takeTestDelivery } from "@/lib/ingest/sample-delivery";
import {
  fetchDeliveryAddresses,
  findDeliveryAddresses,
  isKnownSource,
  noteRefusedSource,
} from "@/lib/ingest/sender-addresses";
import { signatureOf } from "@/lib/ingest/signature";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { AppError } from "@/lib/platform/errors";
import { TrackingClient } from "@/lib/tracking-client/client";
import { findOwnWebhook, rememberOwnWebhook } from "@/lib/tracking-client/registered-webhook";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { ensureWebhook } from "./ensure-registered";
import { findWebhookCheck } from "./registration-check";

const publicUrl = "http://127.0.0.1:3000";
const url = `${publicUrl}/api/webhooks/tracking`;

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let registered: { id: string; attributes: Record<string, unknown> }[] = [];
let created: StubResponse | null = null;
let slowMs = 0;
/** Whether deliveries of the service reach Drayboard. */
let reaches = true;
/** Requests that the service refuses as busy, matched by method, path and body. */
let busyAt: RegExp | null = null;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(installation);
  registered = [];
  created = null;
  slowMs = 0;
  reaches = true;
  busyAt = null;
  stub = await StubService.start(async ({ method, path, body }) => {
    if (busyAt?.test(`${method} ${path} ${body}`))
      return { status: 429, headers: { "Retry-After": "60" }, body: {} };
    if (method === "GET" && path.startsWith("webhooks?")) {
      const data = registered.map((webhook) => ({ type: "webhook", ...webhook }));
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      return { body: { data } };
    }
    const edited = registered.find(({ id }) => method === "PATCH" && path === `webhooks/${id}`);
    if (edited) {
      Object.assign(edited.attributes, JSON.parse(body).data.attributes);
      return { body: { data: { type: "webhook", ...edited } } };
    }
    if (method === "POST" && path === "webhooks/trigger") {
      const taken =
        reaches && (await takeTestDelivery(dashboard.db, await findTest(dashboard.db), signedWith(body)));
      // Like a service that does not return the response of targets in its own network.
      const response = { response_headers: null, response_body: null };
      return { body: { succeeded: taken, status_code: taken ? 202 : 401, ...response } };
    }
    if (method !== "POST" || path !== "webhooks") return undefined;
    if (created) return created;
    const { events } = JSON.parse(body).data.attributes;
    const webhook = { id: `w-${registered.length + 1}`, attributes: { url, active: true, events } };
    registered.push(webhook);
    const attributes = { ...webhook.attributes, secret: `secret of ${webhook.id}` };
    return { status: 201, body: { data: { type: "webhook", id: webhook.id, attributes } } };
  });
});
afterEach(() => stub.stop());

/** A sample delivery as received by Drayboard, signed with the secret in `body`. */
function signedWith(body: string) {
  const rawBody = Buffer.from("{}");
  return { rawBody, signature: signatureOf(rawBody, JSON.parse(body).secret) };
}

const ensure = (rest: { webhookSecret?: string; trustedProxyHeader?: string } = {}) => {
  const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });
  return ensureWebhook(dashboard.db, client, {
    publicUrl,
    trackingApiUrl: stub.baseUrl,
    webhookSecret: null,
    ...rest,
  });
};
const creations = () => stub.requests.filter(({ method, path }) => method === "POST" && path === "webhooks");

describe("webhook self-registration", () => {
  const https = "https://api.example.com/v2";
  it.each<[boolean, string, string, string | null]>([
    [true, "http://127.0.0.1:4010/v2", "http://127.0.0.1:3000", null],
    [true, "http://localhost:4010/v2", "http://dashboard.example.com", null],
    [true, "http://[::1]:4010/v2", "http://127.0.0.1:3000", null],
    [true, "http://127.0.0.2:4010/v2", "http://dashboard.example.com", null],
    [true, https, "https://dashboard.example.com", null],
    [false, https, "http://127.0.0.1:3000", null],
    [false, https, "http://dashboard.example.com", null],
    [false, "https://localhost.example.com/v2", "http://dashboard.example.com", null],
    [false, "http://127.0.0.1:4010/v2", "http://127.0.0.1:3000", "set by hand"],
    [false, https, "https://dashboard.example.com", "set by hand"],
  ])(
    "is allowed: %s, with upstream %s, Drayboard at %s and secret %s",
    (allowed, trackingApiUrl, address, webhookSecret) => {
      expect(registersItself({ publicUrl: address, trackingApiUrl, webhookSecret })).toBe(allowed);
    },
  );

  it("subscribes to all events and stores the secret of the response", async () => {
    await ensure();
    expect(JSON.parse(creations()[0]?.body ?? "")).toEqual({
      data: { type: "webhook", attributes: { url, active: true, events: [...EVENTS] } },
    });
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({ id: "w-1", url, secret: "secret of w-1" });
  });

  it("creates one webhook and finds it again after a restart", async () => {
    for (const _ of [1, 2, 3]) await ensure();
    expect(creations()).toHaveLength(1);
  });

  it("creates one webhook when several processes start together", async () => {
    slowMs = 200;
    await Promise.all([ensure(), ensure(), ensure()]);
    expect(creations()).toHaveLength(1);
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({ id: "w-1" });
  });

  it("sends no request when the webhook was registered manually", async () => {
    await ensure({ webhookSecret: "set by hand" });
    expect(stub.requests).toEqual([]);
    expect(await findOwnWebhook(dashboard.db)).toBeNull();
  });
});

describe("an existing webhook", () => {
  const theirs = (attributes: object, id = "w-7") => ({
    id,
    attributes: { url, active: true, ...attributes },
  });

  it("at Drayboard's address is reused when the service returns its secret", async () => {
    registered = [theirs({ secret: "reported again" })];
    await ensure();
    expect(creations()).toEqual([]);
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({ id: "w-7", url, secret: "reported again" });
  });

  it.each([
    ["its secret is not known", theirs({})],
    ["it has another address", theirs({ url: `${url}/other`, secret: "x" })],
    ["its address is another case or port", theirs({ url: url.replace("3000", "3001"), secret: "x" })],
  ])("is not used when %s, and a new one is created", async (_, webhook) => {
    registered = [webhook];
    await ensure();
    expect(creations()).toHaveLength(1);
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({ id: "w-2" });
  });

  it("that is inactive is reactivated once the service can reach Drayboard", async () => {
    registered = [theirs({ active: false, secret: "reported again" })];
    reaches = false;
    await expect(ensure()).rejects.toThrow(/can’t deliver to .*response status 401/);
    expect(registered[0]?.attributes.active).toBe(false);
    expect(await findWebhookCheck(dashboard.db)).toMatchObject({
      atService: { id: "w-7", active: false },
      reactivatedAt: null,
      problem: expect.stringContaining("can’t deliver"),
    });
    reaches = true;
    await ensure();
    expect(registered[0]?.attributes.active).toBe(true);
    expect(await findWebhookCheck(dashboard.db)).toMatchObject({
      atService: { active: true },
      reactivatedAt: expect.any(String),
      problem: null,
    });
    expect(creations()).toEqual([]);
  });

  it("that is inactive because of a new sender address is reactivated after the address list is refetched", async () => {
    const day = 24 * 3_600_000;
    const ips = { webhook_notification_ips: ["203.0.113.7"] };
    registered = [theirs({ active: false, secret: "reported again" })];
    const { answer } = stub;
    stub.answer = async (request) => {
      if (request.path === "webhooks/ips") return { body: ips };
      // The response of Drayboard to deliveries from 203.0.113.8.
      reaches = isKnownSource("203.0.113.8", await findDeliveryAddresses(dashboard.db), new Date());
      return answer(request);
    };
    const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 });
    await fetchDeliveryAddresses(dashboard.db, client, new Date(Date.now() - 2 * day));
    await noteRefusedSource(dashboard.db);
    await expect(ensure()).rejects.toThrow(/can’t deliver/);
    ips.webhook_notification_ips = ["203.0.113.8"];
    await ensure({ trustedProxyHeader: "X-Real-IP" });
    expect(registered[0]?.attributes.active).toBe(true);
  });

  it("is registered even if the sender addresses cannot be read", async () => {
    await ensure({ trustedProxyHeader: "X-Real-IP" });
    expect(stub.asked).toContain("webhooks/ips");
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({ id: "w-1" });
  });

  it("does not replace the deleted webhook with the stored secret", async () => {
    await rememberOwnWebhook(dashboard.db, { id: "w-old", url, secret: "kept" });
    registered = [theirs({})];
    await ensure();
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({ id: "w-2" });
  });

  it("is looked up without endless requests in a list that ignores paging", async () => {
    registered = Array.from({ length: 120 }, (_, n) => theirs({ url: `https://x/${n}` }, `w-${n}`));
    await ensure();
    expect(stub.requests.length).toBeLessThanOrEqual(6);
    expect(creations()).toHaveLength(1);
  });
});

describe("a sync run for missed deliveries", () => {
  const asleep = () => ({
    id: "w-7",
    attributes: { url, active: false, secret: "reported", events: [...EVENTS] },
  });
  const wanted = eq(installation.name, "round_wanted");
  const requested = async () =>
    (await dashboard.db.delete(installation).where(wanted).returning()).length > 0;

  it.each<[string, RegExp, () => typeof registered]>([
    ["switched on again, its events were not asked for", /^PATCH .*"events"/, () => [asleep()]],
    ["switched on again, its deliveries were not counted", /^GET webhook_notifications/, () => [asleep()]],
    ["made, its deliveries were not counted", /^GET webhook_notifications/, () => []],
  ])("is requested once, even when the webhook was %s", async (_, busy, found) => {
    registered = found();
    busyAt = busy;
    await expect(ensure()).rejects.toThrow(AppError);
    expect(registered).toMatchObject([{ attributes: { active: true } }]);
    expect(await requested()).toBe(true);
    await ensure().catch(() => {});
    busyAt = null;
    await ensure();
    expect(await requested()).toBe(false);
  });

  it.each<[string, () => Promise<void>]>([
    [
      "switched it on",
      async () => {
        registered = [asleep()];
        reaches = false;
        await expect(ensure()).rejects.toThrow(/can’t deliver/);
        Object.assign(registered[0]?.attributes ?? {}, { active: true });
      },
    ],
    [
      "replaced it",
      async () => {
        registered = [{ ...asleep(), attributes: { ...asleep().attributes, active: true } }];
        await ensure();
        await requested();
        registered = [{ id: "w-8", attributes: { url, active: true, events: [...EVENTS] } }];
        await rememberOwnWebhook(dashboard.db, { id: "w-8", url, secret: "kept" });
      },
    ],
    [
      "subscribed to it again",
      async () => {
        await ensure();
        await requested();
        Object.assign(registered[0]?.attributes ?? {}, { events: ["container.updated"] });
        busyAt = /^PATCH/;
        await expect(ensure()).rejects.toThrow(AppError);
        busyAt = null;
        Object.assign(registered[0]?.attributes ?? {}, { events: [...EVENTS] });
      },
    ],
  ])("is requested by the next check after the process was killed when it had %s", async (_, killed) => {
    await killed();
    expect(await requested()).toBe(false);
    await ensure();
    expect(await requested()).toBe(true);
    await ensure();
    expect(await requested()).toBe(false);
  });
});

describe("a failed registration", () => {
  it.each<[string, StubResponse]>([
    ["refuses", { status: 422, body: { errors: [{ detail: "url is not https" }] } }],
    ["does not answer", { status: 503, body: {} }],
    ["gives no secret", { status: 201, body: { data: { type: "webhook", id: "w-1", attributes: { url } } } }],
    ["answers something else", { status: 201, text: "created" }],
  ])("stores nothing when the service %s", async (_, result) => {
    created = result;
    await expect(ensure()).rejects.toThrow(AppError);
    expect(await findOwnWebhook(dashboard.db)).toBeNull();
    created = null;
    await ensure();
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({
      secret: expect.stringContaining("secret of"),
    });
  });
});
