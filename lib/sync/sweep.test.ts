import { eq } from "drizzle-orm";
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
import { openDatabase } from "@/lib/db/client";
import { containers, installation, parties, refetches, shipments, trackingRequests } from "@/lib/db/schema";
import { openTestDashboard } from "@/lib/db/test-dashboard";
import { AppError } from "@/lib/errors";
import { TrackingClient } from "@/lib/tracking/client";
import { type Answer, type Recorded, StubService } from "@/lib/tracking/stub-service";
import { sweepOnce, sweptSince } from "./sweep";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());
beforeEach(async () => {
  const tables = [
    "board_rows",
    "containers",
    "shipments",
    "parties",
    "tracking_requests",
    "installation",
    "refetches",
  ];
  await desk.pool.query([...tables, "transport_events"].map((table) => `delete from ${table}`).join(";"));
  stub = await StubService.start((request) => pageOf(request));
});
afterEach(() => stub.stop());

const client = () =>
  new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 5_000, timeoutMs: 2_000 });
const sweep = (signal = new AbortController().signal) => sweepOnce(desk, client(), signal);

const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const ACCOUNT: Record<string, JsonApiRecord[]> = {
  parties: [partyRecord("p-1", "Harbour Dray")],
  shipments: many(3, (n) => shipmentRecord(`s-${n}`)),
  containers: many(250, (n) => containerRecord(`c-${n}`, {}, { shipment: named("shipment", `s-${n % 3}`) })),
  tracking_requests: [requestRecord("r-1", {}, { tracked_object: named("shipment", "s-1") })],
};

/** What the service answers: `most` is its own largest page. */
function pageOf({ path }: Recorded, { most = 100, meta = true } = {}): Answer {
  const { pathname, searchParams } = new URL(path, "http://x/");
  const all = ACCOUNT[pathname.slice(1)];
  if (!all) return { status: 404, body: { errors: [] } };
  const number = Number(searchParams.get("page[number]"));
  const size = Math.min(Number(searchParams.get("page[size]")), most);
  const data = all.slice((number - 1) * size, number * size);
  const links = { next: "http://127.0.0.1:9/v2/elsewhere", self: "https://elsewhere.example/v2/x" };
  return { body: { data, links, ...(meta ? { meta: { size, total: all.length } } : {}) } };
}

async function held() {
  const { db } = desk;
  const counts = [parties, shipments, containers, trackingRequests].map(
    async (table) => (await db.select().from(table)).length,
  );
  return Promise.all(counts);
}

const pagesAsked = (list: string) => stub.asked.filter((path) => path.startsWith(`${list}?`)).length;

