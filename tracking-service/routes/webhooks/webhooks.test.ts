import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENTS, SUBSCRIBABLE_EVENTS } from "@/lib/contract/events";
import { announce } from "@/tracking-service/deliveries/enqueue";
import { forgetOld } from "@/tracking-service/deliveries/purge";
import { accounts, shipments, trackingRequests } from "@/tracking-service/store/schema";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";

let service: TestService;
let receiver: Receiver;
let requestId: string;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 6 }, { deliveryTimeoutMs: 500 });
  receiver = await startReceiver();
  const [request] = await service.store.db.select().from(trackingRequests).limit(1);
  requestId = request?.id ?? "";
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

const webhook = (attributes: Record<string, unknown>) => ({ data: { type: "webhook", attributes } });
const PLAIN = { url: "https://dashboard.example/hook", active: true, events: ["container.updated"] };
const register = (attributes: Record<string, unknown> = {}, key?: string) =>
  service.call("/webhooks", { key, body: webhook({ ...PLAIN, ...attributes }) });
const edit = (id: string, attributes: Record<string, unknown>, key?: string) =>
  service.call(`/webhooks/${id}`, { key, method: "PATCH", body: webhook(attributes) });
const remove = (id: string, key?: string) => service.call(`/webhooks/${id}`, { key, method: "DELETE" });

const report = () =>
  service.store.db.transaction((tx) =>
    announce(
      tx,
      service.accountId,
      [{ event: "tracking_request.succeeded", reference: { type: "tracking_request", id: requestId } }],
      new Date(),
    ),
  );

async function withoutFeatures(run: () => Promise<void>): Promise<void> {
  const own = eq(accounts.id, service.accountId);
  const { db } = service.store;
  await db.update(accounts).set({ features: [] }).where(own);
  await run();
  await db
    .update(accounts)
    .set({ features: ["routing_data", "rail_lfd", "container_refresh"] })
    .where(own);
}

describe("a webhook's address", () => {
  it.each([
    "",
    "  ",
    "dashboard",
    "ftp://dashboard.example",
    "http://dashboard.example/hook",
    "http://127.0.0.1.example/hook",
    "http://10.0.0.7/hook",
    "https://me:word@dashboard.example",
    "http://me@127.0.0.1/",
    "https://169.254.169.254/latest",
    "https://0.0.0.0/",
    "https://0/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[2002:7f00:1::]/",
    "https://[fd00:ec2::254]/",
    "https://224.0.0.1/",
    "https://0x7f.1/",
    "https://localhost/",
    "https://10.0.0.7/",
    "https://[fd00::1]/",
    "https://dashboard.example:0/hook",
    "http://127.0.0.1:0/",
    "javascript:alert(1)",
    "https://dashboard.example/hook\n\r",
    "https://dashboard.example/a hook",
    " https://dashboard.example/hook",
    "https://dashboard.example/\u0001",
    `https://dashboard.example/${"x".repeat(2_000)}`,
  ])("is rejected with 422: '%s'", async (url) => {
    for (const response of [await register({ url }), await edit((await register()).item.id, { url })]) {
      expect(response.status).toBe(422);
      expect(response.error.source?.pointer).toBe("/data/attributes/url");
    }
    const response = await service.call("/webhooks/trigger", { body: { url, event: "container.updated" } });
    expect([response.status, response.error.source?.pointer]).toEqual([422, "/url"]);
  });

  it.each(["https://dashboard.example", "http://localhost:9/hook", "http://[::1]:9/", "http://127.1.2.3/"])(
    "is accepted: %s",
    async (url) => {
      const created = await register({ url });
      expect([created.status, created.item.attributes?.url]).toEqual([201, url]);
    },
  );
});

