import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { EVENTS, MINIMAL_BODY_EVENTS } from "@/lib/contract/events";
import { itemDocumentSchema, relatedOne } from "@/lib/contract/json-api";
import { startReceiver } from "@/tracking-service/testing/running-service";
import { call, itHere, target } from "./target";

const made: string[] = [];
afterAll(async () => {
  for (const id of made) await call(`/webhooks/${id}`, { method: "DELETE" });
});

const PLAIN = { url: "https://receiver.example/hook", active: false, events: ["container.updated"] };
const body = (attributes: object) => ({ data: { type: "webhook", attributes } });

async function register(attributes: object = {}) {
  const answer = await call("/webhooks", { body: body({ ...PLAIN, ...attributes }) });
  if (answer.status === 201) made.push(answer.item.id);
  return answer;
}

const edit = (id: string, attributes: object) =>
  call(`/webhooks/${id}`, { method: "PATCH", body: body(attributes) });

describe("interface.md, POST /webhooks", () => {
  it("registers an address with active and events: 201, and supplement.md, webhook: a secret of the service's", async () => {
    const answer = await register();
    expect(answer.status).toBe(201);
    expect(answer.item.attributes).toMatchObject({ ...PLAIN, headers: null });
    expect(answer.item.attributes?.secret).toEqual(expect.any(String));
    expect(answer.document.links?.self).toBe(`/v2/webhooks/${answer.item.id}`);
  });

  it.each([
    ["http://receiver.example/", "/data/attributes/url"],
    ["", "/data/attributes/url"],
    ["no address", "/data/attributes/url"],
  ])("takes https alone: %s is 422", async (url, pointer) => {
    const answer = await register({ url });
    expect([answer.status, answer.error.source?.pointer]).toEqual([422, pointer]);
  });

  it("takes events of the catalogue alone: 422", async () => {
    const answer = await register({ events: ["container.sunk"] });
    expect(answer.status).toBe(422);
    expect(answer.error.source?.pointer).toMatch(/^\/data\/attributes\/events/);
  });

  it.each<[string, unknown]>([
    ["another type", { data: { type: "party", attributes: PLAIN } }],
    ["no data", {}],
    ["a list", { data: [] }],
    ["active that is no boolean", body({ ...PLAIN, active: "yes" })],
  ])("refuses %s: 400", async (_what, sent) => {
    expect((await call("/webhooks", { body: sent })).status).toBe(400);
  });
});

describe("supplement.md, webhook: headers", () => {
  it("is kept as an array of name and value", async () => {
    const headers = [{ name: "X-Desk", value: "7" }];
    const { item } = await register({ headers });
    expect(item.attributes?.headers).toEqual(headers);
    expect((await edit(item.id, { headers: null })).item.attributes?.headers).toBeNull();
  });

  it("can neither break a line nor name what the service sets: 422", async () => {
    for (const header of [
      { name: "X-Desk", value: "7\r\nX-Other: 8" },
      { name: "X-T49-Webhook-Signature", value: "7" },
      { name: "Host", value: "elsewhere.example" },
    ]) {
      expect((await register({ headers: [header] })).status).toBe(422);
    }
  });
});

describe("supplement.md, GET /webhooks, GET, PATCH, DELETE /webhooks/{id}", () => {
  it("lists, shows, edits and deletes: 200, 200, 200, 204, then 404", async () => {
    const { item } = await register();
    const list = await call("/webhooks?page[size]=1000");
    expect(list.items.map(({ id }) => id)).toContain(item.id);
    expect((await call(`/webhooks/${item.id}`)).item).toEqual(item);
    const edited = await edit(item.id, { url: "https://other.example/", events: ["container.created"] });
    expect(edited.status).toBe(200);
    expect(edited.item.attributes).toMatchObject({ url: "https://other.example/", active: false });
    const removed = await call(`/webhooks/${item.id}`, { method: "DELETE" });
    expect([removed.status, removed.text]).toEqual([204, ""]);
    for (const method of ["GET", "DELETE"]) {
      expect((await call(`/webhooks/${item.id}`, { method })).status).toBe(404);
    }
  });

  it("refuses an edit that a creation would refuse, and leaves the webhook as it was", async () => {
    const { item } = await register();
    expect(
      (await edit(item.id, { events: ["container.created"], url: "http://receiver.example" })).status,
    ).toBe(422);
    expect((await edit(item.id, { active: 1 })).status).toBe(400);
    expect((await call(`/webhooks/${item.id}`)).item).toEqual(item);
    expect((await edit(randomUUID(), { active: false })).status).toBe(404);
  });
});

describe("supplement.md, GET /webhooks/events", () => {
  it("has categories with a name and events of name and description; Full event catalogue", async () => {
    const { items } = await call("/webhooks/events");
    expect(items.every(({ type }) => type === "webhook_event_category")).toBe(true);
    const named = items.flatMap(({ attributes }) => Object(attributes?.events)).map(({ name }) => name);
    expect(named.sort()).toEqual([...EVENTS].sort());
  });
});

