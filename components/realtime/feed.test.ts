import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

class FakeSource extends EventTarget {
  static CLOSED = 2;
  static all: FakeSource[] = [];
  static get last(): FakeSource {
    const last = FakeSource.all.at(-1);
    if (!last) throw new Error("nothing was opened");
    return last;
  }
  readyState = 1;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  tell(name: string, data: unknown = {}, lastEventId = "") {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  }
}

const open = () => FakeSource.last.dispatchEvent(new Event("open"));
const breakOff = () => FakeSource.last.dispatchEvent(new Event("error"));
const caughtUp = (position = "7") => FakeSource.last.tell("caught-up", {}, position);
const change = (id: string, position = "") => FakeSource.last.tell("change", { containers: [id] }, position);
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

async function freshFeed(msSincePageLoad: number) {
  vi.resetModules();
  FakeSource.all = [];
  vi.spyOn(performance, "now").mockReturnValue(msSincePageLoad);
  const { liveFeed } = await import("./feed");
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

describe("the board of the live feed", () => {
  const address = (params: Record<string, string>) => `/api/live?${new URLSearchParams(params)}`;
  const urls = () => FakeSource.all.map(({ url }) => url);
  const listener = () => ({ onMessage: vi.fn(), onEnded: vi.fn(), onCaughtUp: vi.fn() });

  /** A tab that is live at position 7, without a board. */
  async function liveTab() {
    const { liveFeed, resync } = await freshFeed(500);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    open();
    caughtUp("7");
    await vi.advanceTimersByTimeAsync(0);
    return { liveFeed, resync };
  }

  it("is part of the next connection, which replaces the earlier one at the same position", async () => {
    const { liveFeed, resync } = await liveTab();
    const leaveFirst = liveFeed.onBoard("queue=held", listener());
    await vi.advanceTimersByTimeAsync(200);
    leaveFirst();
    const stale = listener();
    const leave = liveFeed.onBoard("queue=stale", stale);
    await vi.advanceTimersByTimeAsync(299);
    expect(FakeSource.all).toHaveLength(1);
    expect(liveFeed.sendsRows()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(urls()).toEqual(["/api/live", address({ after: "7", board: "queue=stale" })]);
    expect(FakeSource.all[0]?.readyState, "until the other is open").toBe(1);
    open();
    expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
    FakeSource.last.tell("board-ready");
    expect(liveFeed.sendsRows(), "missed changes come without rows").toBe(false);
    caughtUp("8");
    expect(liveFeed.sendsRows()).toBe(true);
    FakeSource.last.tell("board", { reread: true });
    expect(stale.onMessage).toHaveBeenCalledExactlyOnceWith({ reread: true });
    expect([stale.onCaughtUp.mock.calls.length, stale.onEnded.mock.calls.length]).toEqual([1, 0]);
    expect([liveFeed.snapshot().link, resync.mock.calls.length]).toEqual(["live", 0]);
    leave();
    expect(liveFeed.sendsRows()).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSource.last.url).toBe("/api/live?after=8");
  });

  it("leaves the connection as it is while a replacement is refused or not established, and tries again", async () => {
    const { liveFeed } = await liveTab();
    const [first] = FakeSource.all;
    const status = async () => {
      first?.tell("status");
      await vi.advanceTimersByTimeAsync(5_000);
    };
    liveFeed.onBoard("queue=held", listener());
    await vi.advanceTimersByTimeAsync(300);
    breakOff();
    for (let refused = 0; refused < 2; refused += 1) await status();
    expect([urls().length, first?.readyState, liveFeed.snapshot().link]).toEqual([3, 1, "live"]);
    for (let silent = 0; silent < 2; silent += 1) await status();
    expect([urls().length, FakeSource.all[2]?.readyState]).toEqual([4, FakeSource.CLOSED]);
    open();
    expect([first?.readyState, liveFeed.snapshot().link]).toEqual([FakeSource.CLOSED, "live"]);
  });

  it("takes the place of a connection that was lost meanwhile", async () => {
    const { liveFeed } = await liveTab();
    liveFeed.onBoard("queue=held", listener());
    await vi.advanceTimersByTimeAsync(300);
    FakeSource.all[0]?.dispatchEvent(new Event("error"));
    expect(liveFeed.snapshot().link).toBe("lost");
    open();
    caughtUp("9");
    await vi.advanceTimersByTimeAsync(0);
    expect(liveFeed.snapshot()).toMatchObject({ link: "live", lostAt: null });
  });

  it("is replaced after a refetch that took longer than the pause", async () => {
    const { liveFeed, resync } = await liveTab();
    let read = () => {};
    resync.mockReturnValue(
      new Promise<void>((resolve) => {
        read = resolve;
      }),
    );
    FakeSource.last.tell("gap", {}, "60");
    liveFeed.onBoard("queue=held", listener());
    caughtUp("60");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSource.last.url).toBe(address({ after: "60", board: "queue=held" }));
    read();
  });

  it("gets no rows from a server that does not announce them, nor after the connection is lost", async () => {
    const { liveFeed } = await liveTab();
    const held = listener();
    liveFeed.onBoard("queue=held", held);
    await vi.advanceTimersByTimeAsync(300);
    open();
    FakeSource.last.tell("board-ready");
    caughtUp("9");
    expect(liveFeed.sendsRows()).toBe(true);
    breakOff();
    expect(liveFeed.sendsRows()).toBe(false);
    expect(held.onEnded).toHaveBeenCalledOnce();
    expect(liveFeed.snapshot().link).toBe("lost");
    // The browser's own retry reaches an older server.
    open();
    caughtUp("9");
    expect(liveFeed.sendsRows()).toBe(false);
  });

  it("is not part of an address that would be too long", async () => {
    const { liveFeed } = await liveTab();
    liveFeed.onBoard(`numbers=${"MSKU1234567,".repeat(400)}`, listener());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSource.all).toHaveLength(1);
    expect(liveFeed.sendsRows()).toBe(false);
  });
});

