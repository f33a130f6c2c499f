import { describe, expect, it } from "vitest";
import { nextStream } from "./machine";
import type { LiveState, ToTab } from "./protocol";
import { type Command, INITIAL_STREAM, nextDue, type StreamEvent } from "./stream-state";

const STATUS = {
  lastSyncAt: null,
  lastChangeAt: null,
  upstreamDownSince: null,
  database: "up",
  syncing: null,
  inboxLag: { count: 0, oldestAt: null },
};

/** The machine with a clock and connections of the test. */
class Browser {
  state = INITIAL_STREAM;
  now = 1_000_000;
  random = 0.5;
  /** Open connections, oldest first, with what was asked for. */
  readonly open = new Map<number, Extract<Command, { kind: "open" }>>();
  opened = 0;
  private readonly received = new Map<string, ToTab[]>();

  take(event: StreamEvent): void {
    const { state, commands } = nextStream(this.state, event, { now: this.now, random: this.random });
    this.state = state;
    for (const command of commands) {
      if (command.kind === "open") {
        this.opened += 1;
        this.open.set(command.connection, command);
      } else if (command.kind === "close") this.open.delete(command.connection);
      else this.received.set(command.tab, [...(this.received.get(command.tab) ?? []), command.message]);
    }
  }
  /** Lets time pass as one timer at a time would. */
  pass(ms: number): void {
    const until = this.now + ms;
    for (let due = nextDue(this.state); due !== null && due <= until; due = nextDue(this.state)) {
      this.now = Math.max(this.now, due);
      this.take({ kind: "time" });
    }
    this.now = until;
  }
  tab(tab: string, sent: { isVisible?: boolean; board?: string | null; ageMs?: number } = {}): void {
    this.take({ kind: "tab", tab, isVisible: true, board: null, ageMs: 500, ...sent });
  }
  get newest(): number {
    return [...this.open.keys()].at(-1) ?? 0;
  }
  send(name: string, data: unknown = {}, position = "", connection = this.newest): void {
    this.take({ kind: "message", connection, name, data: JSON.stringify(data), position });
  }
  change(id: string, position = ""): void {
    this.send("change", { containers: [id] }, position);
  }
  /** Opens the newest connection, which catches up. */
  connected(position = "7"): void {
    this.take({ kind: "opened", connection: this.newest });
    this.send("caught-up", {}, position);
  }
  fail(connection = this.newest): void {
    this.take({ kind: "failed", connection });
  }
  /** What a tab received since the last call, without responses to its own messages and states. */
  newMessages(tab: string): ToTab[] {
    const all = this.received.get(tab) ?? [];
    this.received.set(
      tab,
      all.filter(({ kind }) => kind === "state"),
    );
    return all.filter(({ kind }) => kind !== "here" && kind !== "state");
  }
  stateOf(tab: string): LiveState | undefined {
    const states = (this.received.get(tab) ?? []).flatMap((each) =>
      each.kind === "state" ? [each.state] : [],
    );
    return states.at(-1);
  }
  addresses = () => [...this.open.values()].map(({ after, boards }) => ({ after, boards }));
}

/** A browser with live tabs. */
function liveBrowser(...tabs: string[]): Browser {
  const browser = new Browser();
  for (const tab of tabs) browser.tab(tab);
  browser.connected();
  for (const tab of tabs) browser.newMessages(tab);
  return browser;
}

const changeOf = (...containers: string[]) =>
  expect.objectContaining({ kind: "change", change: expect.objectContaining({ containers }) });

