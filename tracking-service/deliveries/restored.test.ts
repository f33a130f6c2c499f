import { afterAll, beforeAll, expect, it } from "vitest";
import { openLog } from "@/tracking-service/runtime/log";
import type { Store } from "@/tracking-service/store/database";
import { endRestoredPause, noteRestored } from "@/tracking-service/store/restored";
import { openTestStore } from "@/tracking-service/testing/service-database";
import { until } from "@/tracking-service/testing/until";
import { startDeliverer } from "./deliverer";

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(async () => {
  await store.close();
});

it("sends nothing from a restored outbox until takeover, then all of it", async () => {
  await noteRestored(store.db, { backupAt: new Date(), restoredAt: new Date() });
  await store.pool.query(`
    with account as (insert into accounts (id, name, seeded) values (gen_random_uuid(), 'Account', true) returning id),
    hook as (insert into webhooks (id, account_id, url, active, events, secret)
      select gen_random_uuid(), id, 'http://127.0.0.1:9/', true, '[]', 'secret' from account returning id, account_id)
    insert into webhook_notifications (id, account_id, webhook_id, event, reference_type, reference_id, created_at, body,
      next_attempt_at)
    select gen_random_uuid(), account_id, id, 'container.updated', 'container', gen_random_uuid(), now(), '{}', to_timestamp(0)
    from hook`);
  let sent = 0;
  let looks = 0;
  const deliverer = startDeliverer({
    db: store.db,
    log: openLog("silent"),
    now: () => {
      looks += 1;
      return new Date();
    },
    post: async () => {
      sent += 1;
      return {
        ...{ delivered: true, statusCode: 200, durationMs: 1, error: null, ownPort: null },
        ...{ requestHeaders: {}, responseHeaders: null, responseBody: null },
      };
    },
  });
  for (let round = 0; round < 3; round += 1) {
    const before = looks;
    deliverer.wake();
    await until(() => looks > before);
  }
  expect(sent).toBe(0);
  await endRestoredPause(store.db);
  deliverer.wake();
  await until(() => sent === 1);
  await deliverer.stop();
});
