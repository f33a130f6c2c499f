import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { containers, fetchQueue, inbox } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import type { Gate } from "@/lib/tracking-client/types";
import { wakeRefetches } from "./claim";
import { type RefetchSubject, requestRefetch } from "./enqueue";
import { refetchNext, refetchRound } from "./fetch-next";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let responses: Record<string, StubResponse> = {};

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.emptyMirror("inbox", "fetch_queue", "fetch_log");
  responses = {};
  stub = await StubService.start(({ path }) => responses[path.split("?")[0] ?? ""]);
});
afterEach(() => stub.stop());

const client = () =>
  new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });
/** A client whose request budget asks for this rest after each request. */
const scarce = (paceMs: number) => {
  const gate: Gate = {
    admit: async () => {},
    pace: async () => paceMs,
    refused: async () => {},
    succeeded() {},
    silent() {},
    clockOff() {},
    failed() {},
  };
  return new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000, gate });
};
const request = (type: RefetchSubject["type"], id: string, notificationId: string | null = null) =>
  requestRefetch(dashboard.db, { type, id }, notificationId);
const list = (...data: JsonApiRecord[]): StubResponse => ({ body: { data } });
const requestedPaths = () => stub.asked.map((path) => path.split("?")[0]);
/** A page that one of its records makes unreadable. */
const SPOILED: StubResponse = { body: { data: [containerRecord("c-9"), { type: "container", id: 9 }] } };
const fallDue = () =>
  dashboard.db.update(fetchQueue).set({ nextAttemptAt: sql`now() - interval '1 second'` });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function fetchAll(): Promise<void> {
  while (await refetchNext(dashboard.db, client(), 0));
}

/** Stores a notification received this many minutes ago and enqueues the lookup of its subject. */
async function requestAbout(id: string, minutes: number): Promise<void> {
  const receivedAt = minutesAgo(minutes);
  await dashboard.db
    .insert(inbox)
    .values({ notificationId: id, event: "x", createdAt: receivedAt, receivedAt });
  await request("webhook_notification", id, id);
}

const logged = (id: string, about: string): JsonApiRecord => ({
  type: "webhook_notification",
  id,
  relationships: { reference_object: { data: named("container", about) } },
});

describe("notifications looked up together", () => {
  it("about one container are not answered by a fetch sent before the newest one was received", async () => {
    for (const n of [1, 2, 3, 4]) await requestAbout(`n-${n}`, 50 - n * 10);
    responses.webhook_notifications = list(...[4, 3, 2, 1].map((n) => logged(`n-${n}`, "c-1")));
    responses["containers/c-1"] = { body: { data: containerRecord("c-1") } };
    await dashboard.pool.query(
      "insert into fetch_log (subject_type, subject_id, sent_at) values ('container', 'c-1', $1)",
      [minutesAgo(25)],
    );
    await fetchAll();
    expect(requestedPaths()).toEqual(["webhook_notifications", "containers/c-1"]);
  });

  it("are looked up one by one when a record makes the log page unreadable", async () => {
    for (const n of [1, 2, 3, 4]) {
      await requestAbout(`n-${n}`, 1);
      responses[`webhook_notifications/n-${n}`] = { body: { data: logged(`n-${n}`, "c-1") } };
    }
    responses.webhook_notifications = SPOILED;
    responses["containers/c-1"] = { body: { data: containerRecord("c-1") } };
    await fetchAll();
    await fallDue();
    await fetchAll();
    expect(await dashboard.db.select().from(fetchQueue)).toEqual([]);
    expect(requestedPaths().filter((path) => path === "webhook_notifications")).toHaveLength(1);
    expect(await dashboard.db.select().from(containers)).toHaveLength(1);
  });
});

