import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { openTestDashboard } from "@/lib/db/test-dashboard";
import { withWebhookLock } from "./webhook-lock";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());

it("holds the lock while the service is asked for longer than a transaction may rest", async () => {
  const limits = { statementMs: 1_000, lockMs: 1_000, idleInTransactionMs: 200 };
  const own = openDatabase(desk.url, { limits });
  expect(await withWebhookLock(own.db, 0, () => pause(600, "done"))).toBe("done");
  await own.pool.end();
});
