import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { liveChanges } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TagTable } from "@/lib/realtime/cache/tag-expirations";
import { type FeedEvent, LiveFeed } from "./feed";
import { forgetOldChanges, SAY_POSITION } from "./persisted-changes";
import { announceChange, expireTags } from "./publish";

/** A cut connection takes some time to be reopened. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

const CHANGED = (event: FeedEvent) => (event.kind === "change" ? event.change.containers : []);
const kinds = (received: readonly FeedEvent[]) =>
  received.filter(({ kind }) => kind !== "status").map(({ kind }) => kind);

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

// A feed that is open for more than a moment reads the status.
vi.mock("@/lib/platform/database/client", async (importOriginal) => ({
  ...(await importOriginal<typeof import("@/lib/platform/database/client")>()),
  db: () => dashboard.db,
  promptDb: () => dashboard.db,
}));

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  // The stored changes begin before every existing transaction. A transaction open anywhere on this server, also in
  // another test, holds positions back, and the stored changes would begin after them.
  await dashboard.pool.query(`delete from live_changes;
    insert into live_changes (xid, oldest_open, noted_at, change) values (3, 3, now() - interval '5 minutes',
      '{"containers": ["long ago"], "shipments": [], "requests": [], "parties": false}')`);
});

async function openFeed() {
  const feed = new LiveFeed();
  const table = new TagTable();
  feed.start(dashboard.url, table);
  const opened = () =>
    eventually(() => expect(table.isOutOfDate([], performance.timeOrigin + performance.now())).toBe(false));
  return { feed, table, opened };
}

/** A browser at the feed: the events it received and the position for its reconnect. */
function join(feed: LiveFeed, after: number | null = null) {
  const received: FeedEvent[] = [];
  const leave = feed.subscribe({ onEvent: (event) => received.push(event), onShutdown: () => {} }, after);
  return {
    received,
    leave,
    containers: () => received.flatMap(CHANGED),
    position: () => received.reduce((last, event) => event.position ?? last, 0),
    caughtUp: () => eventually(() => expect(kinds(received)).toContain("caught-up")),
  };
}

async function cutListeners(): Promise<void> {
  await dashboard.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ 'live_changes|listen|pg_notify' and pid <> pg_backend_pid() and state = 'idle' and application_name = ''",
  );
}

describe("the feed", () => {
  it("applies tag expiries from before it started", async () => {
    await expireTags(dashboard.db, ["counts"]);
    const table = new TagTable();
    const feed = new LiveFeed();
    feed.start(dashboard.url, table);
    await eventually(() =>
      expect(table.isOutOfDate([], performance.timeOrigin + performance.now())).toBe(false),
    );
    expect(table.lastExpiry(["counts"])).toBeGreaterThan(Date.now() - 60_000);
    expect(table.lastExpiry(["parties"])).toBe(0);
    await feed.stop();
  });

  it("notifies all other subscribers after one throws, and removes that one", async () => {
    const table = new TagTable();
    const feed = new LiveFeed();
    feed.start(dashboard.url, table);
    await eventually(() =>
      expect(table.isOutOfDate([], performance.timeOrigin + performance.now())).toBe(false),
    );
    const throwing = vi.fn(() => {
      throw new Error("gone");
    });
    const received: FeedEvent[] = [];
    feed.subscribe({ onEvent: throwing, onShutdown: () => {} });
    feed.subscribe({ onEvent: (event) => received.push(event), onShutdown: () => {} });
    await announceChange(dashboard.db, { parties: true });
    await announceChange(dashboard.db, { containers: ["c-1"] });
    await eventually(() => expect(received.filter(({ kind }) => kind === "change")).toHaveLength(2));
    expect(throwing).toHaveBeenCalledOnce();
    await feed.stop();
  });

  it("sends nothing to a subscriber that left before its first status", async () => {
    const feed = new LiveFeed();
    const onEvent = vi.fn();
    feed.subscribe({ onEvent, onShutdown: () => {} })();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(onEvent).not.toHaveBeenCalled();
  });
});