describe("containers fetched together", () => {
  const ids = Array.from({ length: 8 }, (_, n) => `c-${n}`);
  beforeEach(async () => {
    for (const id of ids) await request("container", id);
  });

  it("are fetched one by one when a record makes the list page unreadable", async () => {
    responses.containers = SPOILED;
    for (const id of ids) responses[`containers/${id}`] = { body: { data: containerRecord(id) } };
    await fetchAll();
    await fallDue();
    await fetchAll();
    expect(await dashboard.db.select().from(fetchQueue)).toEqual([]);
    expect(requestedPaths().sort()).toEqual(["containers", ...ids.map((id) => `containers/${id}`)]);
    expect(await dashboard.db.select().from(containers)).toHaveLength(8);
  });

  it("are fetched together again after no request slot was available", async () => {
    responses.containers = { status: 429, headers: { "Retry-After": "60" }, body: {} };
    await fetchAll();
    responses.containers = list(...ids.map((id) => containerRecord(id)));
    await fallDue();
    await fetchAll();
    expect(await dashboard.db.select().from(fetchQueue)).toEqual([]);
    expect(requestedPaths()).toEqual(["containers", "containers"]);
  });

  it("are fetched together again after an outage of the service", async () => {
    responses.containers = { status: 500, body: {} };
    await fetchAll();
    responses.containers = list(...ids.map((id) => containerRecord(id)));
    await wakeRefetches(dashboard.db);
    await fetchAll();
    expect(await dashboard.db.select().from(fetchQueue)).toEqual([]);
    expect(new Set(requestedPaths())).toEqual(new Set(["containers"]));
  });

  it("are applied one by one when one of them cannot be applied, which is tried again", async () => {
    responses.containers = list(...ids.map((id) => containerRecord(id)));
    await dashboard.pool.query(`
      create function reject_one() returns trigger language plpgsql as $$ begin raise 'rejected'; end $$;
      create trigger reject_one before insert on containers for each row when (new.id = 'c-3')
        execute function reject_one()`);
    try {
      await refetchNext(dashboard.db, client(), 0);
    } finally {
      await dashboard.pool.query("drop trigger reject_one on containers; drop function reject_one");
    }
    expect(await dashboard.db.select().from(containers)).toHaveLength(7);
    expect(await dashboard.db.select().from(fetchQueue)).toMatchObject([{ subjectId: "c-3", attempts: 1 }]);
    responses["containers/c-3"] = { body: { data: containerRecord("c-3") } };
    await fallDue();
    await fetchAll();
    expect(await dashboard.db.select().from(containers)).toHaveLength(8);
  });
});

describe("a round of fetches", () => {
  beforeEach(async () => {
    responses.containers = { body: { data: [containerRecord("c-1")], meta: { total: 1 } } };
    for (const id of ["c-1", "c-2"]) responses[`containers/${id}`] = { body: { data: containerRecord(id) } };
  });

  it("fetches each record at once, without a rest, while many request slots are free", async () => {
    await request("container", "c-1");
    expect(await refetchRound(dashboard.db, scarce(0), 0)).toBe(0);
    expect(requestedPaths()).toEqual(["containers/c-1"]);
    expect(await refetchRound(dashboard.db, scarce(0), 0)).toBe(500);
  });

  it("reads list pages when few are free, then what these lack, and rests for each request", async () => {
    await request("container", "c-1");
    await request("container", "c-2");
    expect(await refetchRound(dashboard.db, scarce(100), 0)).toBe(200);
    expect(requestedPaths()).toEqual(["containers", "containers/c-2"]);
    expect(await refetchRound(dashboard.db, scarce(100), 0)).toBe(500);
    expect(await dashboard.db.select().from(fetchQueue)).toEqual([]);
  });

  it("leaves what became due during the round to the next list page", async () => {
    await request("shipment", "s-1");
    responses["shipments/s-1"] = { body: { data: shipmentRecord("s-1") } };
    for (const n of [1, 2, 3, 4, 5]) await request("party", `p-${n}`);
    expect(await refetchRound(dashboard.db, scarce(60_000), 0)).toBe(5_000);
    expect(requestedPaths()).toHaveLength(3);
  });
});
