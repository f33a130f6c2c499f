import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { itemDocumentSchema, type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { type Receiver, startReceiver } from "@/tracking-service/testing/receiver";
import { until } from "@/tracking-service/testing/until";
import { referenceOf } from "./delivered-records";
import { answered, KNOWN, maersk, numbered, send, UNKNOWN } from "./recorded-requests";
import { call, checkRecords, itDelivered, showing, target } from "./target";

const LONG_MS = 90_000;

const DELIVERED = [
  "tracking_request.succeeded",
  "tracking_request.failed",
  "tracking_request.awaiting_manifest",
  "tracking_request.tracking_stopped",
  "container.created",
  "container.updated",
  "container.pod_terminal_changed",
  "container.transport.vessel_departed",
];

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
  if (!target.ours || !target.near) return;
  receiver = await startReceiver();
  webhook = await register(receiver.url, await allEvents());
  request = (await send(maersk(numbered("0017")))).item.id;
  // Test numbers by ending: 9924 stops, 9925 gets a late name, 9926 changes its terminal. 9927 is corrected, and 9929
  // has a hold that is set and released repeatedly.
  const later = ["9913", "9924", "9925", "9926", "9927", "9929"].map((ending) => maersk(numbered(ending)));
  for (const attributes of [KNOWN, UNKNOWN, ...later]) await send(attributes);
});
afterAll(async () => {
  if (!target.ours || !target.near) return;
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

describe("interface.md, Events", () => {
  for (const event of DELIVERED) {
    itDelivered(
      showing(
        "delivered by HTTP POST",
        "interface.md, What the service does: changes are pushed to webhooks",
        `interface.md, Events: ${event}`,
        "supplement.md, Webhook deliveries: event, delivery_status and created_at",
        "supplement.md, Webhook deliveries: relationships webhook and reference_object",
      ),
      async () => {
        const document = await delivered(event);
        expect(document.data).toMatchObject({
          type: "webhook_notification",
          id: expect.any(String),
          attributes: { event, delivery_status: "pending", created_at: expect.stringMatching(/Z$/) },
        });
        expect(relatedOne(document.data, "webhook")?.id).toBe(webhook.id);
        expect(relatedOne(document.data, "reference_object")?.type).toBe(referenceOf(event));
        checkRecords(document);
      },
      LONG_MS,
    );
  }

  itDelivered(
    "POST /tracking_requests leads to tracking_request events",
    async () => {
      const { item } = await send(UNKNOWN);
      const reported = () =>
        of("tracking_request.failed").filter(
          ({ data }) => relatedOne(data, "reference_object")?.id === item.id,
        );
      await until(() => reported().length > 0, LONG_MS, 200);
    },
    LONG_MS,
  );

  itDelivered(
    "carrier, terminal and rail updates lead to container events",
    async () => {
      await delivered("container.transport.vessel_departed");
      const { included = [] } = await delivered("container.updated");
      const types = included.map(({ type }) => type);
      expect(types).toEqual(expect.arrayContaining(["container_updated_event", "container"]));
    },
    LONG_MS,
  );

  itDelivered(
    "a webhook subscribes to a chosen list, and nothing else is sent to it",
    async () => {
      const choosy = await startReceiver();
      const own = await register(choosy.url, ["tracking_request.failed"]);
      await send(KNOWN);
      await send(UNKNOWN);
      await until(() => choosy.received.length > 0, LONG_MS, 50);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await call(`/webhooks/${own.id}`, { method: "DELETE" });
      await choosy.close();
      expect(new Set(choosy.events())).toEqual(new Set(["tracking_request.failed"]));
    },
    LONG_MS,
  );

  itDelivered(
    "container.updated carries a changeset, old value first",
    async () => {
      const { included = [] } = await delivered("container.updated");
      const event = included.find(({ type }) => type === "container_updated_event");
      const changes = Object.entries(Object(event?.attributes?.changeset));
      expect(changes.length).toBeGreaterThan(0);
      const container = included.find(({ type }) => type === "container");
      for (const [name, change] of changes) {
        expect(change).toHaveLength(2);
        const [before, after] = Array.isArray(change) ? change : [];
        expect(before).not.toEqual(after);
        const { import_deadlines: deadlines } = Object(container?.attributes);
        if (name !== "pod_terminal") {
          expect({ ...container?.attributes, ...Object(deadlines) }).toHaveProperty(name);
        }
      }
    },
    LONG_MS,
  );
});

describe("supplement.md, Webhook deliveries", () => {
  itDelivered(
    "changeset of pod_terminal holds terminal ids",
    async () => {
      const changeOf = ({ included = [] }: ReturnType<typeof documents>[number]) =>
        included
          .filter(({ type }) => type === "container_updated_event")
          .flatMap(({ attributes }) => Object(attributes?.changeset).pod_terminal ?? []);
      await delivered("container.pod_terminal_changed");
      await until(
        () => of("container.updated").some((document) => changeOf(document).length > 0),
        LONG_MS,
        200,
      );
      for (const id of of("container.updated").flatMap(changeOf)) {
        if (id !== null) expect((await call(`/terminals/${id}`)).item.id).toBe(id);
      }
    },
    LONG_MS,
  );

  itDelivered(
    "signature: hex HMAC-SHA256 of the raw body under the secret; interface.md, Authentication: webhook payloads are HMAC-signed",
    async () => {
      await delivered("tracking_request.failed");
      for (const { text, headers } of receiver.received) {
        const expected = createHmac("sha256", String(webhook.attributes?.secret)).update(text).digest("hex");
        expect(headers["x-t49-webhook-signature"]).toBe(expected);
      }
    },
    LONG_MS,
  );

  itDelivered(
    "container events come once per container",
    async () => {
      const response = await answered(request);
      const shipment = relatedOne(response.item, "tracked_object")?.id;
      const containers = await call(`/shipments/${shipment}?include=containers`);
      const reported = () =>
        of("container.created").flatMap(({ included = [] }) =>
          included
            .filter(({ type }) => type === "container_created_event")
            .filter((event) => relatedOne(event, "shipment")?.id === shipment)
            .flatMap((event) => relatedOne(event, "container")?.id ?? []),
        );
      await until(() => reported().length >= containers.included.length, LONG_MS, 200);
      expect(reported().sort()).toEqual(containers.included.map(({ id }) => id).sort());
    },
    LONG_MS,
  );

  for (const status of [200, 201, 202, 204]) {
    itDelivered(`${status} is accepted`, async () => {
      const receiver = await startReceiver(status);
      const sent = { url: receiver.url, event: "container.updated" };
      const response = await call("/webhooks/trigger", { body: sent });
      expect(response.json).toMatchObject({ succeeded: true, status_code: status, error: null });
      await receiver.close();
    });
  }

  itDelivered(
    showing(
      "anything else is retried",
      "supplement.md, Webhook deliveries: data.id is the idempotency key of every try",
    ),
    async () => {
      const unwilling = await startReceiver(500);
      const own = await register(unwilling.url, ["tracking_request.failed"]);
      await send({ ...UNKNOWN, ref_numbers: ["retried"] });
      await until(() => unwilling.received.length > 0, LONG_MS, 50);
      unwilling.status = 202;
      const [first] = unwilling.received;
      const again = () => unwilling.received.filter(({ text }) => text === first?.text);
      await until(() => again().length > 1, LONG_MS, 50);
      await call(`/webhooks/${own.id}`, { method: "DELETE" });
      await unwilling.close();
    },
    LONG_MS,
  );

  itDelivered(
    "no answer in time is retried",
    async () => {
      const silent = await startReceiver(null);
      const own = await register(silent.url, ["tracking_request.failed"]);
      await send({ ...UNKNOWN, ref_numbers: ["unanswered"] });
      await until(() => silent.received.length > 0, LONG_MS, 50);
      silent.status = 202;
      const [first] = silent.received;
      await until(() => silent.received.filter(({ text }) => text === first?.text).length > 1, LONG_MS, 50);
      await call(`/webhooks/${own.id}`, { method: "DELETE" });
      await silent.close();
    },
    LONG_MS,
  );
});