describe("a browser that reconnects", () => {
  it("receives the changes it missed, once, and then `caught-up`", async () => {
    const { feed, opened } = await openFeed();
    await opened();
    const first = join(feed);
    await first.caughtUp();
    await announceChange(dashboard.db, { containers: ["received"] });
    await eventually(() => expect(first.containers()).toContain("received"));
    first.leave();
    await announceChange(dashboard.db, { containers: ["missed-1", "missed-2"] });
    await announceChange(dashboard.db, { containers: ["missed-1"] });
    const other = join(feed);
    await eventually(() => expect(other.containers()).toContain("missed-2"));

    const again = join(feed, first.position());
    await again.caughtUp();
    expect(kinds(again.received)).toEqual(["change", "caught-up"]);
    expect(again.containers()).toEqual(expect.arrayContaining(["missed-1", "missed-2"]));
    expect(again.containers().filter((id) => id === "missed-1")).toHaveLength(1);
    await feed.stop();
  });

  it("receives changes that began before it left and committed after, from any process", async () => {
    const { feed, opened } = await openFeed();
    await opened();
    const first = join(feed);
    await first.caughtUp();
    let commit = () => {};
    const committed = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let noted = () => {};
    const isNoted = new Promise<void>((resolve) => {
      noted = resolve;
    });
    const slow = dashboard.db.transaction(async (tx) => {
      await announceChange(tx, { shipments: ["s-1"] });
      await announceChange(tx, { requests: ["begun-before"] });
      noted();
      await committed;
    });
    await isNoted;
    await announceChange(dashboard.db, { containers: ["received"] });
    await eventually(() => expect(first.containers()).toContain("received"));
    first.leave();
    await dashboard.pool.query(SAY_POSITION);
    commit();
    await slow;

    const elsewhere = await openFeed();
    const again = join(elsewhere.feed, first.position());
    await again.caughtUp();
    expect(again.received.flatMap((event) => (event.kind === "change" ? event.change.requests : []))).toEqual(
      ["begun-before"],
    );
    await Promise.all([feed.stop(), elsewhere.feed.stop()]);
  });

  it("has missed nothing when nothing changed, although the feed moved on", async () => {
    const { feed, opened } = await openFeed();
    await opened();
    const first = join(feed);
    await first.caughtUp();
    const before = first.position();
    await dashboard.db.execute(sql`select pg_current_xact_id()`);
    await dashboard.pool.query(SAY_POSITION);
    const again = join(feed, before);
    await again.caughtUp();
    expect(kinds(again.received)).toEqual(["caught-up"]);
    await eventually(() => {
      const later = join(feed, before);
      expect(later.position()).toBeGreaterThan(before);
    });
    await feed.stop();
  });

  it.each([
    ["before what is kept", 3],
    ["that nobody gave out", Number.MAX_SAFE_INTEGER],
    ["that is none", -1],
  ])("receives a gap from position %s and refetches everything", async (_, position) => {
    await announceChange(dashboard.db, { containers: ["old"] });
    await dashboard.db.execute(sql`update live_changes set noted_at = now() - interval '1 hour'`);
    await forgetOldChanges(dashboard.db);
    expect(await dashboard.db.select().from(liveChanges)).toHaveLength(1);
    const { feed } = await openFeed();
    const late = join(feed, position);
    await late.caughtUp();
    expect(kinds(late.received)).toEqual(["gap", "caught-up"]);
    await feed.stop();
  });
});

describe("a process that has just started", () => {
  it("sends its first browser the changes from before its start", async () => {
    await announceChange(dashboard.db, { containers: ["while-nobody-listened"] });
    const { feed } = await openFeed();
    const first = join(feed);
    await first.caughtUp();
    expect(first.containers()).toContain("while-nobody-listened");
    await feed.stop();
  });
});

describe("a process that was disconnected for a while", () => {
  it("sends its browsers the changes from that time and no others", async () => {
    const { feed, table, opened } = await openFeed();
    await opened();
    const browser = join(feed);
    await browser.caughtUp();
    const disconnected = vi.spyOn(table, "closed");
    await cutListeners();
    await announceChange(dashboard.db, { containers: ["meanwhile"] });
    await eventually(() => expect(browser.containers()).toContain("meanwhile"));
    expect(disconnected).toHaveBeenCalled();
    expect(kinds(browser.received)).not.toContain("gap");
    expect(browser.containers().filter((id) => id === "meanwhile")).toHaveLength(1);
    await feed.stop();
  });

  it("sends the rest to a browser that leaves during the catch-up and reconnects", async () => {
    const { feed, table, opened } = await openFeed();
    await opened();
    const positions: (number | null)[] = [];
    const leaving = join(feed);
    const leave = feed.subscribe({
      onEvent: (event) => {
        positions.push(event.position);
        if (CHANGED(event).includes("first-missed")) leave();
      },
      onShutdown: () => {},
    });
    await leaving.caughtUp();
    const disconnected = vi.spyOn(table, "closed");
    await cutListeners();
    await announceChange(dashboard.db, { containers: ["first-missed"] });
    await announceChange(dashboard.db, { containers: ["second-missed"] });
    await eventually(() => expect(leaving.containers()).toContain("second-missed"));
    expect(disconnected).toHaveBeenCalled();
    const back = join(feed, positions.filter((position) => position !== null).at(-1) ?? null);
    await back.caughtUp();
    expect(back.containers()).toContain("second-missed");
    await feed.stop();
  });
});

it("a stopped feed ends new subscribers", async () => {
  const feed = new LiveFeed();
  await feed.stop();
  const onShutdown = vi.fn();
  feed.subscribe({ onEvent: () => {}, onShutdown });
  expect(onShutdown).toHaveBeenCalledOnce();
});
