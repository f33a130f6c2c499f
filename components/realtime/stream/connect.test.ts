import { afterEach, describe, expect, it, vi } from "vitest";
import type { ToTab } from "./protocol";

class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  static open = () => FakeSource.all.filter(({ isOpen }) => isOpen);
  isOpen = true;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.isOpen = false;
  }
  connected() {
    this.dispatchEvent(new Event("open"));
    this.dispatchEvent(new MessageEvent("caught-up", { data: "{}", lastEventId: "7" }));
  }
}

const TAB = { kind: "tab", isVisible: true, board: null, ageMs: 500 } as const;

/** The ways of a browser whose tabs share `locks`. Each call is another tab. */
async function waysOf(globals: Record<string, unknown>) {
  vi.resetModules();
  FakeSource.all = [];
  vi.stubGlobal("EventSource", FakeSource);
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return (await import("./connect")).WAYS;
}

/** Locks as a browser gives them: one after the other. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, { signal }: { signal: AbortSignal }, act: () => Promise<void>) => {
      const mine = last.then(() => {
        if (signal.aborted) throw signal.reason;
        return act();
      });
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

describe("the ways to a stream", () => {
  it("are none through a worker where workers are missing or forbidden, and none through a lock on plain http", async () => {
    const forbidden = () => {
      throw new DOMException("Access to shared workers is denied to origin 'null'.", "SecurityError");
    };
    const [worker, leading] = await waysOf({ SharedWorker: forbidden, navigator: {} });
    expect(worker?.("user-1", vi.fn(), vi.fn())).toBeNull();
    expect(leading?.("user-1", vi.fn(), vi.fn())).toBeNull();
    const [missing] = await waysOf({ SharedWorker: undefined });
    expect(missing?.("user-1", vi.fn(), vi.fn())).toBeNull();
  });

  it("alone have a stream of the tab, for its user", async () => {
    const alone = (await waysOf({})).at(-1);
    const receive = vi.fn();
    const channel = alone?.("user 1", receive, vi.fn());
    channel?.send({ ...TAB, board: "queue=held" });
    expect(FakeSource.all.map(({ url }) => url)).toEqual(["/api/live?user=user+1&board=queue%3Dheld"]);
    FakeSource.all[0]?.connected();
    expect(receive).toHaveBeenCalledWith({ kind: "caught-up" });
    channel?.close();
    expect(FakeSource.open()).toEqual([]);
  });

  it("through a leading tab have one stream for all, which the next one continues", async () => {
    const [, leading] = await waysOf({ navigator: { locks: fakeLocks() } });
    const received: ToTab[][] = [[], []];
    const [first, second] = received.map((messages) =>
      leading?.("user-1", (each) => messages.push(each), vi.fn()),
    );
    const caughtUp = (at: number) =>
      vi.waitFor(() => expect(received[at]).toContainEqual({ kind: "caught-up" }));
    first?.send(TAB);
    second?.send(TAB);
    await vi.waitFor(() => expect(FakeSource.open()).toHaveLength(1));
    FakeSource.open()[0]?.connected();
    await Promise.all([caughtUp(0), caughtUp(1)]);
    first?.close();
    await vi.waitFor(() => expect(FakeSource.open()).toHaveLength(1));
    expect(FakeSource.all).toHaveLength(2);
    received[1] = [];
    FakeSource.open()[0]?.connected();
    second?.send(TAB);
    second?.close();
    expect(FakeSource.open()).toEqual([]);
  });
});
