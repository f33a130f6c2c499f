import { afterAll, beforeAll, describe, expect } from "vitest";
import { EVENTS, type EventName, MINIMAL_BODY_EVENTS, UNRELATED_BODY_EVENTS } from "@/lib/contract/events";
import { itemDocumentSchema, type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { type Receiver, startReceiver } from "@/tracking-service/testing/receiver";
import type { TestService } from "@/tracking-service/testing/running-service";
import { until } from "@/tracking-service/testing/until";
import { referenceOf, relatedOf } from "./delivered-records";
import { KNOWN, maersk, numbered, UNKNOWN } from "./recorded-requests";
import { call, checkRecords, itHere, showing, target } from "./target";

const FAST = "it takes a clock that runs fast";
/** Events that occur in any week. */
const EVERY_WEEK: readonly EventName[] = [
  "container.created",
  "container.updated",
  "container.transport.vessel_arrived",
  "container.transport.vessel_discharged",
  "container.transport.available",
  "container.transport.full_out",
  "container.transport.empty_in",
  "container.pickup_lfd.changed",
  "container.pickup_appointment.changed",
  "shipment.estimated.arrival",
];
const LONG_MS = 240_000;
const HOUR_MS = 3_600_000;
/** Twelve hours plus up to 25% at random. */
const MAX_PAUSE_MS = 15 * HOUR_MS;

type Place = { url: string; key: string };

const body = (type: string, attributes: object) => ({ data: { type, attributes } });
const requestAt = async (at: Place, attributes: object) =>
  (await call("/tracking_requests", { at, body: body("tracking_request", attributes) })).item.id;
const register = async (at: Place, url: string, events: readonly EventName[]) =>
  (await call("/webhooks", { at, body: body("webhook", { url, active: true, events }) })).item.id;

async function start(settings: object, timing: object = {}): Promise<TestService> {
  const { startTestService } = await import("@/tracking-service/testing/running-service");
  return startTestService(settings, timing);
}

const ENDINGS = ["9910", "9913", "9914", "9915"];

/** All long waits begin at the same time. */
let week: { service: TestService; receiver: Receiver; requests: Map<string, string> };
let refused: { service: TestService; receiver: Receiver; webhook: string; given: Promise<void> };
let window: Promise<number[]>;

async function beginWeek() {
  const service = await start({ seedContainers: 16, simPaused: false, simStart: null, simSpeed: 10_000 });
  const receiver = await startReceiver();
  await register(service, receiver.url, EVENTS);
  const requests = new Map<string, string>();
  for (const ending of ENDINGS) requests.set(ending, await requestAt(service, maersk(numbered(ending))));
  await requestAt(service, KNOWN);
  return { service, receiver, requests };
}

/** Starts a service whose clock advances by the maximum pause after each rejected attempt. */
async function beginRefusals() {
  let ahead = 0;
  const service = await start({ seedContainers: 0 }, { now: () => new Date(Date.now() + ahead) });
  const receiver = await startReceiver(500);
  const webhook = await register(service, receiver.url, ["tracking_request.failed"]);
  await requestAt(service, UNKNOWN);
  const active = async () => (await call(`/webhooks/${webhook}`, { at: service })).item.attributes?.active;
  // The pause begins when an attempt is stored. Advancing the clock before that would be too early.
  const noted = async () =>
    (await call("/webhook_notifications?include=webhook_notification_logs", { at: service })).included.length;
  const given = async () => {
    for (let attempts = 1; await active(); attempts += 1) {
      await until(async () => (await noted()) >= attempts || !(await active()), LONG_MS, 100);
      ahead += MAX_PAUSE_MS;
    }
  };
  return { service, receiver, webhook, given: given() };
}

/**
 * Uses up a bucket of 10, waits for the reported time and sends one more request. Returns the three kinds of status.
 */
async function waitOutWindow(at: Place): Promise<number[]> {
  const path = "/containers/00000000-0000-4000-8000-000000000000/refresh";
  const refresh = () => call(path, { at, limits: true, method: "PATCH" });
  const responses = await Promise.all(Array.from({ length: 13 }, refresh));
  const letIn = responses.filter(({ status }) => status !== 429);
  const { status, headers } = await refresh();
  await new Promise((resolve) => setTimeout(resolve, Number(headers.get("retry-after")) * 1_000));
  return [letIn.length, status, (await refresh()).status];
}

beforeAll(async () => {
  if (!target.own || !target.limited) return;
  window = waitOutWindow(target.limited);
  [week, refused] = await Promise.all([beginWeek(), beginRefusals()]);
}, LONG_MS);
afterAll(async () => {
  if (!target.own) return;
  for (const { service, receiver } of [week, refused]) {
    await receiver.close();
    await service.end();
  }
}, LONG_MS);

async function outcome(ending: string): Promise<JsonApiRecord["attributes"]> {
  const path = `/tracking_requests/${week.requests.get(ending)}`;
  const attributes = async () => (await call(path, { at: week.service })).item.attributes;
  await until(async () => (await attributes())?.status === "failed", LONG_MS, 500);
  return attributes();
}

/** Hours from the request to its end. */
const hoursOf = (attributes: JsonApiRecord["attributes"]) =>
  (Date.parse(String(attributes?.updated_at)) - Date.parse(String(attributes?.created_at))) / HOUR_MS;

describe("supplement.md, Tracking request life", () => {
  itHere(
    "up to 14 tries in about 24 hours, only then failed",
    FAST,
    async () => {
      const unreachable = await outcome("9914");
      expect(unreachable).toMatchObject({ failed_reason: "shipping_line_unreachable", retry_count: 13 });
      expect(hoursOf(unreachable)).toBeGreaterThan(23);
      expect(await outcome("9915")).toMatchObject({ failed_reason: "retries_exhausted", retry_count: 13 });
    },
    LONG_MS,
  );

  for (const [ending, reason] of [
    ["9910", "not_found"],
    ["9913", "expired"],
  ] as const) {
    itHere(
      `fails after 7 days: ${reason}`,
      FAST,
      async () => {
        const ended = await outcome(ending);
        expect(ended?.failed_reason).toBe(reason);
        expect(hoursOf(ended)).toBeGreaterThanOrEqual(7 * 24);
      },
      LONG_MS,
    );
  }

  itHere(
    showing(
      "tracking stops when every container is empty_returned",
      "interface.md, line_tracking_stopped_reason: all_containers_terminated",
    ),
    FAST,
    async () => {
      const at = week.service;
      const ended = async () => {
        const { items } = await call("/shipments?filter[tracking_stopped]=true&page[size]=100", { at });
        return items.find(
          ({ attributes }) => attributes?.line_tracking_stopped_reason === "all_containers_terminated",
        );
      };
      await until(async () => (await ended()) !== undefined, LONG_MS, 500);
      const response = await call(`/shipments/${(await ended())?.id}?include=containers`, { at });
      const statuses = response.included.map(({ attributes }) => attributes?.current_status);
      expect(new Set(statuses)).toEqual(new Set(["empty_returned"]));
    },
    LONG_MS,
  );
});

/** Delivered documents with their events. */
const delivered = () =>
  week.receiver.received.map(({ text }) => {
    const document = itemDocumentSchema.parse(JSON.parse(text));
    const event = EVENTS.find((name) => name === document.data.attributes?.event);
    if (!event) throw new Error(`no event: ${document.data.attributes?.event}`);
    return { event, ...document };
  });

function expectAsDocumented({ event, ...document }: ReturnType<typeof delivered>[number]): void {
  expect(relatedOne(document.data, "reference_object")?.type).toBe(referenceOf(event));
  if (MINIMAL_BODY_EVENTS.includes(event)) {
    expect((document.included ?? []).length).toBeLessThan(2);
    if (!UNRELATED_BODY_EVENTS.includes(event))
      for (const record of document.included ?? [])
        expect(relatedOne(record, "container"), event).not.toBeNull();
    return;
  }
  checkRecords(document);
  const types = (document.included ?? []).map(({ type }) => type);
  expect(types, event).toEqual(expect.arrayContaining([...relatedOf(event)]));
}

/** Lists of holds before and after a change. */
const changedHolds = () =>
  delivered()
    .flatMap(({ included = [] }) => included)
    .filter(({ type }) => type === "container_updated_event")
    .flatMap(({ attributes }) => {
      const change: unknown = Object(attributes?.changeset).holds_at_pod_terminal;
      return Array.isArray(change) ? [{ before: Object(change[0]), after: Object(change[1]) }] : [];
    });

describe("supplement.md, Webhook deliveries", () => {
  itHere(
    "reference_object and included of everything a week brings",
    FAST,
    async () => {
      const missing = () => {
        const seen = new Set(delivered().map(({ event }) => event));
        return EVERY_WEEK.filter((event) => !seen.has(event));
      };
      await expect.poll(missing, { timeout: LONG_MS - 5_000, interval: 500 }).toEqual([]);
      for (const each of delivered()) expectAsDocumented(each);
    },
    LONG_MS,
  );

  itHere(
    showing(
      "a hold that clears is gone from the list",
      "interface.md, container: a hold that clears is removed",
      "interface.md, States and transitions: hold status: hold or pending, and removed when cleared",
    ),
    FAST,
    async () => {
      const cleared = () => changedHolds().some(({ before, after }) => before.length > after.length);
      await until(cleared, LONG_MS, 500);
      for (const hold of changedHolds().flatMap(({ before, after }) => [...before, ...after])) {
        expect(["hold", "pending"]).toContain(hold.status);
      }
    },
    LONG_MS,
  );

  itHere(
    showing(
      "retried up to 12 times",
      "supplement.md, Webhook deliveries: a webhook that keeps failing is deactivated",
      "supplement.md, delivery_status: failed",
    ),
    FAST,
    async () => {
      await refused.given;
      expect(refused.receiver.received).toHaveLength(12);
      const [first] = (await call("/webhook_notifications", { at: refused.service })).items;
      expect(first?.attributes?.delivery_status).toBe("failed");
    },
    LONG_MS,
  );
});

describe("interface.md, Limits", () => {
  itHere(
    showing(
      "a rolling window: whoever waits as long as reported is let in",
      "interface.md, Limits: refresh: 10 requests a minute",
      "interface.md, PATCH /containers/{id}/refresh: 10 requests a minute",
    ),
    "would use up the account's limits",
    async () => expect(await window).toEqual([10, 429, 404]),
    LONG_MS,
  );
});
