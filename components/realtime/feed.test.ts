import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Way } from "./stream/connect";
import type { FromTab, LiveState, ToTab } from "./stream/protocol";

/** A way to a program that has the stream. Its last channel is driven by the test. */
class FakeWay {
  sent: FromTab[] = [];
  users: string[] = [];
  closed = 0;
  isThere = true;
  emit: (message: ToTab) => void = () => expect.fail("nothing was opened");
  fail: () => void = () => expect.fail("nothing was opened");
  readonly open: Way = (user, receive, onFailed) => {
    if (!this.isThere) return null;
    this.users.push(user);
    [this.emit, this.fail] = [receive, onFailed];
    return {
      send: (sent) => this.sent.push(sent),
      close: () => {
        this.closed += 1;
      },
    };
  };
  state(state: Partial<LiveState>): void {
    this.emit({
      kind: "state",
      state: { link: "live", lostAt: null, laggingSince: null, status: null, ...state },
    });
  }
}

const change = (id: string): ToTab => ({
  kind: "change",
  change: { containers: [id], shipments: [], requests: [], parties: false },
});
const settled = () => vi.advanceTimersByTimeAsync(0);

let worker = new FakeWay();
let other = new FakeWay();

async function freshFeed() {
  vi.resetModules();
  [worker, other] = [new FakeWay(), new FakeWay()];
  vi.doMock("./stream/connect", () => ({ WAYS: [worker.open, other.open] }));
  const { liveFeed } = await import("./feed");
  return liveFeed;
}

/** A tab of a user that is live. */
async function liveTab() {
  const feed = await freshFeed();
  const resync = vi.fn();
  feed.onResync(resync);
  feed.connectAs("user-1");
  worker.state({ link: "live" });
  worker.emit({ kind: "caught-up" });
  await settled();
  return { feed, resync };
}

function show(visibilityState: string): void {
  vi.stubGlobal("document", Object.assign(document, { visibilityState }));
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock("./stream/connect");
});

