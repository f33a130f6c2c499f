import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { containerRecord } from "@/lib/contract/fixtures";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "./client";
import { openGate } from "./request-limiter";
import { type StubResponse, StubService } from "./test-stub-service";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
const item: StubResponse = { body: { data: containerRecord("c-1") } };
const LIMITS = { default: 100, create: 100, infer: null, refresh: 10 };

beforeAll(async () => {
  dashboard = await openTestDashboard();
  stub = await StubService.start(() => item);
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(() => dashboard.pool.query("delete from request_log; delete from rate_limit_pauses"));

const gate = () => openGate(dashboard.db, LIMITS, { priority: "person", patienceMs: 1_000 });
const read = () =>
  new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 1_000, gate: gate() }).getItem(
    "containers/c-1",
  );

async function pausedMinutes(): Promise<number | null> {
  await dashboard.atRest();
  const { rows } = await dashboard.pool.query(
    "select extract(epoch from paused_until - clock_timestamp()) / 60 as minutes from rate_limit_pauses",
  );
  return rows[0] ? Math.round(Number(rows[0].minutes)) : null;
}

it.each(["99999999999", "Sat, 28 Nov 2099 12:02:00 GMT"])(
  "a Retry-After of %s pauses for 15 minutes, and the text says until when",
  async (after) => {
    stub.answer = () => ({ status: 429, headers: { "Retry-After": after }, body: { errors: [] } });
    await expect(read()).rejects.toMatchObject({ code: "service_busy" });
    expect(await pausedMinutes()).toBe(15);
    await expect(read()).rejects.toMatchObject({
      code: "service_busy",
      message: expect.stringMatching(
        /^The tracking service asked us to wait until \d{1,2}:\d\d [AP]M UTC\.$/,
      ),
    });
  },
);

it("a longer pause that a former version stored is shortened to 15 minutes", async () => {
  await dashboard.pool.query(
    "insert into rate_limit_pauses (bucket, paused_until) values ('default', now() + interval '3000 years')",
  );
  await expect(read()).rejects.toMatchObject({ code: "service_busy" });
  expect(await pausedMinutes()).toBe(15);
});

it("a successful answer ends a pause of its bucket that is longer than a minute", async () => {
  stub.answer = () => item;
  const sent = gate();
  await dashboard.pool.query(
    "insert into rate_limit_pauses (bucket, paused_until) values ('default', now() + interval '10 minutes')",
  );
  sent.succeeded("refresh");
  expect(await pausedMinutes()).toBe(10);
  sent.succeeded("default");
  await expect.poll(pausedMinutes).toBeNull();
});

it("a successful answer leaves a pause that the service's limit can cause", async () => {
  await dashboard.pool.query(
    "insert into rate_limit_pauses (bucket, paused_until) values ('default', now() + interval '58 seconds')",
  );
  gate().succeeded("default");
  expect(await pausedMinutes()).toBe(1);
});
