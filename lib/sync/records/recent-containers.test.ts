import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { fetches, inbox, refetches } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { askForRefetch } from "@/lib/sync/fetch-queue/enqueue";
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
  await dashboard.emptyMirror("inbox", "refetches", "fetches");
  stub = await StubService.start(({ path }) => {
    const page = new URL(path, "http://x/").searchParams.get("page[number]");
    const last = lasts[Number(page) - 1];
    if (!last) return { body: { data: [] } };
    // The same few containers over and over: what a page costs to take in is not what is tried here.
    const first = refreshed("c-first", 0);
    return { body: { data: [...Array.from({ length: 99 }, () => first), last] } };
  });
});
afterEach(() => stub.stop());

/** A notification that came so long ago and named no container. */
async function askAfter(id: string, minutes: number): Promise<void> {
  const receivedAt = minutesAgo(minutes);
  await dashboard.db
    .insert(inbox)
    .values({ notificationId: id, event: "x", createdAt: receivedAt, receivedAt });
  await askForRefetch(dashboard.db, { type: "recent", id: "containers" }, id);
}

const lastSent = (minutes: number) =>
  dashboard.db
    .insert(fetches)
    .values({ subjectType: "recent", subjectId: "containers", sentAt: minutesAgo(minutes) });

/** How many pages were read. */
async function read(): Promise<number> {
  const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });
  while (await refetchNext(dashboard.db, client, 0));
  expect(await dashboard.db.select().from(refetches)).toEqual([]);
  return stub.requests.length;
}

describe("the recent containers", () => {
  beforeEach(() => {
    lasts = [10, 20, 30, 40, 50, 60].map((minutes) => refreshed(`c-${minutes}`, minutes));
  });

  it("are read back to the oldest notification that waits, not to the youngest", async () => {
    await lastSent(21);
    for (const minutes of [20, 1]) await askAfter(`n-${minutes}`, minutes);
    expect(await read()).toBe(3);
  });

  it("are read anew for a notification that came after they were read", async () => {
    await lastSent(2);
    for (const minutes of [20, 1]) await askAfter(`n-${minutes}`, minutes);
    expect(await read()).toBe(1);
  });

  it("are not read again for what came before they were read", async () => {
    await lastSent(2);
    await askAfter("n-1", 20);
    expect(await read()).toBe(0);
  });

  it("are read as far as ever where nobody knows when they were read", async () => {
    await askAfter("n-1", 1);
    expect(await read()).toBe(5);
  });

  it("are read on beyond a page that ends with one that does not say when it was refreshed", async () => {
    await lastSent(2);
    lasts = [containerRecord("c-new"), refreshed("c-1", 10), refreshed("c-2", 20)];
    await askAfter("n-1", 1);
    expect(await read()).toBe(2);
  });
});