describe("the stream of a browser", () => {
  it("is one for all tabs, which receive each change and the state", () => {
    const browser = liveBrowser("a", "b");
    expect(browser.addresses()).toEqual([{ after: "", boards: [] }]);
    browser.change("c-1", "8");
    for (const tab of ["a", "b"]) {
      expect(browser.newMessages(tab)).toEqual([changeOf("c-1")]);
      expect(browser.stateOf(tab)).toMatchObject({ link: "live", lostAt: null, laggingSince: null });
    }
    browser.send("status", STATUS);
    expect(browser.stateOf("b")?.status).toMatchObject({ database: "up" });
  });

  it("sends a tab that joins what it may have missed since its page was read", () => {
    const browser = liveBrowser("a");
    browser.change("c-1");
    browser.pass(10_000);
    browser.send("status", STATUS);
    browser.change("c-2");
    browser.pass(4_000);
    browser.tab("b", { ageMs: 3_000 });
    expect(browser.newMessages("b")).toEqual([changeOf("c-2"), { kind: "caught-up" }]);
    browser.tab("old", { ageMs: 9_000 });
    expect(browser.newMessages("old")).toEqual([{ kind: "resync" }, { kind: "caught-up" }]);
    expect(browser.opened).toBe(1);
  });

  it("refetches pages that were loaded before the server's memory, only without a position", () => {
    const browser = new Browser();
    browser.tab("new");
    browser.tab("old", { ageMs: 9_000 });
    browser.connected();
    expect(browser.newMessages("new")).toEqual([{ kind: "caught-up" }]);
    expect(browser.newMessages("old")).toEqual([{ kind: "resync" }, { kind: "caught-up" }]);
    browser.fail();
    browser.pass(3_000);
    expect(browser.addresses()).toEqual([{ after: "7", boards: [] }]);
    browser.connected("9");
    expect(browser.newMessages("old")).toEqual([{ kind: "caught-up" }]);
    browser.send("gap", {}, "60");
    expect(browser.newMessages("new")).toContainEqual({ kind: "resync" });
  });

  it("refetches after a reconnect without a position", () => {
    const browser = new Browser();
    browser.tab("a");
    browser.take({ kind: "opened", connection: 1 });
    browser.fail();
    browser.pass(3_000);
    browser.take({ kind: "opened", connection: 2 });
    expect(browser.newMessages("a")).toEqual([{ kind: "resync" }]);
  });

  it("is opened again with growing, random delays", () => {
    const browser = liveBrowser("a");
    for (const [random, pauses] of [
      [0, [900, 1_200, 3_000, 6_000, 18_000, 18_000]],
      [1, [42_000]],
    ] as const) {
      browser.random = random;
      for (const pauseMs of pauses) {
        browser.fail();
        expect(browser.open.size).toBe(0);
        browser.pass(pauseMs / 2);
        browser.tab("a");
        browser.pass(pauseMs / 2 - 1);
        expect(browser.open.size).toBe(0);
        browser.pass(1);
        expect(browser.open.size).toBe(1);
      }
    }
    browser.connected();
    browser.random = 0;
    browser.fail();
    browser.pass(900);
    expect(browser.open.size).toBe(1);
  });

  it("counts as lost since it was last live, regardless of short connections in between", () => {
    const browser = liveBrowser("a");
    browser.fail();
    const { lostAt } = browser.stateOf("a") ?? {};
    expect(lostAt).toBe(browser.now);
    browser.pass(2_000);
    browser.take({ kind: "opened", connection: browser.newest });
    expect(browser.stateOf("a")).toMatchObject({ link: "catching-up", laggingSince: browser.now });
    browser.fail();
    expect(browser.stateOf("a")).toMatchObject({ link: "lost", lostAt });
  });

  it("is lost after silence, since the last message, and after an opening that takes too long", () => {
    const browser = liveBrowser("a");
    browser.pass(10_000);
    browser.tab("a");
    browser.change("c-1", "8");
    const receivedAt = browser.now;
    browser.pass(11_999);
    expect(browser.stateOf("a")?.link).toBe("live");
    browser.pass(1);
    expect(browser.stateOf("a")).toMatchObject({ link: "lost", lostAt: receivedAt });
    expect(browser.open.size).toBe(0);
    browser.pass(1_500);
    expect(browser.addresses()).toEqual([{ after: "8", boards: [] }]);
    const { opened } = browser;
    browser.tab("a");
    browser.pass(30_000 + 2_000);
    expect(browser.opened).toBe(opened + 1);
  });
});

