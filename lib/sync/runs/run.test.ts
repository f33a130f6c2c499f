import { asc } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  containerRecord,
  eventRecord,
  named,
  partyRecord,
  requestRecord,
  shipmentRecord,
} from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import {
  changes,
  containers,
  driftRepairs,
  fetchQueue,
  installation,
  parties,
  seenRecords,
  shipments,
  syncRunLists,
  syncRuns,
  trackingRequests,
} from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { AppError } from "@/lib/platform/errors";
import { syncRunSince } from "@/lib/sync/drift-repairs/run-store";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type Recorded, type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { runSync } from "./run";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let account: Record<string, JsonApiRecord[]> = {};

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query(`truncate board_rows, containers, shipments, parties, party_roles, tracking_requests,
    transport_events, reference_records, changes, fetch_queue, fetch_log, sync_runs, sync_run_lists, drift_repairs, seen_records,
    party_role_fetches, installation cascade`);
  account = {
    parties: [partyRecord("p-1", "Harbour Dray")],
    shipments: many(3, (n) => shipmentRecord(`s-${n}`)),
    containers: many(250, (n) => container(n)),
    tracking_requests: [requestRecord("r-1", {}, { tracked_object: named("shipment", "s-1") })],
  };
  stub = await StubService.start((request) => pageOf(request));
});
afterEach(() => stub.stop());

const client = () =>
  new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 5_000, timeoutMs: 2_000 });
const run = (signal = new AbortController().signal) => runSync(dashboard.db, client(), signal);

const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const container = (n: number, attributes = {}) =>
  containerRecord(`c-${n}`, attributes, { shipment: named("shipment", `s-${n % 3}`) });

type Manner = { max?: number; meta?: boolean; refuses?: number };

/** The service's response. `most` is its maximum page size. It refuses pages larger than `refuses`. */
function pageOf({ path }: Recorded, { max = 100, meta = true, refuses }: Manner = {}): StubResponse {
  const { pathname, searchParams } = new URL(path, "http://x/");
  const [list = "", id] = pathname.slice(1).split("/");
  const all = account[list];
  if (id !== undefined) {
    const data = all?.find((record) => record.id === id);
    return data ? { body: { data } } : { status: 404, body: { errors: [] } };
  }
  if (!all) return { status: 404, body: { errors: [] } };
  const number = Number(searchParams.get("page[number]"));
  const requested = Number(searchParams.get("page[size]"));
  if (refuses !== undefined && requested > refuses)
    return { status: 400, body: { errors: [{ detail: "page[size] is too large" }] } };
  const size = Math.min(requested, max);
  const data = all.slice((number - 1) * size, number * size);
  const links = { next: "http://127.0.0.1:9/v2/elsewhere", self: "https://elsewhere.example/v2/x" };
  return { body: { data, links, ...(meta ? { meta: { size, total: all.length } } : {}) } };
}

async function held() {
  const { db } = dashboard;
  const counts = [parties, shipments, containers, trackingRequests].map((table) => db.$count(table));
  return Promise.all(counts);
}

