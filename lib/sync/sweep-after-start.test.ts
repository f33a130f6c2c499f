import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { installation } from "@/lib/db/schema";
import { openTestDashboard } from "@/lib/db/test-dashboard";
import { TrackingClient } from "@/lib/tracking/client";
import { StubService } from "@/lib/tracking/stub-service";
import { sweepAfterStart } from "./sweep-after-start";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let stopping: AbortController;
let registered = () => {};
let registration: Promise<void>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.db.delete(installation);
  stub = await StubService.start(() => ({ body: { data: [], meta: { total: 0 } } }));
  stopping = new AbortController();
  registration = new Promise((resolve) => {
    registered = resolve;
  });
});
afterEach(() => stub.stop());

function sweep(waitMs: number): Promise<void> {
  const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });
  return sweepAfterStart(desk, client, registration, stopping.signal, waitMs);
}

const sweeps = () => stub.asked.filter((path) => path.startsWith("tracking_requests?")).length;

async function until(check: () => boolean): Promise<void> {
  while (!check()) await pause(10);
}

describe("the sweep after a start", () => {
  it("waits for the webhook, and is one", async () => {
    const sweeping = sweep(10_000);
    await pause(150);
    expect(stub.requests).toEqual([]);
    registered();
    await sweeping;
    expect(sweeps()).toBe(1);
  });

  it("begins without the webhook when that takes long, and is repeated after it", async () => {
    const sweeping = sweep(50);
    await until(() => sweeps() === 1);
    await pause(100);
    expect(sweeps()).toBe(1);
    registered();
    await sweeping;
    expect(sweeps()).toBe(2);
  });

  it("is repeated too when the webhook came while it was under way", async () => {
    stub.answer = () => {
      registered();
      return { body: { data: [], meta: { total: 0 } } };
    };
    await sweep(50);
    expect(sweeps()).toBe(2);
  });

  it("loads the account even if the webhook is refused for ever, and ends when stopped", async () => {
    const sweeping = sweep(50);
    await until(() => sweeps() === 1);
    stopping.abort();
    registered();
    await sweeping;
    expect(sweeps()).toBe(1);
  });
});
