import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EVENTS, MINIMAL_BODY_EVENTS } from "@/lib/contract/events";
import { notificationDocumentSchema } from "@/lib/contract/webhook";
import { applyReport } from "@/tracking-service/facts/apply-report";
import { reportedFacts } from "@/tracking-service/sources/simulation/manual-facts";
import { stepJourney } from "@/tracking-service/sources/simulation/manual-step";
import { openStore } from "@/tracking-service/store/database";
import {
  type Received,
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";
import { claim, isOver, unclaim } from "./outbox";
import { finalize } from "./record-attempt";
import { RETRY_PAUSES_MS } from "./retry-schedule";

let service: TestService;
let receiver: Receiver;
let webhook: { id: string; secret: string };
let containerId: string;

/** With a shorter timeout, a delivery that a busy machine answers late would be sent again. */
const PATIENT_MS = 60_000;

async function start(deliveryTimeoutMs: number): Promise<void> {
  service = await startTestService({ seedContainers: 60 }, { deliveryTimeoutMs });
  receiver = await startReceiver();
  const attributes = { url: receiver.url, active: true, events: EVENTS };
  const created = await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
  webhook = { id: created.item.id, secret: String(created.item.attributes?.secret) };
  const { items } = await service.call("/containers?page[size]=60");
  const free = items.find(
    ({ attributes }) => attributes?.current_status === "available" && !attributes.ind_rail_unloaded_at,
  );
  containerId = free?.id ?? "";
}
afterEach(async () => {
  await service.end();
  await receiver.close();
});

const parsed = ({ text }: Received) => notificationDocumentSchema.parse(JSON.parse(text));

async function report(facts: object) {
  const container = reportedFacts(JSON.stringify(facts), new Date());
  const delta = { container, containerPlaces: {}, shipment: {}, shipmentPlaces: {} };
  const applied = await service.store.db.transaction((tx) =>
    applyReport(tx, { containerId, delta, milestones: [], dataSource: "terminal" }, new Date()),
  );
  if (!applied) throw new Error("the container is not tracked");
  return applied;
}

const HELD = { holds_at_pod_terminal: [{ name: "customs", status: "hold", description: "CBP_HOLD" }] };

describe("a delivery", () => {
  beforeEach(() => start(PATIENT_MS));

  it("is signed over its exact text and arrives as soon as the facts are stored", async () => {
    await report({ location_at_pod_terminal: "warm-up" });
    await until(() => receiver.received.length === 1);
    await report({ location_at_pod_terminal: "Z99-9" });
    const stored = performance.now();
    await until(() => receiver.received.length === 2);
    const [, last] = receiver.received;
    expect((last?.at ?? 0) - stored).toBeLessThan(1_500);
    const expected = createHmac("sha256", webhook.secret)
      .update(last?.text ?? "")
      .digest("hex");
    expect(last?.headers["x-t49-webhook-signature"]).toBe(expected);
  });

  it("reports a hold with old values first, then the lost availability in minimal form", async () => {
    const applied = await report(HELD);
    expect(applied.events).toEqual(["container.updated", "container.transport.not_available"]);
    await until(() => receiver.received.length === 2);
    const byEvent = new Map(
      receiver.received.map((one) => [parsed(one).data.attributes.event, parsed(one)] as const),
    );
    const updated = byEvent.get("container.updated");
    const change = updated?.included?.find(({ type }) => type === "container_updated_event");
    const changeset = change?.attributes?.changeset;
    expect(changeset).toHaveProperty("holds_at_pod_terminal", [
      expect.any(Array),
      HELD.holds_at_pod_terminal,
    ]);
    expect(updated?.included?.map(({ type }) => type).sort()).toEqual([
      "container",
      "container_updated_event",
      "port",
      "shipment",
      "terminal",
    ]);
    const journey = updated?.included?.find(({ type }) => type === "shipment");
    expect(change?.relationships?.shipment).toEqual({ data: { type: "shipment", id: journey?.id } });
    const container = updated?.included?.find(({ type }) => type === "container");
    expect(container?.attributes?.current_status).toBe("not_available");
    expect(byEvent.get("container.transport.not_available")?.included).toBeUndefined();
  });

  it("reports each changed deadline by source, and pickup_lfd in the order line, terminal, rail", async () => {
    const deadlines = {
      pickup_lfd_terminal: "2026-12-01T08:00:00Z",
      pickup_lfd_line: "2026-12-03T08:00:00Z",
      pickup_lfd_rail: null,
    };
    const applied = await report({
      import_deadlines: deadlines,
      pickup_appointment_at: "2026-11-30T18:00:00Z",
    });
    expect(applied.events).toEqual(
      expect.arrayContaining([
        "container.pickup_lfd_line.changed",
        "container.pickup_lfd_terminal.changed",
        "container.pickup_lfd.changed",
        "container.pickup_appointment.changed",
        "container.updated",
      ]),
    );
    await until(() => receiver.received.length === applied.events.length);
    const coalesced = receiver.received
      .map(parsed)
      .find(({ data }) => data.attributes.event === "container.pickup_lfd.changed");
    const event = coalesced?.included?.find(({ type }) => type === "transport_event");
    expect(event?.attributes?.value).toBe("2026-12-03T08:00:00Z");
    for (const one of receiver.received.map(parsed)) {
      const minimal = MINIMAL_BODY_EVENTS.some((name) => name === one.data.attributes.event);
      const types = one.included?.map(({ type }) => type) ?? [];
      if (minimal) expect(types).toEqual(["transport_event"]);
      else expect(types).toContain("container");
      if (minimal) expect(one.included?.[0]).not.toHaveProperty("relationships");
    }
    const { items } = await service.call(`/containers/${applied.containerId}/transport_events`);
    const listed = items.filter(({ attributes }) => String(attributes?.event).includes("pickup_"));
    expect(listed.map(({ attributes }) => attributes?.event).sort()).toEqual([
      "container.pickup_appointment.changed",
      "container.pickup_lfd.changed",
      "container.pickup_lfd_line.changed",
      "container.pickup_lfd_terminal.changed",
    ]);
    for (const { attributes } of listed) {
      expect(attributes?.timestamp).toBe(attributes?.created_at);
      expect(attributes?.value_timestamp).toBe(attributes?.value);
    }
    expect(
      items
        .slice(0, 4)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(listed.map(({ id }) => id).sort());
  });

  it("is not sent when nothing changed", async () => {
    await report({ location_at_pod_terminal: "Z99-9" });
    const again = await report({ location_at_pod_terminal: "Z99-9" });
    expect(again.events).toEqual([]);
  });

  it("shows its log and its reference object under its id", async () => {
    await report(HELD);
    await until(() => receiver.received.length === 2);
    const id = receiver.received.map(parsed).find(({ data }) => data.attributes.event === "container.updated")
      ?.data.id;
    await until(async () => {
      const { item } = await service.call(`/webhook_notifications/${id}`);
      return item.attributes?.delivery_status === "succeeded";
    });
    const paths = "reference_object,reference_object.container,reference_object.container.shipment,webhook";
    const response = await service.call(`/webhook_notifications/${id}?include=${paths}`);
    expect(response.included.map(({ type }) => type).sort()).toEqual([
      "container",
      "container_updated_event",
      "shipment",
      "webhook",
    ]);
    const milestone = receiver.received
      .map(parsed)
      .find(({ data }) => data.attributes.event !== "container.updated");
    const about = await service.call(
      `/webhook_notifications/${milestone?.data.id}?include=reference_object.container,reference_object.shipment`,
    );
    expect(about.included.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["transport_event", "container", "shipment"]),
    );
    expect((await service.call(`/webhook_notifications/${id}?include=reference_object.ship`)).status).toBe(
      400,
    );
    const { key } = await service.stranger();
    expect((await service.call(`/webhook_notifications/${id}`, { key })).status).toBe(404);
  });

  it("goes only to active webhooks of the account with a matching subscription", async () => {
    const { key } = await service.stranger();
    const other = await startReceiver();
    const attributes = { url: other.url, active: true, events: EVENTS };
    await service.call("/webhooks", { key, body: { data: { type: "webhook", attributes } } });
    await service.call("/webhooks", {
      body: { data: { type: "webhook", attributes: { ...attributes, active: false } } },
    });
    await service.call("/webhooks", {
      body: { data: { type: "webhook", attributes: { ...attributes, events: ["container.created"] } } },
    });
    await report(HELD);
    await until(() => receiver.received.length === 2);
    expect(other.received).toEqual([]);
    await other.close();
  });
});

describe("retries", () => {
  beforeEach(() => start(1_000));

  it("repeat with the same id and text until accepted, then send what waited", async () => {
    receiver.status = 500;
    await report({ location_at_pod_terminal: "A01-1" });
    await until(() => receiver.received.length === 1);
    receiver.status = 204;
    await until(() => receiver.received.length === 2);
    expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
    expect((receiver.received[1]?.at ?? 0) - (receiver.received[0]?.at ?? 0)).toBeGreaterThan(1_800);
    await until(async () => {
      const { rows } = await service.store.pool.query(
        "select status_code from webhook_notification_logs order by attempted_at",
      );
      return JSON.stringify(rows.map((row) => row.status_code)) === "[500,204]";
    });
  });

  it("count a missing response, a redirect and 203 as failures", async () => {
    for (const status of [302, 203, 404]) {
      receiver.status = status;
      receiver.received.length = 0;
      await report({ location_at_pod_terminal: `S-${status}` });
      await until(() => receiver.received.length > 0);
    }
    await until(async () => {
      const { rows } = await service.store.pool.query(
        "select 1 from webhook_notifications where delivery_status = 'pending' and attempts > 0",
      );
      return rows.length === 3;
    });
  });

  it("use growing pauses, end after twelve, and deactivate a webhook that always failed", async () => {
    expect(RETRY_PAUSES_MS).toHaveLength(11);
    expect([...RETRY_PAUSES_MS].sort((a, b) => a - b)).toEqual(RETRY_PAUSES_MS);
    receiver.status = 500;
    await report(HELD);
    await until(async () => {
      const { rows } = await service.store.pool.query("select 1 from webhook_notification_logs");
      return rows.length === 2;
    });
    await service.stop();
    const { db, pool, close } = openStore(service.config.databaseUrl);
    let now = Date.now();
    let settled: string[] = [];
    for (const pause of RETRY_PAUSES_MS) {
      now += 1.25 * pause + 60_000;
      settled = [];
      for (const claimed of await claim(db, webhook.id, 8, new Date(now))) {
        const outcome = { delivered: false, statusCode: 500, error: "answered 500", durationMs: 1 };
        settled.push(await finalize(db, claimed, outcome, new Date(now)));
      }
    }
    // The other notification was in flight when the first one was abandoned.
    expect(settled).toEqual(["webhook-deactivated", "given-up"]);
    const { rows } = await pool.query("select delivery_status, body from webhook_notifications");
    expect(rows.every((row) => row.delivery_status === "failed" && row.body === null)).toBe(true);
    expect((await pool.query("select active from webhooks")).rows).toEqual([{ active: false }]);
    await close();
  });

  it("are finalized only by the last claim: an expired claim writes nothing", async () => {
    await receiver.close();
    await report({ location_at_pod_terminal: "A01-1" });
    await until(async () => {
      const { rows } = await service.store.pool.query("select 1 from webhook_notification_logs");
      return rows.length === 1;
    });
    await service.stop();
    const { db, pool, close } = openStore(service.config.databaseUrl);
    // At this time the next attempt is due, whatever pause the first failure caused.
    const begun = Date.now() + 600_000;
    const [stopped] = await claim(db, webhook.id, 1, new Date(begun));
    expect(await claim(db, webhook.id, 1, new Date(begun + 29_000))).toEqual([]);
    const later = new Date(begun + 31_000);
    const [second] = await claim(db, webhook.id, 1, later);
    if (!stopped || !second) throw new Error("nothing was claimed");
    expect(isOver(stopped, later)).toBe(true);
    // Unclaimed and claimed again, so its number of attempts equals that of the first claim.
    await unclaim(db, second);
    const [third] = await claim(db, webhook.id, 1, new Date(begun + 32_000));
    if (!third) throw new Error("it was not given back");
    await pool.query("update webhook_notifications set attempts = $1", [stopped.attempts]);
    const rest = { durationMs: 1, statusCode: 500, error: "answered 500" };
    expect(await finalize(db, stopped, { ...rest, delivered: false }, later)).toBe("gone");
    expect(await finalize(db, stopped, { ...rest, delivered: true, error: null }, later)).toBe("gone");
    await unclaim(db, stopped);
    expect((await pool.query("select 1 from webhook_notification_logs")).rows).toHaveLength(1);
    await pool.query("update webhook_notifications set attempts = $1", [third.attempts]);
    expect(await finalize(db, third, { ...rest, delivered: true, error: null }, later)).toBe("delivered");
    await close();
  });

  it("survive a restart", async () => {
    await receiver.close();
    await report({ location_at_pod_terminal: "A01-1" });
    await until(async () => {
      const { rows } = await service.store.pool.query("select 1 from webhook_notification_logs");
      return rows.length === 1;
    });
    await service.stop();
    const { databaseUrl } = service.config;
    receiver = await startReceiver();
    const again = await startTestService({ databaseUrl });
    await again.store.pool.query("update webhooks set url = $1", [receiver.url]);
    await until(() => receiver.received.length === 1);
    await again.stop();
  });
});

describe("a journey stepped from the vessel to the gate", () => {
  beforeEach(() => start(PATIENT_MS));

  it("sends many kinds of events once each, all valid by the contract", async () => {
    const { items } = await service.call("/containers?page[size]=60");
    const ship = items.find(({ attributes }) => attributes?.current_status === "on_ship");
    const applied = await stepJourney(service.store.db, ship?.id ?? "", 45, new Date());
    const expected = applied.flatMap(({ events }) => events).length;
    // Other containers may change meanwhile.
    const stored = async () => {
      const { rows } = await service.store.pool.query<{ id: string; status: string }>(
        "select id, delivery_status as status from webhook_notifications order by id",
      );
      return rows;
    };
    await until(async () => {
      const sent = await stored();
      return sent.length >= expected && sent.every(({ status }) => status !== "pending");
    });
    const notifications = receiver.received.map(parsed);
    const names = new Set(notifications.map(({ data }) => data.attributes.event));
    expect([...names]).toEqual(
      expect.arrayContaining([
        "shipment.estimated.arrival",
        "container.transport.vessel_arrived",
        "container.transport.vessel_discharged",
        "container.updated",
      ]),
    );
    const estimate = notifications.find(({ data }) => data.attributes.event === "shipment.estimated.arrival");
    expect(estimate?.included?.map(({ type }) => type).sort()).toEqual([
      "estimated_event",
      "port",
      "shipment",
      "vessel",
    ]);
    const ids = notifications.map(({ data }) => data.id);
    expect(ids.toSorted()).toEqual((await stored()).map(({ id }) => id));
  });
});
