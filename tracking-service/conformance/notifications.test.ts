import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENTS, type EventName, MINIMAL_BODY_EVENTS, UNRELATED_BODY_EVENTS } from "@/lib/contract/events";
import { itemDocumentSchema, type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { type Receiver, startReceiver } from "@/tracking-service/testing/receiver";
import { until } from "@/tracking-service/testing/until";
import { referenceOf, relatedOf } from "./delivered-records";
import { send, UNKNOWN } from "./recorded-requests";
import { call, checkRecords, itDelivered, POLL_EVERY_MS, patience, showing, target } from "./target";

const titleOf = (event: EventName) =>
  showing(
    `${event} as it is delivered`,
    `supplement.md, Full event catalogue: ${event} with its reference_object and included`,
    `interface.md, Events: ${event}`,
  );

describe("supplement.md, GET /webhook_notifications/examples?event=", () => {
  it.each(EVENTS.map((event) => [titleOf(event), event] as const))("%s", async (_, event) => {
    const response = await call(`/webhook_notifications/examples?event=${event}`);
    expect(response.status).toBe(200);
    const { included } = response;
    const [item] = response.items;
    if (!item) throw new Error(`no example of ${event}`);
    expect(item).toMatchObject({
      type: "webhook_notification",
      attributes: { event, delivery_status: expect.any(String), created_at: expect.any(String) },
    });
    expect(relatedOne(item, "webhook")?.type).toBe("webhook");
    const reference = relatedOne(item, "reference_object");
    expect(reference?.type).toBe(referenceOf(event));
    const types = included.map(({ type }) => type);
    if (MINIMAL_BODY_EVENTS.includes(event)) {
      expect([[], [reference?.type]]).toContainEqual(types);
      if (UNRELATED_BODY_EVENTS.includes(event))
        for (const { relationships } of included) expect(relationships).toBeUndefined();
      return;
    }
    checkRecords(response.json);
    expect(included.map(({ id }) => id)).toContain(reference?.id);
    expect(types).toEqual(expect.arrayContaining([...relatedOf(event)]));
  });

  it("is 422 for an event that is none", async () => {
    const response = await call("/webhook_notifications/examples?event=container.sunk");
    expect([response.status, response.error.source?.parameter]).toEqual([422, "event"]);
  });
});

describe("supplement.md, GET /webhook_notifications", () => {
  let receiver: Receiver;
  let webhook: string;
  let about: JsonApiRecord;

  async function failAgain(): Promise<void> {
    const { item } = await send(UNKNOWN);
    const notified = () =>
      receiver.received
        .map(({ text }) => itemDocumentSchema.parse(JSON.parse(text)).data)
        .find((notification) => relatedOne(notification, "reference_object")?.id === item.id);
    await until(() => notified() !== undefined, patience(30_000));
    about = notified() ?? about;
  }

  beforeAll(async () => {
    if (!target.ours || !target.near) return;
    receiver = await startReceiver();
    const events: EventName[] = ["tracking_request.failed"];
    const attributes = { url: receiver.url, active: true, events };
    webhook = (await call("/webhooks", { body: { data: { type: "webhook", attributes } } })).item.id;
    await failAgain();
  });
  afterAll(async () => {
    if (!target.ours || !target.near) return;
    await call(`/webhooks/${webhook}`, { method: "DELETE" });
    await receiver.close();
  });

  const shown = (include = "") => call(`/webhook_notifications/${about.id}${include}`);

  itDelivered("delivery log: newest first, with what each is about", async () => {
    const list = await call("/webhook_notifications?page[size]=100&include=reference_object");
    const times = list.items.map(({ attributes: { created_at } = {} }) => String(created_at));
    expect(times).toEqual([...times].sort().reverse());
    const listed = list.items.find(({ id }) => id === about.id);
    expect(listed?.attributes?.event).toBe("tracking_request.failed");
    expect(list.included.map(({ id }) => id)).toContain(relatedOne(about, "reference_object")?.id);
  });

  itDelivered(
    "page[size]; supplement.md, GET /webhook_notifications/{id}; supplement.md, delivery_status: succeeded",
    async () => {
      expect((await call("/webhook_notifications?page[size]=1")).items).toHaveLength(1);
      await until(
        async () => (await shown()).item.attributes?.delivery_status === "succeeded",
        patience(15_000),
        POLL_EVERY_MS,
      );
    },
  );

  itDelivered(
    "supplement.md, webhook_notification: relationship webhook_notification_logs: every try with its answer",
    async () => {
      const { included } = await shown("?include=webhook_notification_logs");
      expect(included[0]?.attributes).toMatchObject({ status_code: 202, error: null });
    },
  );

  itDelivered("supplement.md, delivery_status: pending while it is not accepted", async () => {
    receiver.status = 500;
    const before = about.id;
    await failAgain();
    receiver.status = 202;
    expect(about.id).not.toBe(before);
    expect((await shown()).item.attributes?.delivery_status).toBe("pending");
  });

  it("404 for none, and 400 for an include that is none", async () => {
    expect((await call(`/webhook_notifications/${randomUUID()}`)).status).toBe(404);
    const response = await call("/webhook_notifications?include=nothing");
    expect([response.status, response.error.source?.parameter]).toEqual([400, "include"]);
  });
});
