import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "@/tracking-service/store/database";
import { worldClock } from "@/tracking-service/store/sources-schema";
import { silent, startReceiver, startTestService, until } from "@/tracking-service/testing/running-service";
import { openTestStore } from "@/tracking-service/testing/service-database";
import { HOUR_MS } from "./instant";
import { readWorldClock, startWorldClock } from "./world-clock";

let store: Store;
const WALL = Date.parse("2026-11-21T09:00:00Z");

beforeAll(async () => {
  store = await openTestStore();
});
afterEach(() => store.db.delete(worldClock));
afterAll(async () => {
  await store.close();
});

/** A wall clock that the test sets. */
function wallAt(ms: number) {
  const clock = { ms, now: () => new Date(clock.ms) };
  return clock;
}

const start = (wall: { now: () => Date }, speed: number) =>
  startWorldClock({ db: store.db, log: silent, wall: wall.now }, speed);

describe("simulation clock", () => {
  it("equals the wall clock and stores nothing when it never ran fast", async () => {
    const wall = wallAt(WALL);
    const clock = await start(wall, 1);
    wall.ms += HOUR_MS;
    expect(clock.now()).toEqual(wall.now());
    expect(clock.wallMsUntil(new Date(wall.ms + 500))).toBe(500);
    expect(await store.db.select().from(worldClock)).toEqual([]);
    await clock.stop();
  });

  it("runs at the given speed and returns the wall time until an instant", async () => {
    const wall = wallAt(WALL);
    const clock = await start(wall, 10_000);
    wall.ms += 1_000;
    expect(clock.now()).toEqual(new Date(WALL + 10_000_000));
    expect(clock.wallMsUntil(new Date(WALL + 20_000_000))).toBe(1_000);
    await clock.stop();
  });

  it("continues from the time of the stop and adds stopped time at wall speed", async () => {
    const wall = wallAt(WALL);
    const first = await start(wall, 100);
    wall.ms += 10_000;
    await first.stop();
    const stoppedAt = first.now().getTime();
    wall.ms += HOUR_MS;
    const second = await start(wall, 100);
    expect(second.now().getTime()).toBe(stoppedAt + HOUR_MS);
    await second.stop();
  });

  it("never goes back after a kill, and jumps ahead by a few wall seconds at most", async () => {
    const wall = wallAt(WALL);
    const killed = await start(wall, 1_000);
    wall.ms += 2_000;
    const last = killed.now().getTime();
    const again = await start(wall, 1_000);
    expect(again.now().getTime()).toBeGreaterThanOrEqual(last);
    expect(again.now().getTime()).toBeLessThanOrEqual(last + 5_000 * 1_000);
    await again.stop();
    await killed.stop();
  });

  it("keeps its lead after slowing to wall speed, through restarts", async () => {
    const wall = wallAt(WALL);
    const fast = await start(wall, 100);
    wall.ms += 10_000;
    await fast.stop();
    const slow = await start(wall, 1);
    const ahead = slow.now().getTime() - wall.ms;
    expect(ahead).toBe(990_000);
    wall.ms += HOUR_MS;
    expect((await start(wall, 1)).now().getTime() - wall.ms).toBe(ahead);
    expect((await readWorldClock(store.db, wall.now)).now().getTime() - wall.ms).toBe(ahead);
  });

  it("can be read while a service runs, up to the stored limit", async () => {
    const wall = wallAt(WALL);
    const clock = await start(wall, 100);
    const related = await readWorldClock(store.db, wall.now);
    expect(related.now()).toEqual(clock.now());
    await clock.stop();
    wall.ms += HOUR_MS;
    expect(related.now().getTime()).toBeLessThan(WALL + HOUR_MS * 100);
    expect((await readWorldClock(store.db, wall.now)).now()).toEqual(new Date(WALL));
  });
});

describe("a service at a speed of 5,000", () => {
  it("advances records and milestones by days and still delivers at once", async () => {
    const service = await startTestService({
      seedContainers: 20,
      simPaused: false,
      simSpeed: 5_000,
      simStart: null,
    });
    const receiver = await startReceiver();
    const attributes = {
      url: receiver.url,
      active: true,
      events: ["container.updated", "container.created"],
    };
    await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
    await until(() => receiver.received.length > 3);
    const newest = async () => {
      const { items } = await service.call("/containers?page[size]=1");
      return Date.parse(String(items[0]?.attributes?.shipment_last_tracking_request_at));
    };
    await until(async () => (await newest()) > Date.now() + 12 * HOUR_MS);
    const created = await service.call("/parties", {
      body: { data: { type: "party", attributes: { company_name: "Harbor Freight Movers" } } },
    });
    expect(created.status).toBe(201);
    await receiver.close();
    await service.end();
  });
});
