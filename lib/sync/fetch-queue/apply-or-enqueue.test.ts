import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { fetchQueue } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { showDone } from "./apply-or-enqueue";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(fetchQueue);
});

const party = { type: "party", id: "p-1" } as const;
const requested = () => dashboard.db.select().from(fetchQueue);
const refused = () => Promise.reject(new Error("deadlock detected"));

it("shows the ingested record and enqueues no fetch", async () => {
  expect(await showDone(dashboard.db, async () => {}, party)).toBe("now");
  expect(await requested()).toEqual([]);
});

it("enqueues a fetch for a record that could not be ingested", async () => {
  expect(await showDone(dashboard.db, refused, party)).toBe("soon");
  expect(await requested()).toMatchObject([{ subjectType: "party", subjectId: "p-1" }]);
});

it("does not promise a record that no fetch returns", async () => {
  expect(await showDone(dashboard.db, refused, null)).toBe("not_yet");
});

it("promises nothing while the database is unavailable", async () => {
  await dashboard.pool.query("alter table fetch_queue rename to refetches_away");
  try {
    expect(await showDone(dashboard.db, refused, party)).toBe("not_yet");
  } finally {
    await dashboard.pool.query("alter table refetches_away rename to refetches");
  }
});
