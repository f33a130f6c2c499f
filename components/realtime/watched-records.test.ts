import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { LiveChange } from "./events";
import { concerns, followRecords } from "./watched-records";

const { feed } = vi.hoisted(() => {
  const listeners = { change: new Set<(change: LiveChange) => void>(), resync: new Set<() => unknown>() };
  const join = <T>(set: Set<T>, listener: T) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  return {
    feed: {
      ...listeners,
      recentlyReceived: vi.fn((): LiveChange[] => []),
      onChange: (listener: (change: LiveChange) => void) => join(listeners.change, listener),
      onResync: (listener: () => unknown) => join(listeners.resync, listener),
    },
  };
});
vi.mock("./feed", () => ({ liveFeed: feed }));

const NOTHING = { containers: [], shipments: [], requests: [], parties: false };

it("concerns a page only when one of its own records changed", () => {
  expect(concerns({ containers: ["a"] }, { ...NOTHING, containers: ["b"], shipments: ["a"] })).toBe(false);
  expect(concerns({ containers: ["a"] }, { ...NOTHING, containers: ["b", "a"] })).toBe(true);
  expect(concerns({ requests: "any" }, NOTHING)).toBe(false);
  expect(concerns({ requests: "any" }, { ...NOTHING, requests: ["r"] })).toBe(true);
  expect(concerns({ parties: false }, { ...NOTHING, parties: true })).toBe(false);
  expect(concerns({ parties: true }, { ...NOTHING, parties: true })).toBe(true);
  expect(concerns({}, { containers: ["a"], shipments: ["s"], requests: ["r"], parties: true })).toBe(false);
});

describe("followRecords", () => {
  const WATCHED = { containers: ["a"] };
  const change = (id: string) => {
    for (const listener of feed.change) listener({ ...NOTHING, containers: [id] });
  };
  const refetch = vi.fn();
  const follow: typeof followRecords = (...how) => {
    const stop = followRecords(...how);
    onTestFinished(stop);
    return stop;
  };
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    refetch.mockReset();
  });

  it("reads changes of its own records together", () => {
    follow(WATCHED, refetch);
    change("b");
    vi.advanceTimersByTime(1_000);
    expect(refetch).not.toHaveBeenCalled();
    change("a");
    change("a");
    vi.advanceTimersByTime(249);
    expect(refetch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(refetch).toHaveBeenCalledOnce();
  });

  it("rests between two reads", () => {
    follow(WATCHED, refetch, { restMs: 2_000 });
    change("a");
    vi.advanceTimersByTime(250);
    change("a");
    vi.advanceTimersByTime(1_999);
    expect(refetch).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it("reads a change that was received while the page was loading", () => {
    feed.recentlyReceived.mockReturnValueOnce([{ ...NOTHING, containers: ["a"] }]);
    follow(WATCHED, refetch);
    vi.advanceTimersByTime(250);
    expect(refetch).toHaveBeenCalledOnce();
  });

  it("reads after a resync, at once and awaited if asked to", () => {
    const stop = follow(WATCHED, refetch);
    for (const listener of feed.resync) expect(listener()).toBeUndefined();
    vi.advanceTimersByTime(250);
    expect(refetch).toHaveBeenCalledOnce();
    stop();
    const done = Promise.resolve();
    follow(WATCHED, refetch, { onResync: () => done });
    for (const listener of feed.resync) expect(listener()).toBe(done);
  });

  it("reads nothing after its end", () => {
    const stop = follow(WATCHED, refetch);
    change("a");
    stop();
    change("a");
    vi.advanceTimersByTime(1_000);
    expect(refetch).not.toHaveBeenCalled();
  });
});
