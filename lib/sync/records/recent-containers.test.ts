import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { fetchLog, fetchQueue, inbox } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { requestRefetch } from "@/lib/sync/fetch-queue/enqueue";
import { refetchNext } from "@/lib/sync/fetch-queue/fetch-next";
import { TrackingClient } from "@/lib/tracking-client/client";
import { StubService } from "@/lib/tracking-client/test-stub-service";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
/** The last container of each page; those before it were refreshed just now. */
let lasts: JsonApiRecord[] = [];

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const refreshed = (id: string, minutes: number) =>
  containerRecord(id, { terminal_checked_at: minutesAgo(minutes).toISOString() });

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.emptyMirror("inbox", "fetch_queue", "fetch_log");
  stub = await StubService.start(({ path }) => {
    const page = new URL(path, "http://x/").searchParams.get("page[number]");
    const last = lasts[Number(page) - 1];
    if (!last) return { body: { data: [] } };
    // Repeats the same few containers: the cost of ingesting a page is not tested here.
    const first = refreshed("c-first", 0);
    return { body: { data: [...Array.from({ length: 99 }, () => first), last] } };
  });
});
afterEach(() => stub.stop());

/** Stores a notification received this many minutes ago that names no container. */
async function requestAfter(id: string, minutes: number): Promise<void> {
  const receivedAt = minutesAgo(minutes);
  await dashboard.db
    .insert(inbox)
    .values({ notificationId: id, event: "x", createdAt: receivedAt, receivedAt });
  await requestRefetch(dashboard.db, { type: "recent", id: "containers" }, id);
}

const lastSent = (minutes: number) =>
  dashboard.db
    .insert(fetchLog)
    .values({ subjectType: "recent", subjectId: "containers", sentAt: minutesAgo(minutes) });

/** Returns how many pages were read. */
async function read(): Promise<number> {
  const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });
  while (await refetchNext(dashboard.db, client, 0));
  expect(await dashboard.db.select().from(fetchQueue)).toEqual([]);
  return stub.requests.length;
}

describe("the recent containers", () => {
  beforeEach(() => {
    lasts = [10, 20, 30, 40, 50, 60].map((minutes) => refreshed(`c-${minutes}`, minutes));
  });

  it("are read back to the oldest waiting notification, not the newest", async () => {
    await lastSent(21);
    for (const minutes of [20, 1]) await requestAfter(`n-${minutes}`, minutes);
    expect(await read()).toBe(3);
  });

  it("are read again for a notification that was received after the last read", async () => {
    await lastSent(2);
    for (const minutes of [20, 1]) await requestAfter(`n-${minutes}`, minutes);
    expect(await read()).toBe(1);
  });

  it("are not read again for notifications received before the last read", async () => {
    await lastSent(2);
    await requestAfter("n-1", 20);
    expect(await read()).toBe(0);
  });

  it("are read to the maximum when the time of the last read is unknown", async () => {
    await requestAfter("n-1", 1);
    expect(await read()).toBe(5);
  });

  it("are read past a page that ends with a container without a refresh time", async () => {
    await lastSent(2);
    lasts = [containerRecord("c-new"), refreshed("c-1", 10), refreshed("c-2", 20)];
    await requestAfter("n-1", 1);
    expect(await read()).toBe(2);
  });
});
