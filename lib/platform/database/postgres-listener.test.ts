import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openLog } from "@/lib/platform/log";
import { startSilencer } from "@/lib/platform/postgres/test-silent-proxy";
import { type Listener, listen } from "./postgres-listener";
import { openTestDashboard } from "./test-dashboard-database";

const CHANNEL = "drayboard_test";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

const say = (text: string) => dashboard.pool.query("select pg_notify($1, $2)", [CHANNEL, text]);

function openListener(url = dashboard.url): { listener: Listener; said: string[] } {
  const said: string[] = [];
  const listener = listen(url, [CHANNEL], {
    onOpen: () => said.push("open"),
    onClosed: () => said.push("closed"),
    onMessage: (_, payload) => said.push(payload),
  });
  return { listener, said };
}

/** Reconnecting takes time, and more on a busy machine. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });
const until = (reported: string[], expected: string[]) =>
  eventually(() => expect(reported).toEqual(expected));

async function cutListeners(): Promise<void> {
  await dashboard.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
  );
}

describe("a listener", () => {
  it("on a silent dead connection reports it, closes it and opens another", async () => {
    const silencer = await startSilencer(dashboard.url);
    const reported: string[] = [];
    const listener = listen(
      silencer.url,
      [CHANNEL],
      {
        onOpen: () => reported.push("open"),
        onClosed: () => reported.push("closed"),
        onMessage: (_, payload) => reported.push(payload),
      },
      { everyMs: 50, answerMs: 1_500 },
    );
    await until(reported, ["open"]);
    silencer.silence();
    await until(reported, ["open", "closed", "open"]);
    await eventually(() => expect(silencer.isGivenUp()).toBe(true));
    await say("heard");
    await until(reported, ["open", "closed", "open", "heard"]);
    await listener.close();
    silencer.stop();
  });

  it("that answers a heartbeat has received all messages sent before it", async () => {
    const reported: string[] = [];
    const listener = listen(
      dashboard.url,
      [CHANNEL],
      {
        onMessage: (_, payload) => reported.push(payload),
        onHeartbeat: () => {
          reported.push("asked");
          return () => reported.push("answered");
        },
      },
      { everyMs: 20, answerMs: 10_000 },
    );
    const responses = () => reported.filter((label) => label === "answered").length;
    for (let round = 1; round <= 5; round += 1) {
      await eventually(() => expect(responses()).toBeGreaterThan(0));
      await say(`said ${round}`);
      const requestedLater = reported.length;
      await eventually(() => expect(reported.lastIndexOf("asked")).toBeGreaterThanOrEqual(requestedLater));
      const requested = reported.indexOf("asked", requestedLater);
      await eventually(() => expect(reported.indexOf("answered", requested)).toBeGreaterThan(0));
      const received = reported.indexOf(`said ${round}`);
      expect(received).toBeGreaterThanOrEqual(0);
      expect(received).toBeLessThan(reported.indexOf("answered", requested));
    }
    await listener.close();
  });

  it("that is disconnected does not answer a heartbeat", async () => {
    const silencer = await startSilencer(dashboard.url);
    const reported: string[] = [];
    const listener = listen(
      silencer.url,
      [CHANNEL],
      {
        onOpen: () => reported.push("open"),
        onClosed: () => reported.push("closed"),
        onMessage: () => {},
        onHeartbeat: () => {
          reported.push("asked");
          return () => reported.push("answered");
        },
      },
      { everyMs: 50, answerMs: 500 },
    );
    await eventually(() => expect(reported).toContain("answered"));
    silencer.silence();
    reported.length = 0;
    await eventually(() => expect(reported).toContain("closed"));
    const before = reported.slice(0, reported.indexOf("closed"));
    expect(before).toContain("asked");
    expect(before.at(-1)).toBe("asked");
    await listener.close();
    silencer.stop();
  });

  it("opens only after `beforeOpen` has read, on a connection that already receives messages", async () => {
    const reported: string[] = [];
    let attempts = 0;
    const listener = listen(dashboard.url, [CHANNEL], {
      beforeOpen: async (connection) => {
        attempts += 1;
        await connection.query("select pg_notify($1, 'meanwhile')", [CHANNEL]);
        if (attempts === 1) throw new Error("unreadable");
        reported.push("read");
      },
      onOpen: () => reported.push("open"),
      onClosed: () => reported.push("closed"),
      onMessage: (_, payload) => reported.push(payload),
    });
    await until(reported, ["meanwhile", "closed", "meanwhile", "read", "open"]);
    await listener.close();
  });

  it("logs an outage once, and its end", async () => {
    const logged: string[] = [];
    let attempts = 0;
    const handlers = {
      beforeOpen: async () => {
        attempts += 1;
        if (attempts < 4) throw new Error("unreadable");
      },
      onMessage: () => {},
    };
    const log = openLog({ write: (line) => logged.push(JSON.parse(line).msg) });
    const listener = listen(dashboard.url, [CHANNEL], handlers, { log });
    await until(logged, ["not listening to the database, reconnecting", "listening to the database again"]);
    expect(attempts).toBe(4);
    await listener.close();
  });

  it("that loses its connection reports it, reopens and reports that, each once", async () => {
    const { listener, said } = openListener();
    await until(said, ["open"]);
    await say("one");
    await until(said, ["open", "one"]);
    for (const _ of [1, 2]) {
      said.length = 0;
      await cutListeners();
      await until(said, ["closed", "open"]);
    }
    await say("two");
    await until(said, ["closed", "open", "two"]);
    await listener.close();
  });

  it("reopens at once after a message that it cannot read, and receives the next ones", async () => {
    const reported: string[] = [];
    const listener = listen(dashboard.url, [CHANNEL], {
      onOpen: () => reported.push("open"),
      onClosed: () => reported.push("closed"),
      onMessage: (_, payload) => reported.push(JSON.parse(payload)),
    });
    await until(reported, ["open"]);
    await say("no JSON");
    // Well before the next heartbeat, which also notices a broken connection.
    await vi.waitFor(() => expect(reported).toEqual(["open", "closed", "open"]), { timeout: 5_000 });
    await say('"after"');
    await until(reported, ["open", "closed", "open", "after"]);
    await listener.close();
  });

  it("ignores other channels", async () => {
    const { listener, said } = openListener();
    await until(said, ["open"]);
    await dashboard.pool.query("select pg_notify('drayboard_other', 'x')");
    await say("end");
    await until(said, ["open", "end"]);
    await listener.close();
  });

  it("is not reopened after it was closed", async () => {
    const { listener, said } = openListener();
    await until(said, ["open"]);
    await listener.close();
    await say("unheard");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(said).toEqual(["open", "closed"]);
  });

  it("that was closed before it opened never opens", async () => {
    const { listener, said } = openListener();
    await listener.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(said).not.toContain("open");
    const { rows } = await dashboard.pool.query(
      "select from pg_stat_activity where datname = current_database() and query like 'listen%'",
    );
    expect(rows).toEqual([]);
  });

  it("for an unreachable server retries until it is closed", async () => {
    const { listener, said } = openListener("postgresql://nobody:x@127.0.0.1:1/none");
    await eventually(() => expect(said.length).toBeGreaterThan(2));
    await listener.close();
    const attempted = said.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(said.length).toBe(attempted);
    expect(said).not.toContain("open");
  });
});