describe("a webhook's headers", () => {
  it.each<[unknown, number, string]>([
    ["X-Drayboard: 1", 400, ""],
    [[{ name: "X-Drayboard" }], 422, "/0/value"],
    [[{ name: "X Dashboard", value: "1" }], 422, "/0/name"],
    [[{ name: "", value: "1" }], 422, "/0/name"],
    [[{ name: "X-Drayboard", value: "1\r\nX-Other: 2" }], 422, "/0/value"],
    [[{ name: "X-Drayboard", value: "ü" }], 422, "/0/value"],
    [[{ name: "X-Drayboard", value: 1 }], 400, "/0/value"],
    [[{ name: "host", value: "elsewhere" }], 422, "/0/name"],
    [[{ name: "Content-Length", value: "3" }], 422, "/0/name"],
    [[{ name: "content-type", value: "text/html" }], 422, "/0/name"],
    [[{ name: "x-t49-webhook-signature", value: "mine" }], 422, "/0/name"],
    [
      [
        { name: "X-Drayboard", value: "1" },
        { name: "x-drayboard", value: "2" },
      ],
      422,
      "",
    ],
    [Array.from({ length: 21 }, (_, at) => ({ name: `X-${at}`, value: "1" })), 422, ""],
  ])("%j are rejected with %i", async (headers, status, at) => {
    const response = await register({ headers });
    expect([response.status, response.error.source?.pointer]).toEqual([
      status,
      `/data/attributes/headers${at}`,
    ]);
  });

  it("are sent with every delivery until they are removed", async () => {
    const headers = [{ name: "X-Drayboard", value: "seven of nine" }];
    const created = await register({ url: receiver.url, events: ["tracking_request.succeeded"], headers });
    expect(created.item.attributes?.headers).toEqual(headers);
    await report();
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]?.headers["x-drayboard"]).toBe("seven of nine");
    expect(receiver.received[0]?.headers["content-type"]).toBe("application/json");
    expect((await edit(created.item.id, { headers: null })).item.attributes?.headers).toBeNull();
    await report();
    await until(() => receiver.received.length === 2);
    expect(receiver.received[1]?.headers["x-drayboard"]).toBeUndefined();
    await remove(created.item.id);
  });
});

describe("editing a webhook", () => {
  it("changes the members in the request and keeps the rest", async () => {
    const { item } = await register();
    const edited = await edit(item.id, { events: ["container.created", "container.created"] });
    expect(edited.status).toBe(200);
    expect(edited.item.attributes).toEqual({ ...item.attributes, events: ["container.created"] });
    expect((await edit(item.id, { active: false })).item.attributes?.active).toBe(false);
    expect((await edit(item.id, {})).item.attributes?.active).toBe(false);
  });

  it.each<[Record<string, unknown>, number, string]>([
    [{ events: [] }, 422, "/data/attributes/events"],
    [{ events: ["container.sunk"] }, 422, "/data/attributes/events/0"],
    [{ active: "yes" }, 400, "/data/attributes/active"],
    [{ active: null }, 422, "/data/attributes/active"],
    [{ url: null }, 422, "/data/attributes/url"],
  ])("rejects %j with %i", async (attributes, status, pointer) => {
    const { item } = await register();
    const response = await edit(item.id, attributes);
    expect([response.status, response.error.source?.pointer]).toEqual([status, pointer]);
    expect((await service.call(`/webhooks/${item.id}`)).item).toEqual(item);
  });

  it("rejects rail deadlines without the feature, with 403", async () => {
    const { item } = await register();
    await withoutFeatures(async () => {
      const events = ["container.pickup_lfd_rail.changed"];
      expect((await register({ events })).status).toBe(403);
      expect((await edit(item.id, { events })).status).toBe(403);
      expect((await register()).status).toBe(201);
    });
  });

  it("reactivates an abandoned webhook and sends waiting notifications at once", async () => {
    const closed = await startReceiver(500);
    const { item } = await register({ url: closed.url, events: ["tracking_request.succeeded"] });
    await report();
    await until(() => closed.received.length === 1);
    const { pool } = service.store;
    const failing = async () =>
      (await pool.query("select failing_since from webhooks where id = $1", [item.id])).rows[0]
        ?.failing_since;
    await until(async () => (await failing()) !== null);
    await pool.query("update webhooks set active = false, abandoned_at = now() where id = $1", [item.id]);
    closed.status = 204;
    const before = closed.received.length;
    expect((await edit(item.id, { active: true })).item.attributes?.active).toBe(true);
    expect(await failing()).toBeNull();
    await until(() => closed.received.length > before, 1_500);
    await remove(item.id);
    await closed.close();
  });
});