describe("hidden tabs", () => {
  const hide = (browser: Browser, tab: string) => browser.tab(tab, { isVisible: false });

  it("receive nothing after a while, and what they missed when they are shown", () => {
    const browser = liveBrowser("a", "b");
    hide(browser, "a");
    browser.pass(11_000);
    browser.tab("b");
    browser.change("c-1");
    expect(browser.newMessages("a")).toEqual([changeOf("c-1")]);
    browser.pass(1_000);
    browser.change("c-2");
    browser.change("c-3");
    browser.send("status", STATUS);
    expect(browser.newMessages("a")).toEqual([]);
    expect(browser.open.size).toBe(1);
    browser.tab("a");
    expect(browser.newMessages("a")).toEqual([changeOf("c-2", "c-3"), { kind: "caught-up" }]);
    expect(browser.stateOf("a")).toMatchObject({ link: "live", laggingSince: null });
    expect(browser.opened).toBe(1);
  });

  it("refetch everything when they missed very much", () => {
    const browser = liveBrowser("a", "b");
    hide(browser, "a");
    browser.pass(6_000);
    browser.send("status", STATUS);
    browser.pass(6_000);
    for (let at = 0; at < 1_100; at += 1) browser.change(`c-${at}`);
    browser.tab("a");
    expect(browser.newMessages("a")).toEqual([{ kind: "resync" }, { kind: "caught-up" }]);
  });

  it("have no stream while all are hidden, are behind meanwhile, and offline since then if it cannot be opened", () => {
    const browser = liveBrowser("a", "b");
    const receivedAt = browser.now;
    for (const tab of ["a", "b"]) hide(browser, tab);
    browser.pass(11_999);
    expect(browser.open.size).toBe(1);
    browser.pass(1);
    expect(browser.open.size).toBe(0);
    browser.pass(30 * 60_000);
    expect(browser.opened).toBe(1);
    expect(nextDue(browser.state)).toBeNull();
    browser.tab("a");
    expect(browser.addresses()).toEqual([{ after: "7", boards: [] }]);
    expect(browser.stateOf("a")).toMatchObject({ link: "connecting", laggingSince: receivedAt });
    browser.fail();
    expect(browser.stateOf("a")).toMatchObject({ link: "lost", lostAt: receivedAt });
    browser.pass(2_000);
    browser.take({ kind: "opened", connection: browser.newest });
    browser.change("c-1", "9");
    browser.send("caught-up", {}, "9");
    expect(browser.newMessages("a")).toEqual([changeOf("c-1"), { kind: "caught-up" }]);
    browser.tab("b");
    expect(browser.newMessages("b")).toEqual([changeOf("c-1"), { kind: "caught-up" }]);
    expect(browser.open.size).toBe(1);
  });

  it("opened in the background have no stream until one is shown", () => {
    const browser = new Browser();
    hide(browser, "a");
    browser.pass(60_000);
    expect(browser.opened).toBe(0);
    browser.tab("a", { ageMs: 60_500 });
    browser.connected();
    expect(browser.newMessages("a")).toEqual([{ kind: "resync" }, { kind: "caught-up" }]);
  });

  it("do not keep the stream when they ended without a word, and neither do visible ones", () => {
    const browser = liveBrowser("crashed", "left");
    browser.take({ kind: "leave", tab: "left" });
    for (let waited = 0; waited < 34; waited += 1) {
      browser.pass(1_000);
      browser.send("status", STATUS);
    }
    expect(browser.open.size).toBe(1);
    browser.pass(1_000);
    expect(browser.open.size).toBe(0);
    browser.tab("crashed");
    expect(browser.open.size).toBe(1);
  });

  it("that try again do not wait for the next retry", () => {
    const browser = liveBrowser("a");
    hide(browser, "a");
    for (let failed = 0; failed < 5; failed += 1) {
      browser.fail();
      browser.pass(100);
    }
    browser.pass(13_000);
    expect(browser.open.size).toBe(0);
    browser.tab("a");
    expect(browser.open.size).toBe(1);
  });
});

describe("the end of a session", () => {
  it("ends the stream for all tabs, which are offline until it can be opened again", () => {
    const browser = liveBrowser("a", "b");
    browser.take({ kind: "signed-out" });
    expect(browser.open.size).toBe(0);
    for (const tab of ["a", "b"])
      expect(browser.stateOf(tab)).toMatchObject({ link: "lost", lostAt: browser.now });
    browser.change("c-1");
    expect(browser.newMessages("a")).toEqual([]);
    browser.pass(1_500);
    browser.fail();
    expect(browser.stateOf("a")?.link).toBe("lost");
  });
});

