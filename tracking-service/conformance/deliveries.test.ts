import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { itemDocumentSchema, type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { type Receiver, startReceiver } from "@/tracking-service/testing/receiver";
import { until } from "@/tracking-service/testing/until";
import { answered, ask, KNOWN, maersk, UNKNOWN } from "./asked-requests";
import { call, checkRecords, itHere, target } from "./target";

const WHY = "it cannot reach this machine";
const LONG_MS = 90_000;

let receiver: Receiver;
let webhook: JsonApiRecord;
let request: string;

async function allEvents(): Promise<string[]> {
  const { items } = await call("/webhooks/events");
  return items.flatMap(({ attributes }) => Object(attributes?.events)).map(({ name }) => String(name));
}

async function register(url: string, events: readonly string[]): Promise<JsonApiRecord> {
  const attributes = { url, active: true, events };
  return (await call("/webhooks", { body: { data: { type: "webhook", attributes } } })).item;
}

beforeAll(async () => {
  if (!target.own) return;
  receiver = await startReceiver();
  webhook = await register(receiver.url, await allEvents());
  request = (await ask(maersk("MAEU261490017"))).item.id;
  // 9924 stops, 9925 is named late, 9926 changes its terminal, 9927 is corrected, 9929 has a hold that flaps.
  const later = ["9913", "9924", "9925", "9926", "9927", "9929"].map((ending) => maersk(`MAEU2614${ending}`));
  for (const attributes of [KNOWN, UNKNOWN, ...later]) await ask(attributes);
});
afterAll(async () => {
  if (!target.own) return;
  await call(`/webhooks/${webhook.id}`, { method: "DELETE" });
  await receiver.close();
});

const documents = () => receiver.received.map(({ text }) => itemDocumentSchema.parse(JSON.parse(text)));
const of = (event: string) => documents().filter(({ data }) => data.attributes?.event === event);

async function delivered(event: string) {
  await until(() => of(event).length > 0, LONG_MS, 200);
  const [first] = of(event);
  if (!first) throw new Error(`${event} never came`);
  return first;
}

describe("interface.md, Events: delivered by HTTP POST", () => {
  for (const event of [
    "tracking_request.succeeded",
    "tracking_request.failed",
    "tracking_request.awaiting_manifest",
    "tracking_request.tracking_stopped",
    "container.created",
    "container.updated",
    "container.pod_terminal_changed",
    "container.transport.vessel_departed",
  ]) {
    itHere(
      `${event} (supplement.md, Webhook deliveries: reference_object, idempotency key)`,
      WHY,
      async () => {
        const document = await delivered(event);
        expect(document.data).toMatchObject({
          type: "webhook_notification",
          id: expect.any(String),
          attributes: { event, created_at: expect.stringMatching(/Z$/) },
        });
        expect(relatedOne(document.data, "webhook")?.id).toBe(webhook.id);
        expect(relatedOne(document.data, "reference_object")).not.toBeNull();
        checkRecords(document);
      },
      LONG_MS,
    );
  }

  itHere(
    "container.updated carries a changeset of [old, new]",
    WHY,
    async () => {
      const { included = [] } = await delivered("container.updated");
      const event = included.find(({ type }) => type === "container_updated_event");
      const changes = Object.entries(Object(event?.attributes?.changeset));
      expect(changes.length).toBeGreaterThan(0);
      const box = included.find(({ type }) => type === "container");
      for (const [name, change] of changes) {
        expect(change).toHaveLength(2);
        const [before, after] = Array.isArray(change) ? change : [];
        expect(before).not.toEqual(after);
        if (name !== "pod_terminal") expect(box?.attributes).toHaveProperty(name);
      }
    },
    LONG_MS,
  );
});

describe("supplement.md, Webhook deliveries", () => {
  itHere(
    "signature: hex HMAC-SHA256 of the raw body under the secret (interface.md, Authentication: HMAC)",
    WHY,
    async () => {
      await delivered("tracking_request.failed");
      for (const { text, headers } of receiver.received) {
        const expected = createHmac("sha256", String(webhook.attributes?.secret)).update(text).digest("hex");
        expect(headers["x-t49-webhook-signature"]).toBe(expected);
      }
    },
    LONG_MS,
  );

  itHere(
    "container events come once per container",
    WHY,
    async () => {
      const answer = await answered(request);
      const shipment = relatedOne(answer.item, "tracked_object")?.id;
      const boxes = await call(`/shipments/${shipment}?include=containers`);
      const told = () =>
        of("container.created").flatMap(({ included = [] }) =>
          included
            .filter(({ type }) => type === "container_created_event")
            .filter((event) => relatedOne(event, "shipment")?.id === shipment)
            .flatMap((event) => relatedOne(event, "container")?.id ?? []),
        );
      await until(() => told().length >= boxes.included.length, LONG_MS, 200);
      expect(told().sort()).toEqual(boxes.included.map(({ id }) => id).sort());
    },
    LONG_MS,
  );

  itHere(
    "what is refused is retried, with the same idempotency key and the same text",
    WHY,
    async () => {
      const unwilling = await startReceiver(500);
      const own = await register(unwilling.url, ["tracking_request.failed"]);
      await ask({ ...UNKNOWN, ref_numbers: ["retried"] });
      await until(() => unwilling.received.length > 0, LONG_MS, 50);
      unwilling.status = 202;
      const [first] = unwilling.received;
      await until(
        () => unwilling.received.filter(({ text }) => text === first?.text).length > 1,
        LONG_MS,
        50,
      );
      await call(`/webhooks/${own.id}`, { method: "DELETE" });
      await unwilling.close();
    },
    LONG_MS,
  );
});