describe("live feed of the tab", () => {
  it("begins with the first listener once the user is known, and ends after the last", async () => {
    const feed = await freshFeed();
    const leave = feed.subscribe(vi.fn());
    expect(worker.users).toEqual([]);
    feed.connectAs("user-1");
    expect(worker.users).toEqual(["user-1"]);
    expect(worker.sent).toMatchObject([{ kind: "tab", isVisible: true, board: null }]);
    leave();
    feed.subscribe(vi.fn())();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(worker.closed).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect([worker.closed, worker.sent.at(-1)]).toEqual([1, { kind: "leave" }]);
  });

  it("of another user has another stream, and receives nothing more of the earlier one", async () => {
    const { feed } = await liveTab();
    const earlier = worker.emit;
    const listener = vi.fn();
    feed.onChange(listener);
    feed.connectAs("user-1");
    expect(worker.users).toEqual(["user-1"]);
    feed.connectAs("user-2");
    expect([worker.users, worker.closed]).toEqual([["user-1", "user-2"], 1]);
    earlier(change("c-1"));
    expect(listener).not.toHaveBeenCalled();
    worker.emit(change("c-2"));
    expect(listener).toHaveBeenCalledOnce();
  });

  it("sends the end of the session before it ends", async () => {
    const { feed } = await liveTab();
    worker.sent = [];
    feed.signOut();
    expect(worker.sent.at(-1)).toEqual({ kind: "signed-out" });
  });

  it("sends that it is hidden or left, and its state every ten seconds while it is visible", async () => {
    await liveTab();
    worker.sent = [];
    show("hidden");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker.sent).toMatchObject([{ kind: "tab", isVisible: false }]);
    show("visible");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(worker.sent.slice(1)).toMatchObject([
      { kind: "tab", isVisible: true },
      { kind: "tab", isVisible: true },
    ]);
    window.dispatchEvent(new Event("pagehide"));
    expect(worker.sent.at(-1)).toEqual({ kind: "leave" });
    window.dispatchEvent(new Event("pageshow"));
    expect(worker.sent.at(-1)).toMatchObject({ kind: "tab" });
  });

  it("is lost and sought in another way when the worker does not answer or does not start", async () => {
    const { feed } = await liveTab();
    for (let answered = 0; answered < 5; answered += 1) {
      await vi.advanceTimersByTimeAsync(10_000);
      worker.emit({ kind: "here" });
    }
    expect(other.users).toEqual([]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([other.users, feed.snapshot().link]).toEqual([["user-1"], "lost"]);
    worker.state({ link: "live" });
    expect(feed.snapshot().link).toBe("lost");
    other.state({ link: "live" });
    other.emit({ kind: "caught-up" });
    await settled();
    expect(feed.snapshot().link).toBe("live");

    const next = await liveTab();
    worker.fail();
    expect([other.users, next.feed.snapshot().link]).toEqual([["user-1"], "lost"]);

    const silent = await freshFeed();
    silent.subscribe(vi.fn());
    silent.connectAs("user-1");
    await vi.advanceTimersByTimeAsync(29_999);
    expect(other.users).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(other.users).toEqual(["user-1"]);
  });

  it("takes another way at once in a browser without the first", async () => {
    const feed = await freshFeed();
    worker.isThere = false;
    feed.subscribe(vi.fn());
    feed.connectAs("user-1");
    expect([worker.users, other.users]).toEqual([[], ["user-1"]]);
  });

  it("is catching up until missed changes are reported and read", async () => {
    const { feed, resync } = await liveTab();
    const link = () => feed.snapshot().link;
    expect(link()).toBe("live");
    worker.state({ link: "lost", lostAt: 5 });
    expect(link()).toBe("lost");
    let read = () => {};
    resync.mockReturnValue(
      new Promise<void>((resolve) => {
        read = resolve;
      }),
    );
    worker.state({ link: "catching-up", lostAt: 5, laggingSince: 7 });
    worker.emit({ kind: "resync" });
    worker.state({ link: "live" });
    worker.emit({ kind: "caught-up" });
    await settled();
    expect(feed.snapshot()).toMatchObject({ link: "catching-up", lostAt: 5, laggingSince: 7 });
    read();
    await settled();
    expect(feed.snapshot()).toMatchObject({ link: "live", lostAt: null, laggingSince: null });
  });

  it("is not live after a read when the connection was lost meanwhile", async () => {
    const { feed, resync } = await liveTab();
    let read = () => {};
    resync.mockReturnValue(
      new Promise<void>((resolve) => {
        read = resolve;
      }),
    );
    worker.state({ link: "catching-up", laggingSince: 7 });
    worker.emit({ kind: "resync" });
    worker.state({ link: "live" });
    worker.emit({ kind: "caught-up" });
    worker.state({ link: "lost", lostAt: 7 });
    read();
    await settled();
    expect(feed.snapshot()).toMatchObject({ link: "lost", lostAt: 7 });
  });

  it("returns the changes of the last seconds and then forgets them", async () => {
    const { feed } = await liveTab();
    worker.emit(change("c-1"));
    vi.setSystemTime(Date.now() + 3_000);
    worker.emit(change("c-2"));
    expect(feed.recentlyReceived().map(({ containers }) => containers)).toEqual([["c-1"], ["c-2"]]);
    vi.setSystemTime(Date.now() + 3_000);
    expect(feed.recentlyReceived().map(({ containers }) => containers)).toEqual([["c-2"]]);
  });
});

describe("the board of the live feed", () => {
  const listener = () => ({ onMessage: vi.fn(), onEnded: vi.fn(), onCaughtUp: vi.fn() });

  it("is sent to the stream, and gets its own rows until they end", async () => {
    const { feed } = await liveTab();
    const leaveFirst = feed.onBoard("queue=held", listener());
    leaveFirst();
    const stale = listener();
    const leave = feed.onBoard("queue=stale", stale);
    expect(worker.sent.slice(-3)).toMatchObject([
      { board: "queue=held" },
      { board: null },
      { board: "queue=stale" },
    ]);
    expect(feed.sendsRows()).toBe(false);
    worker.emit({ kind: "rows", board: "queue=stale" });
    expect(feed.sendsRows()).toBe(true);
    worker.emit({ kind: "board", board: "queue=held", json: "{}" });
    worker.emit({ kind: "board", board: "queue=stale", json: '{"reread":true}' });
    expect(stale.onMessage).toHaveBeenCalledExactlyOnceWith({ reread: true });
    worker.emit({ kind: "rows", board: null });
    expect([feed.sendsRows(), stale.onEnded.mock.calls.length]).toEqual([false, 1]);
    worker.emit({ kind: "caught-up" });
    expect(stale.onCaughtUp).toHaveBeenCalledOnce();
    worker.emit({ kind: "rows", board: "queue=stale" });
    leave();
    expect([feed.sendsRows(), stale.onEnded.mock.calls.length]).toEqual([false, 1]);
  });

  it("ends with the way to the stream", async () => {
    const { feed } = await liveTab();
    const held = listener();
    feed.onBoard("queue=held", held);
    worker.emit({ kind: "rows", board: "queue=held" });
    worker.fail();
    expect([feed.sendsRows(), held.onEnded.mock.calls.length]).toEqual([false, 1]);
    expect(other.sent).toMatchObject([{ kind: "tab", board: "queue=held" }]);
  });
});
