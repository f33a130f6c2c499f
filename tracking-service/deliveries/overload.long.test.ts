import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";

let service: TestService;
let receiver: Receiver | undefined;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 6 });
});
afterEach(async () => {
  await service.store.pool.query("delete from webhook_notifications");
  await service.store.pool.query("delete from webhooks");
  await receiver?.close();
});
afterAll(() => service.end());

async function register(url: string): Promise<string> {
  const attributes = { url, active: true, events: ["container.updated"] };
  const { item } = await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
  return item.id;
}

/** Adds notifications with this number of attempts that wait this many seconds. */
async function fill(webhookId: string, count: number, attempts = 0, waitSeconds = 0): Promise<void> {
  const { pool } = service.store;
  await pool.query(
    `insert into webhook_notifications (id, account_id, webhook_id, event, reference_type, reference_id, created_at,
       body, attempts, next_attempt_at, scheduled_at, attempted_at)
     select gen_random_uuid(), $1, $2, 'container.updated', 'container_updated_event', gen_random_uuid(), now(),
       n::text, $4::int, case when $4::int = 0 then 'epoch' else now() + $5::int * interval '1 s' end,
       case when $4::int > 0 then now() + $5::int * interval '1 s' end,
       case when $4::int > 0 then now() - interval '1 s' end
     from generate_series(1, $3) as n`,
    [service.accountId, webhookId, count, attempts, waitSeconds],
  );
  await pool.query("select pg_notify('deliveries', '')");
}

async function counts() {
  const { rows } = await service.store.pool.query(
    `select count(*) filter (where delivery_status = 'succeeded')::int as delivered,
       count(*) filter (where delivery_status = 'failed')::int as lost,
       max(attempts)::int as attempts, max(attempts - free_attempts)::int as counted
     from webhook_notifications`,
  );
  return rows[0];
}

describe("a receiver that is only overloaded", () => {
  it("gets everything eventually with few scheduled attempts", async () => {
    const waiting = 20;
    let acceptedAt = 0;
    receiver = await startReceiver(() => {
      const free = performance.now() - acceptedAt >= 1_000;
      if (free) acceptedAt = performance.now();
      return free ? { status: 200, headers: {} } : { status: 429, headers: { "Retry-After": "1" } };
    });
    const { received } = receiver;
    await fill(await register(receiver.url), waiting);
    await until(async () => (await counts()).delivered + (await counts()).lost === waiting, 90_000, 250);
    const ended = await counts();
    expect(ended.lost).toBe(0);
    expect(ended.counted).toBeLessThanOrEqual(6);
    expect(received.length).toBeLessThan(8 * waiting);
  }, 100_000);

  it("gets no requests during a pause it requested", async () => {
    receiver = await startReceiver(() => ({ status: 503, headers: { "Retry-After": "4" } }));
    const { received } = receiver;
    await fill(await register(receiver.url), 2);
    await until(() => received.length === 2);
    receiver.status = 202;
    await until(() => received.length === 4);
    const [, second, third] = received;
    expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThan(3_500);
  });
});

describe("a receiver after an outage", () => {
  it("gets waiting notifications within seconds of its first success, without counted attempts", async () => {
    receiver = await startReceiver(202);
    const id = await register(receiver.url);
    await service.store.pool.query("update webhooks set failing_since = now()");
    await fill(id, 1_000, 11, 3_600);
    await fill(id, 1);
    await until(async () => (await counts()).delivered === 1_001, 40_000, 200);
    expect(await counts()).toMatchObject({ lost: 0, attempts: 12, counted: 11 });
  }, 60_000);

  it("loses no notification before its last attempt when it fails again at once", async () => {
    let answered = 0;
    receiver = await startReceiver(() => {
      answered += 1;
      return { status: answered === 1 ? 200 : 500, headers: {} };
    });
    const id = await register(receiver.url);
    await service.store.pool.query("update webhooks set failing_since = now()");
    await fill(id, 10, 11, 3_600);
    await fill(id, 1);
    await until(() => answered >= 3);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(answered).toBe(3);
    expect(await counts()).toMatchObject({ delivered: 1, lost: 0, counted: 11 });
  });
});
