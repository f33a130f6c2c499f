import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "@/lib/platform/database/client";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { StubService } from "@/lib/tracking-client/test-stub-service";
import { withWebhookLock } from "./registration-lock";

const dashboard = await openTestDashboard();
const stub = await StubService.start(() => ({ body: { data: [] } }));
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});

/** Ends the transaction like PostgreSQL does for a stopped process. */
async function endHolder(): Promise<void> {
  await dashboard.pool.query(
    `select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
}

it("sends no further requests after the lock is lost and another process takes it", async () => {
  const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 });
  const first = withWebhookLock(dashboard.db, 1_000, async (check) => {
    const own = client.checkedBy(check);
    await own.getPage("webhooks");
    await endHolder();
    await withWebhookLock(dashboard.db, 1_000, (again) => client.checkedBy(again).getPage("webhooks"));
    await expect(own.create("webhooks", {})).rejects.toThrow(/another process/);
  });
  await expect(first).rejects.toThrow();
  expect(stub.asked).toEqual(["webhooks", "webhooks"]);
});

it("holds the lock during requests longer than the idle limit of a transaction", async () => {
  const limits = { statementMs: 1_000, lockMs: 1_000, idleInTransactionMs: 200 };
  const own = openDatabase(dashboard.url, { limits });
  expect(await withWebhookLock(own.db, 0, () => pause(600, "done"))).toBe("done");
  await own.pool.end();
});
