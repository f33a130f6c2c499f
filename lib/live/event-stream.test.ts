import { describe, expect, it, vi } from "vitest";
import { openEventStream } from "./event-stream";
import type { Subscriber } from "./feed";

function open({ stands = async () => true }: { stands?: () => Promise<boolean> } = {}) {
  const subscribers = new Set<Subscriber>();
  const gone = new AbortController();
  const stream = openEventStream({
    feed: {
      subscribe: (subscriber) => {
        subscribers.add(subscriber);
        return () => subscribers.delete(subscriber);
      },
    },
    stands,
    signal: gone.signal,
    heartbeatMs: 20,
  });
  const tell = (id: string) => {
    const change = { containers: [id], shipments: [], requests: [], parties: false };
    for (const { onEvent } of subscribers) onEvent({ kind: "change", change });
  };
  return { stream, subscribers, gone, tell };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a live stream", () => {
  it("ends when the session no longer stands", async () => {
    let signedIn = true;
    const { stream, subscribers } = open({ stands: async () => signedIn });
    await wait(60);
    expect(subscribers.size).toBe(1);
    signedIn = false;
    const text = await new Response(stream).text();
    expect(text).toMatch(/^retry: 1000\n\n(: still here\n\n)+$/);
    expect(subscribers.size).toBe(0);
  });

  it("stays while it cannot be known whether the session stands", async () => {
    const { subscribers, gone } = open({ stands: () => Promise.reject(new Error("database down")) });
    await wait(80);
    expect(subscribers.size).toBe(1);
    gone.abort();
  });

  it("whose reader takes nothing ends before much waits for it", async () => {
    const { stream, subscribers, tell } = open();
    for (let told = 0; told < 1_000 && subscribers.size; told += 1) tell("x".repeat(7_000));
    expect(subscribers.size).toBe(0);
    const waiting = await new Response(stream).text();
    expect(waiting.length).toBeLessThan(1_200_000);
  });

  it("takes whatever it is told after its reader has gone", async () => {
    const { stream, subscribers, gone } = open();
    const [subscriber] = subscribers;
    gone.abort();
    expect(subscribers.size).toBe(0);
    const change = { containers: [], shipments: [], requests: [], parties: true };
    expect(() => subscriber?.onEvent({ kind: "change", change })).not.toThrow();
    expect(() => subscriber?.onShutdown()).not.toThrow();
    expect(await new Response(stream).text()).toBe("retry: 1000\n\n");
  });

  it("of a reader gone before it began is not joined to the feed", async () => {
    const feed = { subscribe: vi.fn(() => () => true) };
    const stream = openEventStream({ feed, stands: async () => true, signal: AbortSignal.abort() });
    expect(feed.subscribe).not.toHaveBeenCalled();
    expect(await new Response(stream).text()).toBe("");
  });

  it("that is cancelled leaves the feed", async () => {
    const { stream, subscribers } = open();
    await stream.cancel();
    expect(subscribers.size).toBe(0);
  });
});
