import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENTS } from "@/lib/contract/events";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { notificationDocumentSchema } from "@/lib/contract/webhook";
import { DAY_MS, HOUR_MS } from "@/tracking-service/clock/instant";
import { resumeTracking, stopTracking } from "@/tracking-service/facts/tracking-stop";
import { reportDue } from "@/tracking-service/sources/simulation/ticker";
import {
  type Receiver,
  silent,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";

/** Bills of lading by the last four digits of their test number, as listed in docs/tracking-service.md. */
const bill = (ending: number) => `MAEU2400${ending}`;
const SCRIPTED = Array.from({ length: 12 }, (_, place) => 9921 + place);
/** Each gets a random journey in every test run. Tracking of one may end automatically meanwhile. */
const PLAIN = [5000, 5001, 5002, 5003, 5004];
const [FAILING, WAITING] = [9905, 9910];

let service: TestService;
let receiver: Receiver;
let ahead = 0;
/** Simulation time of the test. The service itself uses the wall clock. */
const now = () => new Date(Date.now() + ahead);
/** Every event added to the outbox so far. The service deletes old notifications. */
const announced = new Set<string>();
const shipmentIds = new Map<number, string>();

async function send(ending: number): Promise<string> {
  const attributes = {
    request_number: bill(ending),
    request_type: ending === 9925 ? "booking_number" : "bill_of_lading",
    scac: "MAEU",
  };
  const body = { data: { type: "tracking_request", attributes } };
  const { id } = (await service.call("/tracking_requests", { body })).item;
  await until(async () => (await request(id)).attributes?.status !== "pending", 60_000, 100);
  const shipment = relatedOne(await request(id), "tracked_object");
  if (shipment) shipmentIds.set(ending, shipment.id);
  return id;
}

const request = async (id: string) => (await service.call(`/tracking_requests/${id}`)).item;

async function shipmentOf(ending: number): Promise<JsonApiRecord> {
  return (await service.call(`/shipments/${shipmentIds.get(ending)}`)).item;
}

/** The first tracked bill among the plain ones. */
async function trackedPlain(): Promise<number> {
  for (const ending of PLAIN)
    if ((await shipmentOf(ending)).attributes?.line_tracking_stopped_at === null) return ending;
  throw new Error("none of the plain bills is tracked");
}

async function containersOf(ending: number): Promise<JsonApiRecord[]> {
  const ids = relatedMany(await shipmentOf(ending), "containers").map(({ id }) => id);
  return Promise.all(ids.map(async (id) => (await service.call(`/containers/${id}`)).item));
}

async function firstContainer(ending: number): Promise<JsonApiRecord> {
  const [container] = await containersOf(ending);
  if (!container) throw new Error(`no container under ${bill(ending)}`);
  return container;
}

/** Advances the time and reports the simulated changes. */
async function pass(ms: number): Promise<void> {
  ahead += ms;
  await reportDue({ db: service.store.db, log: silent, now });
  const { rows } = await service.store.pool.query("select distinct event from webhook_notifications");
  for (const { event } of rows) announced.add(event);
}

const reported = () =>
  receiver.received.map(({ text }) => notificationDocumentSchema.parse(JSON.parse(text)));

/** The notifications about an event: its included records of this type. */
function received(event: string, type: string): JsonApiRecord[] {
  const about = reported().filter(({ data }) => data.attributes.event === event);
  return about.flatMap(({ included }) => (included ?? []).filter((record) => record.type === type));
}

/** Subscribes to every event. */
async function subscribe(): Promise<void> {
  const attributes = { url: receiver.url, active: true, events: [...EVENTS] };
  await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
}

beforeAll(async () => {
  service = await startTestService({ seedContainers: 0, simPaused: true, simStart: null });
  receiver = await startReceiver();
  await subscribe();
  await Promise.all([...SCRIPTED, ...PLAIN, FAILING, WAITING].map(send));
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

describe("tracking ends by itself (supplement.md, Tracking request life)", () => {
  it.each([
    [9921, "past_arrival_window"],
    [9922, "past_full_out_window"],
    [9923, "no_updates_at_line"],
  ])("of %i as %s", async (ending, reason) => {
    await until(async () => (await shipmentOf(ending)).attributes?.line_tracking_stopped_at !== null);
    expect((await shipmentOf(ending)).attributes?.line_tracking_stopped_reason).toBe(reason);
    const [container] = await containersOf(ending);
    expect(container?.attributes?.empty_terminated_at).toBeNull();
  });

  it("announces each end once, for the request", async () => {
    await until(() => receiver.events().includes("tracking_request.tracking_stopped"));
    const [ended] = received("tracking_request.tracking_stopped", "tracking_request");
    expect(ended?.attributes?.status).toBe("tracking_stopped");
    const plain = await shipmentOf(await trackedPlain());
    expect(plain.attributes?.line_tracking_stopped_reason).toBeNull();
  });
});

describe("a line", () => {
  it("corrects a milestone: same id with a new time, in container and shipment too", async () => {
    const before = await firstContainer(9927);
    const list = `/containers/${before.id}/transport_events`;
    const departed = async () =>
      (await service.call(list)).items.find(
        ({ attributes }) => attributes?.event === "container.transport.vessel_departed",
      );
    const wrong = await departed();
    await pass(21_000);
    const right = await departed();
    expect(right?.id).toBe(wrong?.id);
    expect(right?.attributes?.timestamp).not.toBe(wrong?.attributes?.timestamp);
    const after = await firstContainer(9927);
    expect(after.attributes?.pol_vessel_departed_at).toBe(right?.attributes?.timestamp);
    expect((await shipmentOf(9927)).attributes?.pol_atd_at).toBe(right?.attributes?.timestamp);
    await until(() =>
      received("container.transport.vessel_departed", "transport_event").some(({ id }) => id === wrong?.id),
    );
    const raw = (await service.call(`/containers/${after.id}/raw_events`)).items;
    const versions = raw.filter(({ attributes }) => attributes?.event === "vessel_departed");
    expect(versions.map(({ attributes }) => attributes?.actual_at)).toEqual([
      wrong?.attributes?.timestamp,
      right?.attributes?.timestamp,
    ]);
  });

  it("reports a hold that changes between checks, and the lost availability", async () => {
    const lost = "container.transport.not_available";
    const turns = new Set<string>();
    let before: boolean | null = null;
    // Its checks come every ten seconds or so: what one look finds and the next may be alike, a few times in a row.
    // The container may become available only hours after its discharge: later looks are an hour apart, in threes.
    for (let look = 0; look < 150 && (turns.size < 2 || !announced.has(lost)); look += 1) {
      await pass(look > 60 && look % 3 === 0 ? HOUR_MS : 10_000);
      const holds = (await firstContainer(9929)).attributes?.holds_at_pod_terminal;
      const held =
        Array.isArray(holds) && holds.some(({ name, status }) => name === "customs" && status === "hold");
      if (before !== null && before !== held) turns.add(held ? "held" : "let go");
      before = held;
    }
    expect([...turns].sort()).toEqual(["held", "let go"]);
    expect(announced).toContain(lost);
  });

  it("cancels a booking: tracking ends, and nothing more is reported", async () => {
    const { attributes } = await shipmentOf(9924);
    expect(attributes?.line_tracking_stopped_reason).toBe("booking_cancelled");
    const containers = await containersOf(9924);
    expect(containers.map((container) => container.attributes?.current_status)).toEqual(
      containers.map(() => "new"),
    );
    await pass(DAY_MS);
    expect(await containersOf(9924)).toEqual(containers);
  });

  it("names a booking's containers later, each announced", async () => {
    const containers = await containersOf(9925);
    expect(containers.length).toBeGreaterThan(0);
    await until(() => received("container.created", "container").some(({ id }) => id === containers[0]?.id));
  });

  it("moves a vessel to another terminal: ids in the changeset, and a separate event", async () => {
    const shipment = await shipmentOf(9926);
    const terminal = relatedOne(shipment, "pod_terminal")?.id;
    const containers = await containersOf(9926);
    expect(containers.map((container) => relatedOne(container, "pod_terminal")?.id)).toEqual(
      containers.map(() => terminal),
    );
    const changes = () => received("container.updated", "container_updated_event");
    await until(() => changes().some(({ attributes }) => named(attributes)?.at(1) === terminal));
    const change = changes().find(({ attributes }) => named(attributes)?.at(1) === terminal);
    expect(named(change?.attributes)?.at(0)).not.toBe(terminal);
    const type = "container_pod_terminal_changed_event";
    await until(() =>
      received("container.pod_terminal_changed", type).some(
        (event) => relatedOne(event, "terminal")?.id === terminal,
      ),
    );
  });

  it("withdraws a milestone with a null time, and reports it again when it happens", async () => {
    const container = await firstContainer(9928);
    expect(container.attributes?.pod_arrived_at).toBeNull();
    const events = (await service.call(`/containers/${container.id}/transport_events`)).items;
    const names = events.map(({ attributes }) => attributes?.event);
    expect(names).not.toContain("container.transport.vessel_arrived");
    const arrivals = () => received("container.transport.vessel_arrived", "transport_event");
    await until(() => arrivals().length > 0);
    expect(arrivals().map(({ attributes }) => attributes?.timestamp)).toContain(null);
    await pass(3 * DAY_MS);
    expect((await firstContainer(9928)).attributes?.pod_arrived_at).not.toBeNull();
  });
});

const changesetSchema = (attributes: JsonApiRecord["attributes"]) => attributes?.changeset;
function named(attributes: JsonApiRecord["attributes"]): unknown[] | undefined {
  const changeset = changesetSchema(attributes);
  const terminals: unknown =
    changeset && typeof changeset === "object" ? Reflect.get(changeset, "pod_terminal") : null;
  return Array.isArray(terminals) ? terminals : undefined;
}

describe("tracking stopped by a user", () => {
  it("reports nothing until it is resumed, then the missed changes", async () => {
    const plain = await trackedPlain();
    const shipmentId = shipmentIds.get(plain) ?? "";
    const before = await containersOf(plain);
    const stop = { shipmentId, reason: "cancelled_by_user", byKeyId: null } as const;
    const { db } = service.store;
    expect(await db.transaction((tx) => stopTracking(tx, stop, now()))).toBe(true);
    expect(await db.transaction((tx) => stopTracking(tx, stop, now()))).toBe(false);
    await pass(15 * DAY_MS);
    expect(await containersOf(plain)).toEqual(before);
    expect(await db.transaction((tx) => resumeTracking(tx, shipmentId, now()))).toBe(true);
    expect(await db.transaction((tx) => resumeTracking(tx, shipmentId, now()))).toBe(false);
    await pass(1_000);
    const after = await containersOf(plain);
    expect(after.map(({ attributes }) => attributes?.pod_discharged_at)).not.toContain(null);
    expect((await shipmentOf(plain)).attributes?.line_tracking_stopped_reason).not.toBe("cancelled_by_user");
  });
});

describe("every event of the catalog", () => {
  it("is produced by test numbers over time, except for documents", async () => {
    for (let days = 0; days < 84; days += 7) await pass(7 * DAY_MS);
    const wanted = EVENTS.filter((event) => !event.startsWith("document."));
    expect(wanted.filter((event) => !announced.has(event))).toEqual([]);
  });
});