describe("a sweep", () => {
  it("pages through all lists and takes in what they hold", async () => {
    const before = new Date();
    expect(await sweep()).toBe(true);
    expect(await held()).toEqual([1, 3, 250, 1]);
    expect([pagesAsked("containers"), pagesAsked("shipments")]).toEqual([3, 1]);
    expect(await sweptSince(desk.db, before)).toBe(true);
    expect(await sweptSince(desk.db, new Date())).toBe(false);
    const [last] = await desk.db.select().from(installation).where(eq(installation.name, "last_sweep"));
    expect(last?.value).toMatchObject({ records: 255, endedAt: expect.any(String) });
    expect(await desk.db.select().from(installation)).toHaveLength(1);
  });

  it.each([
    ["gives smaller pages than asked for", { most: 60 }, 5],
    ["does not tell the total", { meta: false }, 4],
    ["gives smaller pages and does not tell the total", { most: 60, meta: false }, 6],
  ])("loses nothing when the service %s", async (_, options, pages) => {
    stub.answer = (request) => pageOf(request, options);
    await sweep();
    expect(await held()).toEqual([1, 3, 250, 1]);
    expect(pagesAsked("containers")).toBe(pages);
  });

  it("ends when the service gives the same page for ever, whatever total it tells", async () => {
    stub.answer = ({ path }) => ({
      body: { data: ACCOUNT[path.split("?")[0] ?? ""]?.slice(0, 1), meta: { size: 1, total: 180_774 } },
    });
    expect(await sweep()).toBe(true);
    expect(stub.requests).toHaveLength(8);
  });

  it("follows no address of an answer: all is asked under the base address", async () => {
    await sweep();
    expect(
      stub.requests.every(({ path }) => /^(parties|shipments|containers|tracking_requests)\?/.test(path)),
    ).toBe(true);
  });

  it("obeys 429: waits as long as Retry-After says and goes on where it was", async () => {
    const refusedAt: number[] = [];
    stub.answer = (request) => {
      if (stub.requests.length !== 3) return pageOf(request);
      refusedAt.push(request.at);
      return { status: 429, headers: { "Retry-After": "1" }, body: { errors: [] } };
    };
    await sweep();
    expect(stub.requests).toHaveLength(7);
    expect((stub.requests[3]?.at ?? 0) - (refusedAt[0] ?? 0)).toBeGreaterThanOrEqual(990);
    expect(stub.requests[3]?.path).toBe(stub.requests[2]?.path);
    expect(await held()).toEqual([1, 3, 250, 1]);
  });

  it("that meets a failing page throws, keeps what it took in, and loses nothing when repeated", async () => {
    stub.answer = (request) =>
      pagesAsked("containers") === 2 ? { status: 500, body: { errors: [] } } : pageOf(request);
    await expect(sweep()).rejects.toThrow(AppError);
    expect(await held()).toEqual([1, 3, 100, 0]);
    expect(await desk.db.select().from(installation)).toEqual([]);
    stub.answer = (request) => pageOf(request);
    expect(await sweep()).toBe(true);
    expect(await held()).toEqual([1, 3, 250, 1]);
  });

  it.each([
    ["an unreadable page", { text: "<html>" }],
    ["a page cut short", { cut: '{"data":[' }],
    ["a page that is an error", { body: { errors: [] } }],
  ])("does not take %s for the end of a list", async (_, answer) => {
    stub.answer = (request) => (pagesAsked("containers") === 2 ? answer : pageOf(request));
    await expect(sweep()).rejects.toThrow(AppError);
    expect(await sweptSince(desk.db, new Date(0))).toBe(false);
  });

  it("passes over a record that cannot be read", async () => {
    const bad = containerRecord("bad", { pod_discharged_at: "yesterday" });
    stub.answer = (request) =>
      request.path.startsWith("containers")
        ? { body: { data: [bad, containerRecord("c-1")], meta: { total: 2 } } }
        : pageOf(request);
    expect(await sweep()).toBe(true);
    expect(await desk.db.select().from(containers)).toHaveLength(1);
  });

  it("asks for the events of one box for each place nobody named", async () => {
    const events = many(4, (n) =>
      eventRecord(
        `e-${n}`,
        {},
        { container: named("container", `c-${n}`), location: named("port", `p-${n % 2}`) },
      ),
    );
    stub.answer = (request) =>
      request.path.startsWith("containers?")
        ? { body: { data: ACCOUNT.containers?.slice(0, 4), included: events, meta: { total: 4 } } }
        : pageOf(request);
    await sweep();
    const asked = (await desk.db.select().from(refetches)).map(
      (row) => `${row.subjectType} ${row.subjectId}`,
    );
    expect(asked.sort()).toEqual(["transport_events c-0", "transport_events c-1"]);
  });
});

describe("of several processes", () => {
  it("one sweeps at a time, the others are told so", async () => {
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    stub.answer = async (request) => {
      await gate;
      return pageOf(request);
    };
    const first = sweep();
    while (!stub.requests.length) await new Promise((resolve) => setTimeout(resolve, 10));
    const other = openDatabase(desk.url);
    expect(await sweepOnce(other, client(), new AbortController().signal)).toBe(false);
    expect(await sweep()).toBe(false);
    letGo();
    expect(await first).toBe(true);
    expect(await sweepOnce(other, client(), new AbortController().signal)).toBe(true);
    await other.pool.end();
  });

  it("the next takes it up when the one that was at it failed, lost its connection or was stopped", async () => {
    stub.answer = () => ({ status: 500, body: { errors: [] } });
    await expect(sweep()).rejects.toThrow();
    const stopping = new AbortController();
    stub.answer = (request) => {
      stopping.abort();
      return pageOf(request);
    };
    expect(await sweep(stopping.signal)).toBe(false);
    const dying = openDatabase(desk.url);
    stub.answer = async (request) => {
      await desk.pool.query("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'");
      return pageOf(request);
    };
    await sweepOnce(dying, client(), new AbortController().signal).catch(() => false);
    await dying.pool.end();
    stub.answer = (request) => pageOf(request);
    expect(await sweep()).toBe(true);
  });
});
