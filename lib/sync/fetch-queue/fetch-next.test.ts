import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  containerRecord,
  eventRecord,
  named,
  partyRecord,
  portRecord,
  requestRecord,
  roleRecord,
  shipmentRecord,
} from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import {
  changes,
  containers,
  fetchQueue,
  parties,
  partyRoles,
  referenceRecords,
  shipments,
  trackingRequests,
} from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { databaseUnavailable } from "@/lib/platform/errors";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import type { Gate } from "@/lib/tracking-client/types";
import { claimNext, handBack, releaseClaims } from "./claim";
import { type RefetchSubject, requestRefetch } from "./enqueue";
import { refetchNext } from "./fetch-next";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let responses: Record<string, StubResponse> = {};

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.emptyMirror("fetch_queue", "fetch_log", "party_role_fetches");
  responses = {};
  stub = await StubService.start(({ path }) => responses[path.split("?")[0] ?? ""]);
});
afterEach(() => stub.stop());

const client = () =>
  new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });
const next = () => refetchNext(dashboard.db, client(), 0);
const request = (type: RefetchSubject["type"], id: string, notificationId: string | null = "n-1") =>
  requestRefetch(dashboard.db, { type, id }, notificationId);
const item = (data: JsonApiRecord, ...included: JsonApiRecord[]): StubResponse => ({
  body: { data, included },
});
const list = (...data: JsonApiRecord[]): StubResponse => ({ body: { data } });

async function fetchAll(): Promise<void> {
  while (await next());
}

const open = async () =>
  (await dashboard.db.select().from(fetchQueue))
    .map(({ subjectType, subjectId }) => `${subjectType} ${subjectId}`)
    .sort();
const fallDue = () =>
  dashboard.db.update(fetchQueue).set({ nextAttemptAt: sql`now() - interval '1 second'` });
const requestedPaths = () => stub.asked.map((path) => path.split("?")[0]);

