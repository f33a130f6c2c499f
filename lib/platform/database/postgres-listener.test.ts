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
const until = (said: string[], expected: string[]) => eventually(() => expect(said).toEqual(expected));

async function cutListeners(): Promise<void> {
  await dashboard.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
  );
}

describe("a listener", () => {
  it("on a silent dead connection reports it, closes it and opens another", async () => {
    const silencer = await startSilencer(dashboard.url);
    const said: string[] = [];
    const listener = listen(
      silencer.url,
      [CHANNEL],
      {
        onOpen: () => said.push("open"),
        onClosed: () => said.push("closed"),
        onMessage: (_, payload) => said.push(payload),
      },
      { everyMs: 50, answerMs: 1_500 },
    );
    await until(said, ["open"]);
    silencer.silence();
    await until(said, ["open", "closed", "open"]);
    await eventually(() => expect(silencer.isGivenUp()).toBe(true));
    await say("heard");
    await until(said, ["open", "closed", "open", "heard"]);
    await listener.close();
    silencer.stop();
  });

  it("that answers a heartbeat has received all messages sent before it", async () => {
    const said: string[] = [];
    const listener = listen(
      dashboard.url,
      [CHANNEL],
      {
        onMessage: (_, payload) => said.push(payload),
        onHeartbeat: () => {
          said.push("asked");
          return () => said.push("answered");
        },
      },
      { everyMs: 20, answerMs: 10_000 },
    );
    const answers = () => said.filter((word) => word === "answered").length;
    for (let round = 1; round <= 5; round += 1) {
      await eventually(() => expect(answers()).toBeGreaterThan(0));
      await say(`said ${round}`);
      const askedLater = said.length;
      await eventually(() => expect(said.lastIndexOf("asked")).toBeGreaterThanOrEqual(askedLater));
      const asked = said.indexOf("asked", askedLater);
      await eventually(() => expect(said.indexOf("answered", asked)).toBeGreaterThan(0));
      const heard = said.indexOf(`said ${round}`);
      expect(heard).toBeGreaterThanOrEqual(0);
      expect(heard).toBeLessThan(said.indexOf("answered", asked));
    }
    await listener.close();
  });

  it("that is disconnected does not answer a heartbeat", async () => {
    const silencer = await startSilencer(dashboard.url);
    const said: string[] = [];
    const listener = listen(
      silencer.url,
      [CHANNEL],
      {
        onOpen: () => said.push("open"),
        onClosed: () => said.push("closed"),
        onMessage: () => {},
        onHeartbeat: () => {
          said.push("asked");
          return () => said.push("answered");
        },
      },
      { everyMs: 50, answerMs: 500 },
    );
    await eventually(() => expect(said).toContain("answered"));
    silencer.silence();
    said.length = 0;
    await eventually(() => expect(said).toContain("closed"));
    const before = said.slice(0, said.indexOf("closed"));
    expect(before).toContain("asked");
    expect(before.at(-1)).toBe("asked");
    await listener.close();
    silencer.stop();
  });

  it("opens only after `beforeOpen` has read, on a connection that already receives messages", async () => {
    const said: string[] = [];
    let tries = 0;
    const listener = listen(dashboard.url, [CHANNEL], {
      beforeOpen: async (connection) => {
        tries += 1;
        await connection.query("select pg_notify($1, 'meanwhile')", [CHANNEL]);
        if (tries === 1) throw new Error("unreadable");
        said.push("read");
      },
      onOpen: () => said.push("open"),
      onClosed: () => said.push("closed"),
      onMessage: (_, payload) => said.push(payload),
    });
    await until(said, ["meanwhile", "closed", "meanwhile", "read", "open"]);
    await listener.close();
  });

  it("logs an outage once, and its end", async () => {
    const logged: string[] = [];
    let tries = 0;
    const handlers = {
      beforeOpen: async () => {
        tries += 1;
        if (tries < 4) throw new Error("unreadable");
      },
      onMessage: () => {},
    };
    const log = openLog({ write: (line) => logged.push(JSON.parse(line).msg) });
    const listener = listen(dashboard.url, [CHANNEL], handlers, { log });
    await until(logged, ["not listening to the database, reconnecting", "listening to the database again"]);
    expect(tries).toBe(4);
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
    const said: string[] = [];
    const listener = listen(dashboard.url, [CHANNEL], {
      onOpen: () => said.push("open"),
      onClosed: () => said.push("closed"),
      onMessage: (_, payload) => said.push(JSON.parse(payload)),
    });
    await until(said, ["open"]);
    await say("no JSON");
    // Well before the next heartbeat, which also notices a broken connection.
    await vi.waitFor(() => expect(said).toEqual(["open", "closed", "open"]), { timeout: 5_000 });
    await say('"after"');
    await until(said, ["open", "closed", "open", "after"]);
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
    const tried = said.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(said.length).toBe(tried);
    expect(said).not.toContain("open");
  });
});