describe("interface.md, GET /webhooks/ips", () => {
  it("lists addresses, and supplement.md: when they were last changed", async () => {
    const answer = await call("/webhooks/ips");
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      webhook_notification_ips: expect.arrayContaining([expect.stringMatching(/^[\d.]+$/)]),
      last_updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });
});

describe("supplement.md, POST /webhooks/trigger", () => {
  itHere(
    "sends one sample delivery and tells both sides",
    "a foreign service cannot reach this machine",
    async () => {
      const receiver = await startReceiver();
      const sent = { url: receiver.url, event: "container.updated", secret: "open sesame" };
      const answer = await call("/webhooks/trigger", { body: sent });
      expect(answer.json).toMatchObject({
        ...{ url: receiver.url, succeeded: true, error: null, status_code: 202, response_body: "" },
        request_body: receiver.received[0]?.text,
      });
      expect(receiver.received[0]?.headers["x-t49-webhook-signature"]).toMatch(/^[0-9a-f]{64}$/);
      await receiver.close();
    },
  );

  it("takes the same addresses as webhooks, and events of the catalogue: 422", async () => {
    const event = "container.updated";
    for (const sent of [
      { url: "http://receiver.example/", event },
      { url: "https://receiver.example/", event: "container.sunk" },
    ]) {
      expect((await call("/webhooks/trigger", { body: sent })).status).toBe(422);
    }
  });
});

describe("supplement.md, GET /webhook_notifications/examples; supplement.md, Full event catalogue; interface.md, Events", () => {
  it.each(EVENTS)("shows %s as it is delivered (Webhook deliveries)", async (event) => {
    const answer = await call(`/webhook_notifications/examples?event=${event}`);
    expect(answer.status).toBe(200);
    const { item, included } = answer;
    expect(item.attributes).toMatchObject({ event, created_at: expect.any(String) });
    expect(Object.keys(item.relationships ?? {})).toEqual(
      expect.arrayContaining(["reference_object", "webhook"]),
    );
    if (MINIMAL_BODY_EVENTS.includes(event)) expect(included.length).toBeLessThan(2);
  });

  it("is 422 for an event that is none", async () => {
    const answer = await call("/webhook_notifications/examples?event=container.sunk");
    expect([answer.status, answer.error.source?.parameter]).toEqual([422, "event"]);
  });
});

describe("supplement.md, GET /webhook_notifications, /{id}", () => {
  itHere(
    "list what was delivered, newest first, each with delivery_status and its log; Webhook deliveries",
    "a foreign service cannot reach this machine",
    async () => {
      const receiver = await startReceiver();
      await register({ url: receiver.url, active: true, events: EVENTS });
      const attributes = { request_number: "TEST-TR-FAILED", request_type: "bill_of_lading", scac: "TEST" };
      const tracked = await call("/tracking_requests", {
        body: { data: { type: "tracking_request", attributes } },
      });
      const aboutIt = () =>
        receiver.received
          .map(({ text }) => itemDocumentSchema.parse(JSON.parse(text)).data)
          .find((notification) => relatedOne(notification, "reference_object")?.id === tracked.item.id);
      await expect
        .poll(() => aboutIt()?.attributes?.event, { timeout: 15_000 })
        .toBe("tracking_request.failed");
      const list = await call(
        "/webhook_notifications?page[size]=1000&include=reference_object,webhook_notification_logs",
      );
      const times = list.items.map(({ attributes: { created_at } = {} }) => String(created_at));
      expect(times).toEqual([...times].sort().reverse());
      const about = list.items.find(({ id }) => id === aboutIt()?.id);
      expect(about?.attributes?.event).toBe("tracking_request.failed");
      await expect
        .poll(
          async () => (await call(`/webhook_notifications/${about?.id}`)).item.attributes?.delivery_status,
        )
        .toBe("succeeded");
      const shown = await call(`/webhook_notifications/${about?.id}?include=webhook_notification_logs`);
      expect(shown.included[0]?.attributes).toMatchObject({ status_code: 202, error: null });
      await receiver.close();
    },
    30_000,
  );

  it("are 404 for none, and 400 for an include that is none", async () => {
    expect((await call(`/webhook_notifications/${randomUUID()}`)).status).toBe(404);
    const answer = await call("/webhook_notifications?include=nothing");
    expect([answer.status, answer.error.source?.parameter]).toEqual([400, "include"]);
  });
});

describe("supplement.md, Webhook deliveries", () => {
  itHere("nobody else sees or edits a webhook: 404", "there is no second account", async () => {
    const { item } = await register();
    const key = target.strangerKey ?? "";
    expect((await call(`/webhooks/${item.id}`, { key })).status).toBe(404);
    expect((await call(`/webhooks/${item.id}`, { key, method: "DELETE" })).status).toBe(404);
    expect((await call("/webhook_notifications", { key })).items).toEqual([]);
  });
});
