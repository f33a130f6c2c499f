import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

class FakeSource extends EventTarget {
  static CLOSED = 2;
  static last: FakeSource;
  readyState = 1;
  constructor() {
    super();
    FakeSource.last = this;
  }
  close() {}
}

const open = () => FakeSource.last.dispatchEvent(new Event("open"));
const change = (id: string) =>
  FakeSource.last.dispatchEvent(new MessageEvent("change", { data: JSON.stringify({ containers: [id] }) }));

async function freshFeed(msSincePageLoad: number) {
  vi.resetModules();
  vi.spyOn(performance, "now").mockReturnValue(msSincePageLoad);
  const { liveFeed } = await import("./live-feed");
  const resync = vi.fn();
  liveFeed.onResync(resync);
  return { liveFeed, resync };
}

beforeEach(() => {
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the tab's feed", () => {
  it("at a prompt first link asks for nothing to be read again, at a later link it does", async () => {
    const { resync } = await freshFeed(500);
    open();
    expect(resync).not.toHaveBeenCalled();
    open();
    expect(resync).toHaveBeenCalledOnce();
  });

  it("asks for it at a first link that comes later than the server remembers", async () => {
    const { resync } = await freshFeed(9_000);
    open();
    expect(resync).toHaveBeenCalledOnce();
  });

  it("tells what was heard in the last seconds, and forgets it", async () => {
    const { liveFeed } = await freshFeed(500);
    vi.useFakeTimers({ toFake: ["Date"] });
    change("c-1");
    vi.setSystemTime(Date.now() + 3_000);
    change("c-2");
    expect(liveFeed.heardLately().map(({ containers }) => containers)).toEqual([["c-1"], ["c-2"]]);
    vi.setSystemTime(Date.now() + 3_000);
    expect(liveFeed.heardLately().map(({ containers }) => containers)).toEqual([["c-2"]]);
  });
});
