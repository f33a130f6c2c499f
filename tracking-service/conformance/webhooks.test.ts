import { createHmac, randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { SUBSCRIBABLE_EVENTS } from "@/lib/contract/events";
import { startReceiver } from "@/tracking-service/testing/receiver";
import { call, itDelivered, itHere, target } from "./target";

const made: string[] = [];
afterAll(async () => {
  for (const id of made) await call(`/webhooks/${id}`, { method: "DELETE" });
});

const PLAIN = { url: "https://receiver.example/hook", active: false, events: ["container.updated"] };
const body = (attributes: object) => ({ data: { type: "webhook", attributes } });

async function register(attributes: object = {}) {
  const response = await call("/webhooks", { body: body({ ...PLAIN, ...attributes }) });
  if (response.status === 201) made.push(response.item.id);
  return response;
}

const edit = (id: string, attributes: object) =>
  call(`/webhooks/${id}`, { method: "PATCH", body: body(attributes) });

describe.each(["interface.md, POST /webhooks", "interface.md, webhook"])("%s", () => {
  it.each<[string, unknown]>([
    ["url", PLAIN.url],
    ["active", false],
    ["events", PLAIN.events],
  ])("%s", async (name, value) => {
    expect((await register()).item.attributes?.[name]).toEqual(value);
    const wrong = await register({ [name]: 7 });
    expect([wrong.status, wrong.error.source?.pointer]).toEqual([400, `/data/attributes/${name}`]);
  });
});

describe("interface.md, POST /webhooks", () => {
  it("answers 201 with its address, and supplement.md, webhook: secret of the service's", async () => {
    const response = await register();
    expect(response.status).toBe(201);
    expect(response.item.attributes).toMatchObject({ ...PLAIN, headers: null });
    expect(response.item.attributes?.secret).toEqual(expect.any(String));
    expect(response.document.links?.self).toContain(`/v2/webhooks/${response.item.id}`);
  });

  it("data.type is webhook", async () => {
    const response = await call("/webhooks", { body: { data: { type: "hook", attributes: PLAIN } } });
    expect([response.status, response.error.source?.pointer]).toEqual([400, "/data/type"]);
  });

  it.each([
    ["http://receiver.example/", "/data/attributes/url"],
    ["", "/data/attributes/url"],
    ["no address", "/data/attributes/url"],
  ])("takes https alone: %s is 422", async (url, pointer) => {
    const response = await register({ url });
    expect([response.status, response.error.source?.pointer]).toEqual([422, pointer]);
  });

  it("takes events of the catalogue alone: 422", async () => {
    const response = await register({ events: ["container.sunk"] });
    expect(response.status).toBe(422);
    expect(response.error.source?.pointer).toMatch(/^\/data\/attributes\/events/);
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

describe("supplement.md, webhook", () => {
  it("headers are kept as an array of name and value", async () => {
    const headers = [{ name: "X-Drayboard", value: "7" }];
    const { item } = await register({ headers });
    expect(item.attributes?.headers).toEqual(headers);
    expect((await edit(item.id, { headers: null })).item.attributes?.headers).toBeNull();
  });

  it("headers can neither break a line nor name what the service sets: 422", async () => {
    for (const header of [
      { name: "X-Drayboard", value: "7\r\nX-Other: 8" },
      { name: "X-T49-Webhook-Signature", value: "7" },
      { name: "Host", value: "elsewhere.example" },
    ]) {
      expect((await register({ headers: [header] })).status).toBe(422);
    }
  });
});

describe("supplement.md, webhooks", () => {
  it("supplement.md, GET /webhooks: lists them (interface.md, Other endpoints: listing webhooks)", async () => {
    const { item } = await register();
    const list = await call("/webhooks?page[size]=100");
    expect(list.items.map(({ id }) => id)).toContain(item.id);
  });

  it("supplement.md, GET /webhooks/{id}: shows one", async () => {
    const { item } = await register();
    expect((await call(`/webhooks/${item.id}`)).item).toEqual(item);
  });

  it("supplement.md, PATCH /webhooks/{id}: edits what is sent", async () => {
    const { item } = await register();
    const edited = await edit(item.id, { url: "https://other.example/", events: ["container.created"] });
    expect(edited.status).toBe(200);
    expect(edited.item.attributes).toMatchObject({
      url: "https://other.example/",
      active: false,
      events: ["container.created"],
    });
  });

  it("supplement.md, DELETE /webhooks/{id}: 200 without a body, then 404", async () => {
    const { item } = await register();
    const removed = await call(`/webhooks/${item.id}`, { method: "DELETE" });
    expect([removed.status, removed.text]).toEqual([200, ""]);
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
  it("categories of events with name and description; interface.md, Events: more than 30 kinds", async () => {
    const { items } = await call("/webhooks/events");
    expect(items.every(({ type }) => type === "webhook_event_category")).toBe(true);
    const named = items.flatMap(({ attributes }) => Object(attributes?.events)).map(({ name }) => name);
    expect(named.sort()).toEqual([...SUBSCRIBABLE_EVENTS].sort());
    expect(named.length).toBeGreaterThan(30);
  });
});

describe("interface.md, GET /webhooks/ips", () => {
  it("addresses deliveries come from; supplement.md, GET /webhooks/ips: webhook_notification_ips; supplement.md, GET /webhooks/ips: last_updated", async () => {
    const response = await call("/webhooks/ips");
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({
      webhook_notification_ips: expect.arrayContaining([expect.stringMatching(/^[\d.]+$/)]),
      last_updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });
});

describe("supplement.md, POST /webhooks/trigger", () => {
  itDelivered("sends one sample delivery and tells both sides", async () => {
    const receiver = await startReceiver();
    const response = await call("/webhooks/trigger", {
      body: { url: receiver.url, event: "container.updated" },
    });
    expect(response.json).toMatchObject({
      ...{ url: receiver.url, succeeded: true, error: null, status_code: 202 },
      request_body: receiver.received[0]?.text,
      request_headers: expect.anything(),
    });
    // Null for a receiver at a loopback address, such as this one at our own service.
    expect([null, ""]).toContain(Object(response.json).response_body);
    expect(response.json).toHaveProperty("response_headers");
    await receiver.close();
  });

  itDelivered("secret: the sample is signed with it", async () => {
    const receiver = await startReceiver();
    const secret = "open sesame";
    await call("/webhooks/trigger", { body: { url: receiver.url, event: "container.created", secret } });
    const [sample] = receiver.received;
    const expected = createHmac("sha256", secret)
      .update(sample?.text ?? "")
      .digest("hex");
    expect(sample?.headers["x-t49-webhook-signature"]).toBe(expected);
    await receiver.close();
  });

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

describe("supplement.md, webhooks of another account", () => {
  itHere("nobody else sees or edits a webhook: 404", "there is no second account", async () => {
    const { item } = await register();
    const key = target.strangerKey ?? "";
    expect((await call(`/webhooks/${item.id}`, { key })).status).toBe(404);
    expect((await call(`/webhooks/${item.id}`, { key, method: "DELETE" })).status).toBe(404);
    expect((await call("/webhook_notifications", { key })).items).toEqual([]);
  });
});
