import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "@/tracking-service/store/database";
import {
  type Receiver,
  silent,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";
import { startDeliverer } from "./deliverer";

const WAITING = 1_000;

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 6 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

async function register(url: string): Promise<string> {
  const attributes = { url, active: true, events: ["container.updated"] };
  const { item } = await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
  return item.id;
}

/** Fills the outbox with notifications of the size of a delivery. */
async function fill(webhookId: string, count: number): Promise<void> {
  const { pool } = service.store;
  await pool.query(
    `insert into webhook_notifications
       (id, account_id, webhook_id, event, reference_type, reference_id, created_at, body, next_attempt_at)
     select id, $1, $2, 'container.updated', 'container_updated_event', gen_random_uuid(), now(),
       json_build_object('data', json_build_object('id', id, 'attributes',
         json_build_object('event', 'container.updated', 'text', repeat('x', 5000)))), 'epoch'
     from (select gen_random_uuid() as id from generate_series(1, $3)) as ids`,
    [service.accountId, webhookId, count],
  );
  await pool.query("select pg_notify('deliveries', '')");
}

/** Starts a receiver that never responds. */
async function startHanging() {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const idsReceived = () => receiver.received.map(({ text }) => String(JSON.parse(text).data.id));

describe("waiting notifications", () => {
  it("are sent once each by two processes within seconds, while another webhook hangs", async () => {
    const hanging = await startHanging();
    await fill(await register(hanging.url), 100);
    const other = openStore(service.config.databaseUrl);
    const second = startDeliverer({ db: other.db, log: silent, now: () => new Date() });
    const webhookId = await register(receiver.url);
    await fill(webhookId, WAITING);
    await until(() => receiver.received.length >= WAITING, 120_000);
    await until(async () => {
      const left = await service.store.pool.query(
        "select 1 from webhook_notifications where webhook_id = $1 and delivery_status = 'pending'",
        [webhookId],
      );
      return left.rowCount === 0;
    });
    expect(new Set(idsReceived()).size).toBe(WAITING);
    expect(receiver.received).toHaveLength(WAITING);
    await second.stop();
    await other.close();
    hanging.close();
  });
});