describe("live feed of the tab", () => {
  it("requests no resync at a prompt first connection", async () => {
    const { resync } = await freshFeed(500);
    open();
    expect(resync).not.toHaveBeenCalled();
  });

  it("reconnects with its position and resyncs only if the server reports missed events", async () => {
    const { resync } = await freshFeed(500);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    open();
    change("c-1", "41");
    breakOff();
    breakOff();
    vi.advanceTimersByTime(3_000);
    expect(FakeSource.all.map(({ url }) => url)).toEqual(["/api/live", "/api/live?after=41"]);
    open();
    expect(resync).not.toHaveBeenCalled();
    FakeSource.last.tell("gap", {}, "60");
    expect(resync).toHaveBeenCalledOnce();
  });

  it("resyncs after a reconnect without a position", async () => {
    const { resync } = await freshFeed(500);
    open();
    breakOff();
    open();
    expect(resync).toHaveBeenCalledOnce();
  });

  it("leaves the first retry to the browser and then backs off with random delays", async () => {
    await freshFeed(500);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    open();
    breakOff();
    vi.advanceTimersByTime(20_000);
    expect(FakeSource.all).toHaveLength(1);
    const rng = vi.spyOn(Math, "random").mockReturnValue(0);
    breakOff();
    for (const pauseMs of [1_200, 3_000, 6_000, 18_000, 18_000]) {
      const opened = FakeSource.all.length;
      vi.advanceTimersByTime(pauseMs - 1);
      expect(FakeSource.all).toHaveLength(opened);
      vi.advanceTimersByTime(1);
      expect(FakeSource.all).toHaveLength(opened + 1);
      breakOff();
    }
    rng.mockReturnValue(0.999_999);
    vi.advanceTimersByTime(18_000);
    breakOff();
    const opened = FakeSource.all.length;
    vi.advanceTimersByTime(41_000);
    expect(FakeSource.all).toHaveLength(opened);
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.all).toHaveLength(opened + 1);
  });

  it("is catching up until missed changes are reported and read", async () => {
    const { liveFeed, resync } = await freshFeed(500);
    const link = () => liveFeed.snapshot().link;
    open();
    expect(link()).toBe("catching-up");
    caughtUp();
    await settled();
    expect(link()).toBe("live");
    breakOff();
    expect(link()).toBe("lost");

    let read = () => {};
    resync.mockReturnValue(
      new Promise<void>((resolve) => {
        read = resolve;
      }),
    );
    open();
    FakeSource.last.tell("gap", {}, "9");
    caughtUp("9");
    await settled();
    expect(link()).toBe("catching-up");
    read();
    await settled();
    expect(liveFeed.snapshot()).toMatchObject({ link: "live", lostAt: null, laggingSince: null });
  });

  it("counts as lost since it was last live, regardless of short connections in between", async () => {
    const { liveFeed } = await freshFeed(500);
    vi.useFakeTimers({ toFake: ["Date"] });
    open();
    caughtUp();
    await settled();
    breakOff();
    const { lostAt } = liveFeed.snapshot();
    vi.setSystemTime(Date.now() + 5_000);
    open();
    breakOff();
    expect(liveFeed.snapshot()).toMatchObject({ link: "lost", lostAt });
  });

  it("counts as lost since the last message after silence and reconnects", async () => {
    const { liveFeed } = await freshFeed(500);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    open();
    caughtUp();
    await vi.advanceTimersByTimeAsync(10_000);
    change("c-1", "8");
    const receivedAt = Date.now();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(liveFeed.snapshot()).toMatchObject({ link: "live", lostAt: null });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(liveFeed.snapshot()).toMatchObject({ link: "lost", lostAt: receivedAt });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(FakeSource.all.map(({ url }) => url)).toEqual(["/api/live", "/api/live?after=8"]);
    expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
  });

  it("reconnects when a connection is not established, by the browser or by its own retry", async () => {
    await freshFeed(500);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    open();
    breakOff();
    vi.advanceTimersByTime(30_000 + 2_800);
    expect(FakeSource.all).toHaveLength(2);
    vi.advanceTimersByTime(30_000 + 7_000);
    expect(FakeSource.all).toHaveLength(3);
  });

  it("of a hidden tab is behind since the last message, and offline since then if it cannot reconnect", async () => {
    const { liveFeed } = await freshFeed(500);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const show = (visibilityState: string) => {
      vi.stubGlobal("document", Object.assign(document, { visibilityState }));
      document.dispatchEvent(new Event("visibilitychange"));
    };
    open();
    caughtUp();
    await vi.advanceTimersByTimeAsync(0);
    const receivedAt = Date.now();
    show("hidden");
    for (let received = 0; received < 3; received += 1) {
      await vi.advanceTimersByTimeAsync(5_000);
      if (FakeSource.last.readyState === 1) FakeSource.last.tell("status");
    }
    expect(FakeSource.last.readyState).toBe(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(FakeSource.all).toHaveLength(1);
    show("visible");
    expect(FakeSource.all).toHaveLength(2);
    const { link, laggingSince: behindSince } = liveFeed.snapshot();
    expect(link).toBe("connecting");
    expect((behindSince ?? 0) - receivedAt).toBe(10_000);
    breakOff();
    expect(liveFeed.snapshot()).toMatchObject({ link: "lost", lostAt: behindSince });
  });

  it("requests a resync when the first connection is later than the server's memory", async () => {
    const { resync } = await freshFeed(9_000);
    open();
    expect(resync).toHaveBeenCalledOnce();
  });

  it("returns the changes of the last seconds and then forgets them", async () => {
    const { liveFeed } = await freshFeed(500);
    vi.useFakeTimers({ toFake: ["Date"] });
    change("c-1");
    vi.setSystemTime(Date.now() + 3_000);
    change("c-2");
    expect(liveFeed.recentlyReceived().map(({ containers }) => containers)).toEqual([["c-1"], ["c-2"]]);
    vi.setSystemTime(Date.now() + 3_000);
    expect(liveFeed.recentlyReceived().map(({ containers }) => containers)).toEqual([["c-2"]]);
  });
});
