import { describe, expect, it, vi } from "vitest";
import { openEventStream, readPosition } from "./event-stream";
import type { Subscriber } from "./feed";

function open({ isValid = async () => true } = {}) {
  const subscribers = new Set<Subscriber>();
  const gone = new AbortController();
  const stream = openEventStream({
    feed: {
      subscribe: (subscriber) => {
        subscribers.add(subscriber);
        return () => subscribers.delete(subscriber);
      },
    },
    after: null,
    isValid,
    signal: gone.signal,
    heartbeatMs: 20,
  });
  const tell = (id: string) => {
    const change = { containers: [id], shipments: [], requests: [], parties: false };
    for (const { onEvent } of subscribers) onEvent({ kind: "change", change, position: 1 });
  };
  return { stream, subscribers, gone, tell };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("an event stream", () => {
  it("ends when the session is no longer valid", async () => {
    let signedIn = true;
    const { stream, subscribers } = open({ isValid: async () => signedIn });
    await wait(60);
    expect(subscribers.size).toBe(1);
    signedIn = false;
    const text = await new Response(stream).text();
    expect(text).toMatch(/^retry: \d+\n\n(: still here\n\n)+$/);
    expect(subscribers.size).toBe(0);
  });

  it("stays open while the session cannot be checked", async () => {
    const { subscribers, gone } = open({ isValid: () => Promise.reject(new Error("database down")) });
    await wait(80);
    expect(subscribers.size).toBe(1);
    gone.abort();
  });

  it("ends before much data waits for a reader that does not read", async () => {
    const { stream, subscribers, tell } = open();
    for (let reported = 0; reported < 1_000 && subscribers.size; reported += 1) tell("x".repeat(7_000));
    expect(subscribers.size).toBe(0);
    const waiting = await new Response(stream).text();
    expect(waiting.length).toBeLessThan(1_200_000);
  });

  it("accepts events after its reader has disconnected", async () => {
    const { stream, subscribers, gone } = open();
    const [subscriber] = subscribers;
    gone.abort();
    expect(subscribers.size).toBe(0);
    const change = { containers: [], shipments: [], requests: [], parties: true };
    expect(() => subscriber?.onEvent({ kind: "change", change, position: 1 })).not.toThrow();
    expect(() => subscriber?.onShutdown()).not.toThrow();
    expect(await new Response(stream).text()).toMatch(/^retry: \d+\n\n$/);
  });

  it("does not subscribe to the feed when its reader disconnected before the start", async () => {
    const feed = { subscribe: vi.fn(() => () => true) };
    const stream = openEventStream({
      feed,
      after: null,
      isValid: async () => true,
      signal: AbortSignal.abort(),
    });
    expect(feed.subscribe).not.toHaveBeenCalled();
    expect(await new Response(stream).text()).toBe("");
  });

  it("unsubscribes from the feed when it is canceled", async () => {
    const { stream, subscribers } = open();
    await stream.cancel();
    expect(subscribers.size).toBe(0);
  });
});

describe("the events a reader receives", () => {
  it("have the position as their id, and no id when it is unknown", async () => {
    const { stream, subscribers, gone } = open();
    const [subscriber] = subscribers;
    const change = { containers: ["c-1"], shipments: [], requests: [], parties: false };
    subscriber?.onEvent({ kind: "change", change, position: 71 });
    subscriber?.onEvent({ kind: "caught-up", position: 72 });
    const status = {
      database: "up" as const,
      lastSyncAt: null,
      syncing: null,
      inboxLag: { count: 0, oldestAt: null },
      upstreamDownSince: null,
      trouble: null,
      clockOffMs: null,
      pausedUntil: null,
      lastChangeAt: null,
      restoredFrom: null,
    };
    subscriber?.onEvent({ kind: "status", status, position: null });
    gone.abort();
    const text = await new Response(stream).text();
    expect(text).toContain(`id: 71\nevent: change\ndata: ${JSON.stringify(change)}\n\n`);
    expect(text).toContain("id: 72\nevent: caught-up\ndata: {}\n\n");
    expect(text).toMatch(/\n\nevent: status\n/);
  });

  it("are requested again after a randomized pause", async () => {
    const pauses = new Set<string>();
    for (let each = 0; each < 20; each += 1) {
      const { stream, gone } = open();
      gone.abort();
      pauses.add(await new Response(stream).text());
    }
    expect(pauses.size).toBeGreaterThan(10);
  });
});

describe("the position a reader sends", () => {
  const message = (id: string | null, address = "http://dashboard/api/live") =>
    readPosition(new Request(address, id === null ? {} : { headers: { "Last-Event-ID": id } }));

  it("is the browser's own before that of the URL, and null without both", () => {
    expect(message("12", "http://dashboard/api/live?after=9")).toBe(12);
    expect(message(null, "http://dashboard/api/live?after=9")).toBe(9);
    expect(message(null)).toBeNull();
    expect(message("", "http://dashboard/api/live?after=")).toBeNull();
  });

  it.each(["-1", "1.5", "1e3", "x", "9".repeat(16), "1 2", "0x1"])("is invalid when it is %j", (id) => {
    expect(message(id)).toBe(-1);
  });
});