describe("the boards of the stream", () => {
  const rows = (board: string | null) => ({ kind: "rows", board });

  it("that are shown while the connection is being opened are part of the next one", () => {
    const browser = new Browser();
    browser.tab("a");
    browser.tab("a", { board: "queue=held" });
    browser.pass(1_000);
    expect(browser.opened, "without a position it would cost a refetch").toBe(1);
    browser.take({ kind: "opened", connection: 1 });
    browser.send("caught-up", {}, "7");
    browser.pass(300);
    expect(browser.addresses().at(-1)).toEqual({ after: "7", boards: ["queue=held"] });
  });

  it("are part of the next connection, which replaces the earlier one at the same position", () => {
    const browser = liveBrowser("a", "b");
    browser.tab("a", { board: "queue=held" });
    browser.pass(200);
    browser.tab("a", { board: "queue=stale" });
    browser.pass(299);
    expect(browser.opened).toBe(1);
    browser.pass(1);
    expect(browser.addresses()).toEqual([
      { after: "", boards: [] },
      { after: "7", boards: ["queue=stale"] },
    ]);
    browser.take({ kind: "opened", connection: 2 });
    expect([...browser.open.keys()]).toEqual([2]);
    browser.send("board-ready");
    expect(browser.newMessages("a"), "missed changes come without rows").toEqual([]);
    browser.send("caught-up", {}, "8");
    expect(browser.newMessages("a")).toEqual([rows("queue=stale"), { kind: "caught-up" }]);
    browser.send("board", { reread: true });
    expect(browser.newMessages("a")).toEqual([
      { kind: "board", board: "queue=stale", json: '{"reread":true}' },
    ]);
    expect(browser.newMessages("b")).toEqual([{ kind: "caught-up" }]);
    expect(browser.stateOf("a")?.link).toBe("live");
    browser.tab("a", { board: null });
    expect(browser.newMessages("a")).toEqual([rows(null)]);
    browser.pass(5_000);
    browser.tab("b");
    expect(browser.addresses().at(-1)).toEqual({ after: "8", boards: [] });
  });

  it("of two windows come over one connection, and each window gets its own rows", () => {
    const browser = new Browser();
    browser.tab("a", { board: "queue=held" });
    browser.connected();
    browser.tab("b", { board: "q=MSKU" });
    browser.tab("c", { board: "queue=held" });
    browser.pass(300);
    expect(browser.addresses().at(-1)?.boards).toEqual(["queue=held", "q=MSKU"]);
    browser.take({ kind: "opened", connection: 2 });
    browser.send("board-ready");
    browser.send("board-ready-1");
    browser.send("caught-up", {}, "8");
    for (const tab of ["a", "b", "c"]) browser.newMessages(tab);
    browser.send("board", { reread: true });
    browser.send("board-1", { rows: [] });
    const held = { kind: "board", board: "queue=held", json: '{"reread":true}' };
    expect([browser.newMessages("a"), browser.newMessages("b"), browser.newMessages("c")]).toEqual([
      [held],
      [{ kind: "board", board: "q=MSKU", json: '{"rows":[]}' }],
      [held],
    ]);
    browser.tab("b", { isVisible: false, board: "q=MSKU" });
    browser.pass(12_000 - 1);
    expect(browser.open.size).toBe(1);
  });

  it("leave the connection as it is while a replacement is refused or not established, and try again", () => {
    const browser = liveBrowser("a");
    const status = () => {
      browser.send("status", STATUS, "", 1);
      browser.pass(5_000);
      browser.tab("a", { board: "queue=held" });
    };
    browser.tab("a", { board: "queue=held" });
    browser.pass(300);
    browser.fail();
    for (let refused = 0; refused < 2; refused += 1) status();
    expect([browser.opened, browser.open.has(1), browser.stateOf("a")?.link]).toEqual([3, true, "live"]);
    for (let silent = 0; silent < 2; silent += 1) status();
    expect([browser.opened, [...browser.open.keys()]]).toEqual([4, [1, 4]]);
    browser.take({ kind: "opened", connection: 4 });
    expect([[...browser.open.keys()], browser.stateOf("a")?.link]).toEqual([[4], "live"]);
  });

  it("are not sent by a server that does not announce them, nor after the connection is lost", () => {
    const browser = new Browser();
    browser.tab("a", { board: "queue=held" });
    browser.take({ kind: "opened", connection: 1 });
    browser.send("caught-up", {}, "7");
    expect(browser.newMessages("a")).toEqual([{ kind: "caught-up" }]);
    browser.send("board-ready");
    expect(browser.newMessages("a")).toEqual([rows("queue=held")]);
    browser.fail();
    expect(browser.newMessages("a")).toEqual([rows(null)]);
  });

  it("are those that fit an address", () => {
    const browser = new Browser();
    browser.tab("long", { board: `numbers=${"MSKU1234567,".repeat(400)}` });
    browser.tab("a", { board: "queue=held" });
    browser.connected();
    browser.pass(400);
    expect(browser.addresses().at(-1)).toEqual({ after: "7", boards: ["queue=held"] });
  });
});