describe("deleting a webhook", () => {
  it("removes its waiting notifications and sends nothing more", async () => {
    const closed = await startReceiver(500);
    const { item } = await register({ url: closed.url, events: ["tracking_request.succeeded"] });
    await report();
    await until(() => closed.received.length === 1);
    const { items } = await service.call("/webhook_notifications?page[size]=1");
    expect((await remove(item.id)).status).toBe(200);
    const before = closed.received.length;
    await report();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(closed.received.length).toBe(before);
    expect((await service.call(`/webhooks/${item.id}`)).status).toBe(404);
    expect((await service.call(`/webhook_notifications/${items[0]?.id}`)).status).toBe(404);
    expect((await remove(item.id)).status).toBe(404);
    await closed.close();
  });

  it("succeeds during concurrent notifications, which succeed too", async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        register({ url: receiver.url, events: ["tracking_request.succeeded"] }),
      ),
    );
    const telling = Array.from({ length: 20 }, report);
    const removed = await Promise.all(made.map(({ item }) => remove(item.id)));
    expect(removed.map(({ status }) => status)).toEqual(made.map(() => 200));
    await Promise.all(telling);
  });
});

describe("another account's webhook", () => {
  it("returns the same response as a missing webhook", async () => {
    const { item } = await register();
    const { key } = await service.stranger();
    expect((await service.call(`/webhooks/${item.id}`, { key })).status).toBe(404);
    expect((await edit(item.id, { active: false }, key)).status).toBe(404);
    expect((await remove(item.id, key)).status).toBe(404);
    expect((await service.call("/webhooks", { key })).items).toEqual([]);
    expect((await service.call("/webhook_notifications", { key })).document.meta?.total).toBe(0);
    expect((await service.call(`/webhooks/${item.id}`)).item).toEqual(item);
    expect((await edit(randomUUID(), { active: false })).status).toBe(404);
    expect((await remove("seven")).status).toBe(404);
  });
});

describe("the delivery log", () => {
  it("is paginated newest first and shows all attempts", async () => {
    const created = await register({ url: receiver.url, events: ["tracking_request.succeeded"] });
    const { total: before } = (await service.call("/webhook_notifications")).document.meta ?? { total: 0 };
    for (let reported = 0; reported < 3; reported += 1) await report();
    const all = await service.call("/webhook_notifications?page[size]=100&include=webhook");
    expect(all.document.meta?.total).toBe(before + 3);
    expect(all.included.map(({ type }) => type)).toContain("webhook");
    const times = all.items.map(({ attributes }) => String(attributes?.created_at));
    expect(times).toEqual([...times].sort().reverse());
    const [first, second] = all.items;
    const page = await service.call("/webhook_notifications?page[size]=1&page[number]=2");
    expect(page.items.map(({ id }) => id)).toEqual([second?.id]);
    await until(async () => {
      const { item } = await service.call(`/webhook_notifications/${first?.id}`);
      return item.attributes?.delivery_status === "succeeded";
    });
    const shown = await service.call(
      `/webhook_notifications/${first?.id}?include=webhook_notification_logs,reference_object`,
    );
    expect(shown.included.map(({ type }) => type).sort()).toEqual([
      "tracking_request",
      "webhook_notification_log",
    ]);
    expect((await service.call("/webhook_notifications?include=logs")).error.source?.parameter).toBe(
      "include",
    );
    await remove(created.item.id);
  });

  it("is deleted with the shipments' changes after 14 days", async () => {
    const { pool, db } = service.store;
    const [shipment] = await db.select().from(shipments).limit(1);
    await pool.query(
      `insert into change_events (id, account_id, type, shipment_id, created_at, attributes, places, stored_at)
       select gen_random_uuid(), $1, 'estimated_event', $2, now(), '{}', '{}', now() - interval '15 days'
       from generate_series(1, 4500)`,
      [service.accountId, shipment?.id],
    );
    const { item } = await register({ url: receiver.url, events: ["tracking_request.succeeded"] });
    await report();
    await pool.query("update webhook_notifications set stored_at = now() - interval '15 days'");
    await report();
    expect((await pool.query("select 1 from webhook_notifications")).rowCount).toBe(2);
    await forgetOld(db, new Date(), () => false);
    expect((await pool.query("select 1 from webhook_notifications")).rowCount).toBe(1);
    expect((await pool.query("select 1 from change_events")).rowCount).toBe(0);
    await remove(item.id);
  });
});

describe("the list of events", () => {
  it("contains each event once, described, by category", async () => {
    const { items } = await service.call("/webhooks/events");
    const listed = items.flatMap(({ attributes }) => attributes?.events ?? []);
    expect(listed).toHaveLength(SUBSCRIBABLE_EVENTS.length);
    for (const event of EVENTS) {
      expect(listed).toContainEqual({ name: event, description: expect.stringMatching(/^[A-Z].{20,}\.$/) });
    }
  });
});