const requestedPages = (list: string) => stub.asked.filter((path) => path.startsWith(`${list}?`)).length;
const requestedAlone = () =>
  stub.asked.filter((path) => /^\w+\//.test(path)).map((path) => path.split("?")[0]);
const allSyncRuns = () => dashboard.db.select().from(syncRuns).orderBy(asc(syncRuns.id));
const allDriftRepairs = () => dashboard.db.select().from(driftRepairs).orderBy(asc(driftRepairs.id));

describe("the first load", () => {
  it("pages through all lists, ingests their records and stores a summary", async () => {
    const before = new Date();
    await run();
    expect(await held()).toEqual([1, 3, 250, 1]);
    expect([requestedPages("containers"), requestedPages("shipments")]).toEqual([3, 1]);
    expect(await allSyncRuns()).toMatchObject([
      { kind: "first_load", requests: 6, records: 255, repaired: 0, deletedUpstream: 0, completed: true },
    ]);
    expect(await syncRunSince(dashboard.db, before)).toBe(true);
    expect(await syncRunSince(dashboard.db, new Date())).toBe(false);
    expect(await allDriftRepairs()).toEqual([]);
    expect(await dashboard.db.select().from(changes)).toEqual([]);
  });

  it("requests large pages, falls back to 100 when the service refuses them, and stores that", async () => {
    stub.answer = (request) => pageOf(request, { max: 1_000 });
    await run();
    expect(requestedPages("containers")).toBe(1);
    stub.answer = (request) => pageOf(request, { max: 1_000, refuses: 100 });
    await run();
    expect(requestedPages("containers")).toBe(1 + 1 + 3);
    await run();
    expect(requestedPages("containers")).toBe(5 + 3);
    expect((await allSyncRuns()).every(({ completed }) => completed)).toBe(true);
  });

  it.each([
    ["gives smaller pages than asked for", { max: 60 }, 5],
    ["does not tell the total", { meta: false }, 5],
    ["gives smaller pages and does not tell the total", { max: 60, meta: false }, 7],
  ])("loses nothing when the service %s", async (_, manner, pages) => {
    stub.answer = (request) => pageOf(request, manner);
    await run();
    expect(await held()).toEqual([1, 3, 250, 1]);
    expect(requestedPages("containers")).toBe(pages);
  });

  it("ends when the service repeats the same page forever, whatever total it reports", async () => {
    stub.answer = ({ path }) => ({
      body: { data: account[path.split("?")[0] ?? ""]?.slice(0, 1), meta: { size: 1, total: 180_774 } },
    });
    await run();
    expect(await allSyncRuns()).toMatchObject([{ completed: true }]);
    expect(stub.requests).toHaveLength(8);
  });

  it("follows no URL of a response: all requests go to the base URL", async () => {
    await run();
    expect(
      stub.requests.every(({ path }) => /^(parties|shipments|containers|tracking_requests)\?/.test(path)),
    ).toBe(true);
  });

  it("obeys 429: waits for Retry-After and continues at the same page", async () => {
    const refusedAt: number[] = [];
    stub.answer = (request) => {
      if (stub.requests.length !== 3) return pageOf(request);
      refusedAt.push(request.at);
      return { status: 429, headers: { "Retry-After": "1" }, body: { errors: [] } };
    };
    await run();
    expect(stub.requests).toHaveLength(7);
    expect((stub.requests[3]?.at ?? 0) - (refusedAt[0] ?? 0)).toBeGreaterThanOrEqual(990);
    expect(stub.requests[3]?.path).toBe(stub.requests[2]?.path);
    expect(await held()).toEqual([1, 3, 250, 1]);
  });

  it("throws on a failing page, keeps the ingested records, and continues with that page", async () => {
    stub.answer = (request) =>
      requestedPages("containers") === 2 ? { status: 500, body: { errors: [] } } : pageOf(request);
    await expect(run()).rejects.toThrow(AppError);
    expect(await held()).toEqual([1, 3, 100, 0]);
    const requested = stub.requests.length;
    stub.answer = (request) => pageOf(request);
    await run();
    expect(await held()).toEqual([1, 3, 250, 1]);
    expect(stub.requests.slice(requested).map(({ path }) => path.replace(/include=[^&]*&/, ""))).toEqual([
      expect.stringContaining("containers?page[number]=2&"),
      expect.stringContaining("containers?page[number]=3&"),
      expect.stringContaining("tracking_requests?page[number]=1&"),
    ]);
    expect(await allSyncRuns()).toMatchObject([{ kind: "first_load", completed: true, records: 255 }]);
  });

  it("continues at its position after a stop of any length", async () => {
    const stopping = new AbortController();
    stub.answer = (request) => {
      if (requestedPages("containers") === 2) stopping.abort();
      return pageOf(request);
    };
    await expect(run(stopping.signal)).rejects.toThrow();
    // The page in progress was not ingested: another process may hold the lock by then.
    expect(await held()).toEqual([1, 3, 100, 0]);
    await dashboard.pool.query("update sync_runs set progressed_at = progressed_at - interval '2 days'");
    stub.answer = (request) => pageOf(request);
    await run();
    expect(await held()).toEqual([1, 3, 250, 1]);
    expect(await allSyncRuns()).toMatchObject([{ kind: "first_load", completed: true }]);
    expect(requestedPages("containers")).toBe(4);
  });

  it.each([
    ["an unreadable page", { text: "<html>" }],
    ["a page cut short", { cut: '{"data":[' }],
    ["a page that is an error", { body: { errors: [] } }],
    ["a page whose types changed", { body: { data: { type: "container", id: 7 } } }],
  ])("does not treat %s as the end of a list", async (_, response) => {
    stub.answer = (request) => (requestedPages("containers") === 2 ? response : pageOf(request));
    await expect(run()).rejects.toThrow(AppError);
    expect(await syncRunSince(dashboard.db, new Date(0))).toBe(false);
  });

  it("applies a record without the attribute that cannot be read", async () => {
    account.containers = [
      containerRecord("odd", { pod_discharged_at: "yesterday", seal_number: "A1" }),
      container(1),
    ];
    await run();
    const rows = await dashboard.db.select().from(containers);
    const odd = rows.find(({ id }) => id === "odd");
    expect(rows).toHaveLength(2);
    expect(odd?.attributes).toMatchObject({ seal_number: "A1" });
    expect(odd?.attributes).not.toHaveProperty("pod_discharged_at");
    expect(odd?.unconfirmed).toEqual({ pod_discharged_at: expect.any(String) });
  });

  it("requests the events of one container for each unnamed location", async () => {
    const events = many(4, (n) =>
      eventRecord(
        `e-${n}`,
        {},
        { container: named("container", `c-${n}`), location: named("port", `p-${n % 2}`) },
      ),
    );
    stub.answer = (request) =>
      request.path.startsWith("containers?")
        ? { body: { data: account.containers?.slice(0, 4), included: events, meta: { total: 4 } } }
        : pageOf(request);
    await run();
    const requested = (await dashboard.db.select().from(fetchQueue)).map(
      (row) => `${row.subjectType} ${row.subjectId}`,
    );
    expect(requested.sort()).toEqual(["transport_events c-0", "transport_events c-1"]);
  });
});

describe("a list that shifts while it is paged", () => {
  /** Runs a change at the service between two pages of the containers. */
  function between(page: number, happen: () => void): void {
    let happened = false;
    stub.answer = (request) => {
      const response = pageOf(request);
      if (!happened && request.path.startsWith("containers?") && requestedPages("containers") === page) {
        happened = true;
        happen();
      }
      return response;
    };
  }
  const toFront = (id: string) => {
    const all = account.containers ?? [];
    account.containers = [...all.filter((one) => one.id === id), ...all.filter((one) => one.id !== id)];
  };

  it("loses no record when a refreshed container moves from an unread page to the front", async () => {
    between(1, () => toFront("c-249"));
    await run();
    expect(await held()).toEqual([1, 3, 250, 1]);
    expect(requestedPages("containers")).toBe(4);
    expect(await dashboard.db.select().from(syncRunLists)).toContainEqual(
      expect.objectContaining({ list: "containers", pass: 2, seen: 250 }),
    );
  });

  it("loses no record when two hundred containers move", async () => {
    between(1, () => {
      for (let n = 100; n < 240; n += 1) toFront(`c-${n}`);
    });
    await run();
    expect(await held()).toEqual([1, 3, 250, 1]);
  });

  it("includes records created during the read", async () => {
    between(1, () => {
      account.containers = [...many(30, (n) => container(1_000 + n)), ...(account.containers ?? [])];
    });
    await run();
    expect(await held()).toEqual([1, 3, 280, 1]);
  });

  it("loses no remaining record when deletions pull the rest forward past the position", async () => {
    between(1, () => {
      account.containers = (account.containers ?? []).slice(20);
    });
    await run();
    const stored = (await dashboard.db.select({ id: containers.id }).from(containers)).map(({ id }) => id);
    expect(account.containers?.filter(({ id }) => !stored.includes(id))).toEqual([]);
  });

  it("ends even when it shifts continuously", async () => {
    let turn = 0;
    stub.answer = (request) => {
      turn += 1;
      if (request.path.startsWith("containers?")) toFront(`c-${(turn * 37) % 250}`);
      return pageOf(request);
    };
    await run();
    expect(await allSyncRuns()).toMatchObject([{ completed: true }]);
    expect(requestedPages("containers")).toBeLessThanOrEqual(12);
  });
});

describe("a sync run", () => {
  beforeEach(async () => {
    await run();
    await dashboard.db.delete(changes);
    stub.requests.length = 0;
  });

  it("repairs and changes nothing when the mirror is correct", async () => {
    await run();
    expect(await allSyncRuns()).toMatchObject([
      {},
      { kind: "round", repaired: 0, deletedUpstream: 0, records: 255 },
    ]);
    expect(await allDriftRepairs()).toEqual([]);
    expect(await dashboard.db.select().from(changes)).toEqual([]);
    expect(requestedAlone()).toEqual([]);
  });

  it("repairs every differing field, reports since when it may have been wrong, and records it in the history", async () => {
    const [seen] = await dashboard.db.select().from(containers).limit(1);
    account.containers = [
      container(7, { seal_number: "SEAL", available_for_pickup: true }),
      ...many(249, (n) => container(n + 10)),
    ];
    account.containers.splice(1, 0, ...many(7, (n) => container(n)), container(8), container(9));
    account.shipments = [
      shipmentRecord("s-0", { customer_name: "Bright Imports" }),
      ...many(2, (n) => shipmentRecord(`s-${n + 1}`)),
    ];
    await run();
    const repaired = await allDriftRepairs();
    const fields = repaired.map((one) => [
      one.subjectType,
      one.subjectId,
      one.field,
      one.oldValue,
      one.newValue,
    ]);
    expect(fields).toContainEqual(["container", "c-7", "seal_number", null, "SEAL"]);
    expect(fields).toContainEqual(["container", "c-7", "available_for_pickup", null, true]);
    expect(fields).toContainEqual(["shipment", "s-0", "customer_name", null, "Bright Imports"]);
    const missing = repaired.filter(({ field }) => field === "record");
    expect(missing.map(({ oldValue, newValue }) => [oldValue, newValue])).toEqual(
      many(9, () => ["missing", "present"]),
    );
    expect(repaired).toHaveLength(12);
    expect(repaired.find(({ field }) => field === "seal_number")?.lastCorrectAt?.getTime()).toBe(
      seen?.carrierAsOf.getTime(),
    );
    expect(await allSyncRuns()).toMatchObject([{}, { repaired: 12 }]);
    const reported = await dashboard.db.select().from(changes);
    expect(reported.map(({ field, notificationId }) => [field, notificationId])).toContainEqual([
      "seal_number",
      null,
    ]);
  });

  it("logs repairs of referenced records, and nothing when the service lists them in another order", async () => {
    const listed = (ids: string[]) => ({ documents: ids.map((id) => named("document", id)) });
    const withNames = (terminal: string, request: string, ids: string[]) => {
      account.shipments = [
        shipmentRecord("s-0", {}, { pod_terminal: named("terminal", terminal), ...listed(ids) }),
        ...many(2, (n) => shipmentRecord(`s-${n + 1}`)),
      ];
      account.tracking_requests = [requestRecord("r-1", {}, { tracked_object: named("shipment", request) })];
    };
    withNames("t-1", "s-1", ["d-1", "d-2"]);
    await run();
    await dashboard.db.delete(driftRepairs);
    withNames("t-2", "s-2", ["d-2", "d-1"]);
    await run();
    const repaired = (await allDriftRepairs()).map((one) => [
      one.subjectId,
      one.field,
      one.oldValue,
      one.newValue,
    ]);
    expect(repaired).toEqual([
      ["s-0", "pod_terminal", "t-1", "t-2"],
      ["r-1", "tracked_object", "s-1", "s-2"],
    ]);
  });

  it("logs missing milestones and milestones with another time", async () => {
    const at = (timestamp: string) =>
      eventRecord("e-1", { timestamp }, { container: named("container", "c-1") });
    const syncRun = async (...events: JsonApiRecord[]) => {
      stub.answer = (request) => {
        const response = pageOf(request);
        return /^containers\?.*page\[number\]=1&/.test(request.path)
          ? { body: { ...Object(response.body), included: events } }
          : response;
      };
      await run();
      const repaired = (await allDriftRepairs()).map(({ field, oldValue, newValue }) => ({
        field,
        oldValue,
        newValue,
      }));
      await dashboard.db.delete(driftRepairs);
      return repaired;
    };
    const event = "container.transport.vessel_discharged";
    expect(await syncRun(at("2026-11-14T18:00:00Z"))).toEqual([
      { field: "transport_events", oldValue: [], newValue: [event] },
    ]);
    expect(await syncRun(at("2026-11-14T18:00:00+00:00"))).toEqual([]);
    expect(await syncRun(at("2026-11-14T21:30:00Z"))).toEqual([
      {
        field: "transport_events",
        oldValue: [`${event} 2026-11-14T18:00:00+00:00`],
        newValue: [`${event} 2026-11-14T21:30:00Z`],
      },
    ]);
  });

  it("requests a record that no list showed at its own URL, and keeps it when it exists", async () => {
    const all = account.containers ?? [];
    stub.answer = (request) => {
      if (!request.path.startsWith("containers?")) return pageOf(request);
      const { body } = pageOf(request);
      const { data } = { data: all.filter(({ id }) => id !== "c-5") };
      const number = Number(new URL(request.path, "http://x/").searchParams.get("page[number]"));
      return { body: { ...Object(body), data: data.slice((number - 1) * 100, number * 100) } };
    };
    await run();
    expect(requestedAlone()).toEqual(["containers/c-5"]);
    expect(await allSyncRuns()).toMatchObject([{}, { deletedUpstream: 0, repaired: 0 }]);
    expect(await dashboard.db.select().from(seenRecords)).not.toContainEqual(
      expect.objectContaining({ deletedUpstreamAt: expect.any(Date) }),
    );
  });

  const deletedUpstream = async () =>
    (
      await dashboard.pool.query("select id from seen_records where deleted_upstream_at is not null")
    ).rows.map(({ id }) => id);
  /** The service no longer lists these containers; it returns `answer` at the URL of the first one. */
  const unlist = (response: StubResponse, ...ids: string[]) => {
    account.containers = (account.containers ?? []).filter(({ id }) => !ids.includes(id));
    stub.answer = (request) =>
      request.path.startsWith(`containers/${ids[0]}?`) ? response : pageOf(request);
  };

  it.each<[string, StubResponse]>([
    ["refuses to show", { status: 403, body: { errors: [] } }],
    ["says to be gone otherwise", { status: 410, body: { errors: [] } }],
    ["has no address for", { status: 404, text: "<!DOCTYPE html><html></html>" }],
    ["answers unreadably", { text: "<html>" }],
    ["is silent about", { status: 500, body: { errors: [] } }],
    ["cuts off", { cut: "{" }],
  ])(
    "skips a record that the service %s: it is not marked as deleted upstream, and the run continues",
    async (_, response) => {
      unlist(response, "c-5", "c-6");
      await run();
      expect(await deletedUpstream()).toEqual(["c-6"]);
      expect(await allSyncRuns()).toMatchObject([{}, { completed: true, deletedUpstream: 1 }]);
      stub.answer = (request) => pageOf(request);
      await run();
      expect((await deletedUpstream()).sort()).toEqual(["c-5", "c-6"]);
    },
  );

  it("requests a record without a response several times before it skips it", async () => {
    const responses: StubResponse[] = [{ status: 500 }, { drop: true }];
    unlist({}, "c-5");
    stub.answer = (request) =>
      (request.path.startsWith("containers/") ? responses.shift() : undefined) ?? pageOf(request);
    await run();
    expect(await deletedUpstream()).toEqual(["c-5"]);
  });

  it.each<[string, StubResponse]>([
    ["is silent about everything", { status: 500, body: { errors: [] } }],
    ["refuses the key", { status: 401, body: { errors: [] } }],
    ["is asked too often", { status: 429, headers: { "Retry-After": "60" }, body: { errors: [] } }],
  ])("waits when the service %s, and continues with the same record", async (_, response) => {
    unlist({}, "c-5");
    let out = false;
    stub.answer = (request) => {
      out ||= request.path.startsWith("containers/");
      return out ? response : pageOf(request);
    };
    await expect(run()).rejects.toThrow(AppError);
    expect(await deletedUpstream()).toEqual([]);
    stub.answer = (request) => pageOf(request);
    await run();
    expect(await deletedUpstream()).toEqual(["c-5"]);
    expect(await allSyncRuns()).toHaveLength(2);
  });

  /** A page of the service's delivery log with one delivery about c-5. */
  const deliveryLog = (delivery_status: string): StubResponse => {
    const attributes = { event: "container.updated", delivery_status, created_at: new Date().toISOString() };
    const relationships = { reference_object: { data: named("container", "c-5") } };
    return {
      body: {
        data: [{ type: "webhook_notification", id: "n-1", attributes, relationships }],
        meta: { total: 1 },
      },
    };
  };

  it("continues after a failed delivery about a record that the service cannot return, and does not check it again", async () => {
    const log = deliveryLog("failed");
    stub.answer = (request) => {
      if (request.path.startsWith("containers/")) return { status: 500, body: { errors: [] } };
      return request.path.startsWith("webhook_notifications") ? log : pageOf(request);
    };
    await run();
    expect(new Set(requestedAlone())).toEqual(new Set(["containers/c-5"]));
    stub.requests.length = 0;
    await run();
    expect(requestedAlone()).toEqual([]);
    expect(await allSyncRuns()).toMatchObject([{}, { completed: true }, { completed: true }]);
  });

  it("marks no more records after it is stopped during a request", async () => {
    const stopping = new AbortController();
    unlist({}, "c-5");
    stub.answer = (request) => {
      if (request.path.startsWith("containers/")) stopping.abort();
      return pageOf(request);
    };
    await expect(run(stopping.signal)).rejects.toThrow();
    expect(await deletedUpstream()).toEqual([]);
  });

  it("marks a record as deleted upstream, keeps it, stops requesting it, and removes the mark when it exists again", async () => {
    const gone = [...(account.containers ?? [])];
    account.containers = gone.filter(({ id }) => id !== "c-5");
    await run();
    expect(requestedAlone()).toEqual(["containers/c-5"]);
    expect(await dashboard.db.$count(containers)).toBe(250);
    const mark = async () => {
      const { rows } = await dashboard.pool.query(
        "select row ->> 'deletedUpstreamAt' as at from board_rows where container_id = 'c-5'",
      );
      return rows[0]?.at;
    };
    expect(await mark()).toMatch(/Z$/);
    expect(await allSyncRuns()).toMatchObject([{}, { deletedUpstream: 1, completed: true }]);
    expect(await allDriftRepairs()).toMatchObject([
      { subjectId: "c-5", field: "record", oldValue: "present", newValue: "vanished" },
    ]);
    await run();
    expect(requestedAlone()).toEqual(["containers/c-5"]);
    account.containers = gone;
    await run();
    expect(await mark()).toBeNull();
    expect((await allDriftRepairs()).at(-1)).toMatchObject({ oldValue: "vanished", newValue: "present" });
  });

  it("abandons an old unfinished run and begins another, however often its deliveries were checked", async () => {
    const log = deliveryLog("succeeded");
    let broken = false;
    stub.answer = (request) => {
      if (request.path.startsWith("webhook_notifications")) return log;
      broken ||= requestedPages("containers") === 2;
      return broken ? { status: 500, body: { errors: [] } } : pageOf(request);
    };
    await expect(run()).rejects.toThrow(AppError);
    await dashboard.pool.query(
      "update sync_runs set progressed_at = progressed_at - interval '9 minutes' where ended_at is null",
    );
    await expect(run()).rejects.toThrow(AppError);
    await dashboard.pool.query(
      "update sync_runs set progressed_at = progressed_at - interval '2 minutes' where ended_at is null",
    );
    stub.answer = (request) => pageOf(request);
    await run();
    expect(await allSyncRuns()).toMatchObject([
      { completed: true },
      { completed: false, lastError: "left unfinished" },
      { completed: true },
    ]);
  });

  it("stores no run state in the installation table", async () => {
    await run();
    expect(await dashboard.db.select().from(installation)).toEqual([]);
  });
});
