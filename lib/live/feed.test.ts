import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDashboard } from "@/lib/db/test-dashboard";
import { announceChange, expireTags } from "./announce";
import { type FeedEvent, LiveFeed } from "./feed";
import { TagTable } from "./tag-table";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());

describe("the feed", () => {
  it("judges by what expired before it began", async () => {
    await expireTags(desk.db, ["counts"]);
    const table = new TagTable();
    const feed = new LiveFeed();
    feed.start(desk.url, table);
    await vi.waitFor(() =>
      expect(table.isOutOfDate([], performance.timeOrigin + performance.now())).toBe(false),
    );
    expect(table.lastExpiry(["counts"])).toBeGreaterThan(Date.now() - 60_000);
    expect(table.lastExpiry(["parties"])).toBe(0);
    await feed.stop();
  });

  it("tells everybody after one that throws, and lets that one go", async () => {
    const table = new TagTable();
    const feed = new LiveFeed();
    feed.start(desk.url, table);
    await vi.waitFor(() =>
      expect(table.isOutOfDate([], performance.timeOrigin + performance.now())).toBe(false),
    );
    const throwing = vi.fn(() => {
      throw new Error("gone");
    });
    const heard: FeedEvent[] = [];
    feed.subscribe({ onEvent: throwing, onShutdown: () => {} });
    feed.subscribe({ onEvent: (event) => heard.push(event), onShutdown: () => {} });
    await announceChange(desk.db, { parties: true });
    await announceChange(desk.db, { containers: ["c-1"] });
    await vi.waitFor(() => expect(heard.filter(({ kind }) => kind === "change")).toHaveLength(2));
    expect(throwing).toHaveBeenCalledOnce();
    await feed.stop();
  });

  it("tells one that left before its first status nothing", async () => {
    const feed = new LiveFeed();
    const onEvent = vi.fn();
    feed.subscribe({ onEvent, onShutdown: () => {} })();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(onEvent).not.toHaveBeenCalled();
  });
});
