import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { containerRecord } from "@/lib/contract/fixtures";
import { openDatabase } from "@/lib/platform/database/client";
import { SERVICE_CLOCK_OFF } from "@/lib/platform/database/clock-skew-note";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { REQUEST_TIMEOUT_MS, TrackingClient } from "./client";
import { ClockWatch } from "./clock-skew";
import { formOfFile } from "./multipart-file";
import { openGate } from "./request-limiter";
import { type StubResponse, StubService } from "./test-stub-service";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
const item: StubResponse = { body: { data: containerRecord("c-1") } };
const LIMITS = { default: 100, create: 100, infer: null, refresh: 10 };

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  stub = await StubService.start(() => item);
  await dashboard.pool.query(`delete from request_log; delete from rate_limit_pauses; delete from installation;
    delete from request_failures; update circuit_breaker set failures = 0, closed_until = '-infinity'`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stub.stop();
});

const open = () => openGate(dashboard.db, LIMITS, { priority: "person", patienceMs: 8_000 });
const read = () =>
  new TrackingClient({
    baseUrl: stub.baseUrl,
    key: "key",
    patienceMs: 8_000,
    timeoutMs: 1_000,
    gate: open(),
  }).getItem("containers/c-1");

async function circuit(): Promise<{ failures: number; shutMs: number }> {
  await dashboard.atRest();
  const { rows } = await dashboard.pool.query(`select failures, closed_until = '-infinity' as open,
    extract(epoch from greatest(closed_until, now()) - clock_timestamp()) * 1000 as ms from circuit_breaker`);
  return { failures: rows[0].failures, shutMs: rows[0].open ? 0 : Math.max(0, Number(rows[0].ms)) };
}
/** Simulates this number of missing responses; a trial request is now permitted. */
const lastedFor = (failures: number) =>
  dashboard.pool.query(
    "update circuit_breaker set failures = $1, closed_until = clock_timestamp() - interval '1 ms'",
    [failures],
  );

describe("the trial request after an outage", () => {
  it.each<[string, StubResponse]>([
    ["a cut connection", { drop: true }],
    ["an outage", { status: 503 }],
  ])("counts as a missing response after %s, is sent once, and the pause grows", async (_, response) => {
    stub.answer = () => response;
    await lastedFor(8);
    await expect(read()).rejects.toMatchObject({ code: "service_unreachable" });
    expect(stub.requests).toHaveLength(1);
    const { failures, shutMs } = await circuit();
    expect(failures).toBe(9);
    expect(shutMs).toBeGreaterThan(30_000);
    expect(shutMs).toBeLessThanOrEqual(32_000);
  });

  it("has until its timeout before another is admitted", async () => {
    await lastedFor(5);
    await open().admit("default");
    expect((await circuit()).shutMs).toBeGreaterThan(REQUEST_TIMEOUT_MS);
    await expect(open().admit("create")).rejects.toMatchObject({ code: "service_unreachable" });
  });

  it("closes the circuit with its response, even when this process just received another one", async () => {
    const gate = open();
    gate.succeeded();
    // Its update of the circuit is not awaited: it must not happen between the next request's read and write.
    await dashboard.atRest();
    await lastedFor(5);
    await gate.admit("default");
    gate.succeeded();
    expect(await circuit()).toEqual({ failures: 0, shutMs: 0 });
  });

  it("is also answered by a 429: the client waits and retries", async () => {
    stub.answer = () => (stub.requests.length > 1 ? item : { status: 429, headers: { "Retry-After": "1" } });
    await lastedFor(5);
    expect((await read()).document.data.id).toBe("c-1");
    expect(await circuit()).toEqual({ failures: 0, shutMs: 0 });
  });
});

it("fails a user's request immediately while the circuit is open", async () => {
  await dashboard.pool.query(
    "update circuit_breaker set closed_until = clock_timestamp() + interval '1 minute'",
  );
  const queries = vi.spyOn(dashboard.pool, "query");
  await expect(read()).rejects.toMatchObject({ code: "service_unreachable" });
  const looks = queries.mock.calls.filter((call) => JSON.stringify(call).includes("take_request"));
  expect(looks, "it looks once and waits for no second look").toHaveLength(1);
  expect(stub.requests).toEqual([]);
  expect((await circuit()).failures).toBe(0);
});

describe("a service with a clock offset", () => {
  const dated = (offMs: number): StubResponse => ({
    ...item,
    headers: { Date: new Date(Date.now() + offMs).toUTCString() },
  });
  const client = () => new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, gate: open() });

  async function offMinutes(): Promise<number | null> {
    await dashboard.atRest();
    const { rows } = await dashboard.db.execute<{ off: number | null }>(
      sql`select ${SERVICE_CLOCK_OFF} as off`,
    );
    const off = rows[0]?.off ?? null;
    return off === null ? null : Math.round(off / 60_000);
  }

  it.each([10, -10])("of %d minutes is recorded until it is correct again", async (minutes) => {
    const reader = client();
    stub.answer = () => dated(minutes * 60_000);
    await reader.getItem("containers/c-1");
    expect(await offMinutes()).toBe(minutes);
    stub.answer = () => dated(0);
    await reader.getItem("containers/c-1");
    expect(await offMinutes()).toBeNull();
  });

  it("of one minute is not reported", async () => {
    stub.answer = () => dated(-60_000);
    await client().getItem("containers/c-1");
    expect(await offMinutes()).toBeNull();
  });

  it("is also detected from the response to an upload", async () => {
    stub.answer = () => ({ ...dated(600_000), status: 201 });
    async function* nothing(): AsyncGenerator<Uint8Array> {}
    const form = formOfFile({ name: "a.txt", mediaType: "text/plain", bytes: 0, parts: nothing() }, []);
    await client().upload("documents", form);
    expect(await offMinutes()).toBe(10);
  });

  it("is recorded per machine, and deleted an hour after its last report", async () => {
    const [here, there] = [new ClockWatch(dashboard.db, "here"), new ClockWatch(dashboard.db, "there")];
    here.measured(600_000);
    there.measured(0);
    expect(await offMinutes()).toBe(10);
    await dashboard.pool.query("update installation set updated_at = now() - interval '61 minutes'");
    expect(await offMinutes()).toBeNull();
  });
});

describe("a failure of Drayboard's own database", () => {
  async function* nothing(): AsyncGenerator<Uint8Array> {}
  const form = () => formOfFile({ name: "a.txt", mediaType: "text/plain", bytes: 0, parts: nothing() }, []);

  it.each<[string, (client: TrackingClient) => Promise<unknown>]>([
    ["a read", (client) => client.getItem("containers/c-1")],
    ["a write", (client) => client.create("parties", {})],
    ["a removal", (client) => client.remove("containers/c-1/party_roles/r")],
    ["an upload", (client) => client.upload("documents", form())],
  ])(
    "is reported as such to %s, which is not sent, without reporting a service failure",
    async (_, action) => {
      const ended = openDatabase(dashboard.url);
      await ended.pool.end();
      const reported: string[] = [];
      const gate = {
        ...openGate(ended.db, LIMITS, { priority: "person", patienceMs: 8_000 }),
        succeeded: () => reported.push("answered"),
        silent: () => reported.push("silent"),
      };
      const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 8_000, gate });
      await expect(action(client)).rejects.toMatchObject({
        code: "database_unavailable",
        message: expect.stringContaining("The database is not responding"),
        mayBeDone: false,
      });
      expect(reported).toEqual([]);
      expect(stub.requests).toEqual([]);
    },
  );
});