describe("a queue entry", () => {
  it("is fetched once for many requests, and its changes name the last notification", async () => {
    await applyResponse(
      dashboard.db,
      { data: containerRecord("c-1", { seal_number: "A" }) },
      new Date("2026-11-20"),
    );
    responses["containers/c-1"] = item(containerRecord("c-1", { seal_number: "B" }));
    for (const n of [1, 2, 3]) await request("container", "c-1", `n-${n}`);
    expect(await next()).toBe(true);
    expect(await next()).toBe(false);
    expect(stub.requests).toHaveLength(1);
    expect(await dashboard.db.select().from(changes)).toMatchObject([
      { field: "seal_number", notificationId: "n-3" },
    ]);
    expect(await open()).toEqual([]);
  });

  it("is fetched again when it is requested during its fetch", async () => {
    let fetched = 0;
    stub.answer = async () => {
      fetched += 1;
      if (fetched === 1) await request("container", "c-1", "n-2");
      return item(containerRecord("c-1", { seal_number: `${fetched}` }));
    };
    await request("container", "c-1");
    await fetchAll();
    expect(fetched).toBe(2);
    expect((await dashboard.db.select().from(containers))[0]?.attributes.seal_number).toBe("2");
    expect(await open()).toEqual([]);
  });

  it("is not delayed by repeated requests: the longest due is fetched first", async () => {
    for (const id of ["c-1", "c-2"]) await request("container", id);
    await request("container", "c-1");
    await next();
    expect(requestedPaths()).toEqual(["containers/c-1"]);
  });

  it("is due again after its lease, not before, when its process ended", async () => {
    responses["containers/c-1"] = item(containerRecord("c-1"));
    await request("container", "c-1");
    await dashboard.pool.query(
      "update fetch_queue set next_attempt_at = clock_timestamp() + interval '2 minutes', attempts = 1",
    );
    expect(await next()).toBe(false);
    await dashboard.pool.query(
      "update fetch_queue set next_attempt_at = next_attempt_at - interval '2 minutes'",
    );
    expect(await next()).toBe(true);
    expect(await open()).toEqual([]);
  });

  it("is immediately available to another worker, without a counted attempt, when its worker is stopped", async () => {
    stub.answer = async () => {
      await releaseClaims(dashboard.db);
      const { rows } = await dashboard.pool.query(
        "select attempts, next_attempt_at <= clock_timestamp() as due from fetch_queue",
      );
      expect(rows).toEqual([{ attempts: 0, due: true }]);
      return item(containerRecord("c-1"));
    };
    await request("container", "c-1");
    await next();
    expect(stub.requests).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  it("is leased during its fetch: no other process claims it", async () => {
    stub.answer = async () => {
      expect(await next()).toBe(false);
      const { rows } = await dashboard.pool.query(
        "select next_attempt_at > now() + interval '100 seconds' as leased from fetch_queue",
      );
      expect(rows).toEqual([{ leased: true }]);
      return item(containerRecord("c-1"));
    };
    await request("container", "c-1");
    expect(await next()).toBe(true);
    expect(stub.requests).toHaveLength(1);
  });

  describe("with a lease that expired during a delay of its process", () => {
    /** Lets the lease expire during the first fetch and makes another process claim and complete the entry. */
    async function takeOver(first: StubResponse, second: StubResponse): Promise<boolean> {
      let fetches = 0;
      stub.answer = async () => {
        fetches += 1;
        if (fetches > 1) return second;
        await fallDue();
        expect(await next()).toBe(true);
        return first;
      };
      return next();
    }
    const seal = (text: string) => item(containerRecord("c-1", { seal_number: text }));

    it("is left to the process that took it over: the first writes nothing", async () => {
      await request("container", "c-1");
      const first = item(containerRecord("c-1", { seal_number: "of the first" }), shipmentRecord("s-1"));
      expect(await takeOver(first, seal("of the second"))).toBe(true);
      expect(await dashboard.db.select().from(shipments)).toEqual([]);
      expect((await dashboard.db.select().from(containers))[0]?.attributes.seal_number).toBe("of the second");
      expect(await open()).toEqual([]);
    });

    it("is not removed, released or failed by the first process", async () => {
      await request("container", "c-1");
      await takeOver({ status: 404, body: { errors: [{ status: "404" }] } }, { status: 500, body: {} });
      const [row] = await dashboard.db.select().from(fetchQueue);
      expect(row).toMatchObject({ attempts: 2, leaseId: null });
      expect(row?.lastError).toMatch(/is not responding/);
    });

    it("is not released by the first process when that is stopped", async () => {
      await request("container", "c-1");
      const claimed = await claimNext(dashboard.db, 0);
      await fallDue();
      const { rows } = await dashboard.pool.query<{ lease_id: string }>(
        `update fetch_queue set lease_id = gen_random_uuid(), attempts = 2,
           next_attempt_at = clock_timestamp() + interval '2 minutes' returning lease_id`,
      );
      await releaseClaims(dashboard.db);
      if (claimed) await handBack(dashboard.db, [claimed]);
      expect(await dashboard.db.select().from(fetchQueue)).toMatchObject([
        { attempts: 2, leaseId: rows[0]?.lease_id },
      ]);
      expect(await next()).toBe(false);
    });

    it("is renewed while its process works on it", async () => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
      stub.answer = async () => {
        await dashboard.pool.query(
          "update fetch_queue set next_attempt_at = clock_timestamp() + interval '5 seconds'",
        );
        vi.advanceTimersByTime(30_000);
        await vi.waitFor(async () =>
          expect(
            (
              await dashboard.pool.query(
                "select next_attempt_at > now() + interval '100 seconds' as is from fetch_queue",
              )
            ).rows,
          ).toEqual([{ is: true }]),
        );
        return seal("A");
      };
      await request("container", "c-1");
      await next().finally(() => vi.useRealTimers());
      expect(await open()).toEqual([]);
    });
  });

  it("with an id of any form requests only that record", async () => {
    for (const id of ["a/b", "..", "c?include=x"]) await request("container", id);
    await fetchAll();
    expect(stub.requests).toHaveLength(2);
    expect(stub.requests.every(({ path }) => path.startsWith("containers/"))).toBe(true);
    expect(await open()).toEqual([]);
  });
});

describe("a fetch", () => {
  it("of a container returns the container with its shipment, terminal and events", async () => {
    const container = containerRecord("c-1", {}, { shipment: named("shipment", "s-1") });
    responses["containers/c-1"] = item(container, shipmentRecord("s-1"));
    await request("container", "c-1");
    await fetchAll();
    expect(new URL(stub.asked[0] ?? "", "http://x/").searchParams.get("include")).toBe(
      "shipment,pod_terminal,pickup_facility,transport_events",
    );
    expect(await dashboard.db.select().from(containers)).toMatchObject([{ shipmentId: "s-1" }]);
    expect(await dashboard.db.select().from(shipments)).toHaveLength(1);
  });

  it("of a container without included records also requests its shipment", async () => {
    responses["containers/c-1"] = {
      body: { data: containerRecord("c-1", {}, { shipment: named("shipment", "s-1") }) },
    };
    responses["shipments/s-1"] = item(shipmentRecord("s-1"));
    await request("container", "c-1");
    await fetchAll();
    expect(requestedPaths()).toEqual(["containers/c-1", "shipments/s-1"]);
    expect(await open()).toEqual([]);
  });

  it("of a container with events at unnamed locations also requests the locations, once", async () => {
    const listed = { transport_events: [named("transport_event", "e-1")] };
    const event = eventRecord("e-1", {}, { location: named("port", "p-1") });
    responses["containers/c-1"] = item(containerRecord("c-1", {}, listed), event);
    responses["containers/c-1/transport_events"] = {
      body: { data: [event], included: [portRecord("p-1", "New York", "USNYC")] },
    };
    for (const _ of [1, 2]) {
      await request("container", "c-1");
      await fetchAll();
    }
    expect(requestedPaths()).toEqual(["containers/c-1", "containers/c-1/transport_events", "containers/c-1"]);
    expect(await dashboard.db.select().from(referenceRecords)).toHaveLength(1);
  });

  it("of a container that lists events without including them also requests the events", async () => {
    const listed = { transport_events: [named("transport_event", "e-1")] };
    responses["containers/c-1"] = item(containerRecord("c-1", {}, listed));
    responses["containers/c-1/transport_events"] = list(
      eventRecord("e-1", {}, { container: named("container", "c-1") }),
    );
    await request("container", "c-1");
    await fetchAll();
    expect(requestedPaths()).toEqual(["containers/c-1", "containers/c-1/transport_events"]);
    expect(await open()).toEqual([]);
  });

  it("of a shipment also returns its containers", async () => {
    const container = containerRecord("c-1", {}, { shipment: named("shipment", "s-1") });
    responses["shipments/s-1"] = item(shipmentRecord("s-1"), container);
    await request("shipment", "s-1");
    await fetchAll();
    expect(stub.asked[0]).toContain("containers");
    expect(await dashboard.db.select().from(containers)).toHaveLength(1);
  });

  it("of a tracking request also requests the shipment it found", async () => {
    const found = requestRecord("r-1", { status: "created" }, { tracked_object: named("shipment", "s-1") });
    responses["tracking_requests/r-1"] = { body: { data: found } };
    responses["shipments/s-1"] = item(shipmentRecord("s-1"));
    await request("tracking_request", "r-1");
    await fetchAll();
    expect(await dashboard.db.select().from(trackingRequests)).toMatchObject([{ status: "succeeded" }]);
    expect(await dashboard.db.select().from(shipments)).toHaveLength(1);
  });

  it("of a party returns the party", async () => {
    responses["parties/p-1"] = item(partyRecord("p-1", "Harbour Dray"));
    await request("party", "p-1", null);
    await fetchAll();
    expect(await dashboard.db.select().from(parties)).toMatchObject([{ companyName: "Harbour Dray" }]);
  });

  it("of a container's roles returns the roles with their parties", async () => {
    const { attributes, ...role } = roleRecord("r-1", "c-1", "p-1");
    const unnamed = { ...role, attributes: { role: attributes?.role } };
    responses["containers/c-1/party_roles"] = {
      body: { data: [unnamed], included: [partyRecord("p-1", "Harbour Dray")] },
    };
    await request("party_roles", "c-1", null);
    await fetchAll();
    expect(await dashboard.db.select().from(partyRoles)).toMatchObject([
      { roleableId: "c-1", partyId: "p-1" },
    ]);
    expect(await dashboard.db.select().from(parties)).toHaveLength(1);
    expect(await open()).toEqual([]);
  });
});

describe("a notification that does not name its container", () => {
  const notification = (...included: JsonApiRecord[]): StubResponse => ({
    body: {
      data: {
        type: "webhook_notification",
        id: "n-1",
        attributes: { event: "container.transport.available" },
        relationships: { reference_object: { data: named("transport_event", "e-1") } },
      },
      included,
    },
  });

  beforeEach(async () => {
    responses["containers/c-1"] = item(containerRecord("c-1"));
    responses["shipments/s-1"] = item(shipmentRecord("s-1"));
    responses.containers = list(containerRecord("c-7"), containerRecord("c-8"));
    await request("webhook_notification", "n-1");
  });

  it.each<[string, JsonApiRecord[], string]>([
    [
      "its event's container",
      [eventRecord("e-1", {}, { container: named("container", "c-1") })],
      "containers/c-1",
    ],
    ["a container next to it", [eventRecord("e-1"), containerRecord("c-1")], "containers/c-1"],
    [
      "its event's shipment",
      [eventRecord("e-1", {}, { shipment: named("shipment", "s-1") })],
      "shipments/s-1",
    ],
  ])("is looked up in the delivery log: %s", async (_, included, path) => {
    responses["webhook_notifications/n-1"] = notification(...included);
    await fetchAll();
    expect(requestedPaths()).toEqual(["webhook_notifications/n-1", path]);
  });

  it("is looked up in the delivery log when it is about a document instead of a container", async () => {
    const document = { type: "document", id: "d-1", attributes: { name: "Notice.pdf" } };
    const about = { reference_object: { data: named("document", "d-1") } };
    responses["webhook_notifications/n-1"] = item(
      { type: "webhook_notification", id: "n-1", relationships: about },
      document,
    );
    responses["documents/d-1"] = item(document);
    await fetchAll();
    expect(requestedPaths()).toEqual(["webhook_notifications/n-1", "documents/d-1"]);
  });

  it.each<[string, StubResponse | undefined]>([
    ["does not hold it", undefined],
    ["does not say either", notification()],
    ["knows only the event", notification(eventRecord("e-1"))],
    ["is not for this account", { status: 403, body: { errors: [] } }],
    ["does not take the question", { status: 400, body: { errors: [] } }],
  ])("triggers a read of the recent containers when the log %s", async (_, response) => {
    if (response) responses["webhook_notifications/n-1"] = response;
    await fetchAll();
    expect(requestedPaths()).toEqual(["webhook_notifications/n-1", "containers"]);
    expect((await dashboard.db.select().from(containers)).map(({ id }) => id).sort()).toEqual(["c-7", "c-8"]);
    expect(await open()).toEqual([]);
  });

  it("triggers one read of the recent containers together with several others", async () => {
    for (const n of [2, 3, 4]) await request("webhook_notification", `n-${n}`, `n-${n}`);
    await fetchAll();
    expect(requestedPaths().filter((path) => path === "containers")).toHaveLength(1);
  });
});

describe("a failed fetch", () => {
  const pauses = async () => {
    const { rows } = await dashboard.pool.query(
      "select round(extract(epoch from next_attempt_at - clock_timestamp()))::int as s from fetch_queue",
    );
    return rows.map(({ s }) => s);
  };

  it("is removed when the record was deleted upstream", async () => {
    await request("container", "c-1");
    expect(await next()).toBe(true);
    expect(await open()).toEqual([]);
  });

  it("is retried with growing pauses when refused, and removed after eight attempts", async () => {
    responses["containers/c-1"] = { status: 403, body: { errors: [] } };
    await request("container", "c-1");
    for (const seconds of [2, 4, 8, 16, 32, 64, 128]) {
      await next();
      expect(await pauses()).toEqual([seconds]);
      await fallDue();
    }
    await next();
    expect(await open()).toEqual([]);
  });

  it.each<[string, StubResponse]>([
    ["does not answer", { status: 500, body: {} }],
    ["is busy", { status: 429, headers: { "Retry-After": "9" }, body: { errors: [] } }],
    ["refuses the key", { status: 401, body: { errors: [] } }],
  ])("is kept through an outage of any length when the service %s", async (_, response) => {
    responses["containers/c-1"] = response;
    await request("container", "c-1");
    for (let attempts = 1; attempts <= 12; attempts += 1) {
      await next();
      await fallDue();
    }
    await next();
    expect(await pauses()).toEqual([300]);
    expect(await dashboard.db.select().from(fetchQueue)).toMatchObject([{ lastError: expect.any(String) }]);
    responses["containers/c-1"] = item(containerRecord("c-1"));
    await fallDue();
    await fetchAll();
    expect(await dashboard.db.select().from(containers)).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  it("is kept when Drayboard's own database failed while a request slot was requested", async () => {
    await request("container", "c-1");
    const gate: Gate = {
      admit: () => Promise.reject(databaseUnavailable()),
      pace: async () => 0,
      refused: async () => {},
      succeeded() {},
      silent() {},
      clockOff() {},
      failed() {},
    };
    const without = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, gate });
    for (let attempts = 1; attempts <= 12; attempts += 1) {
      await refetchNext(dashboard.db, without, 0);
      await fallDue();
    }
    expect(await dashboard.db.select().from(fetchQueue)).toMatchObject([{ subjectId: "c-1" }]);
    expect(stub.requests).toEqual([]);
  });

  it("does not block other entries", async () => {
    responses["containers/c-1"] = { status: 500, body: {} };
    responses["containers/c-2"] = item(containerRecord("c-2"));
    await request("container", "c-1");
    await request("container", "c-2");
    await fetchAll();
    expect(await dashboard.db.select().from(containers)).toHaveLength(1);
    expect(await open()).toEqual(["container c-1"]);
  });
});
