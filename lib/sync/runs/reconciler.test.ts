import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LOCKS, takeSessionLock } from "@/lib/platform/database/advisory-locks";
import { openDatabase } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { requestRefetch } from "@/lib/sync/fetch-queue/enqueue";
import { refetchNext } from "@/lib/sync/fetch-queue/fetch-next";
import { TrackingClient } from "@/lib/tracking-client/client";
import { openGate } from "@/lib/tracking-client/request-limiter";
import { StubService } from "@/lib/tracking-client/test-stub-service";
import { type Pace, reconcile } from "./reconciler";
import { asReconciler } from "./reconciler-lock";

const WAIT = { timeout: 60_000, interval: 20 };
/** The circuit stays open for up to a minute after the last failure. */
const WHOLE_OUTAGE = { timeout: 90_000, interval: 20 };
const LIMITS = { default: null, create: null, infer: null, refresh: null };
const PACE: Pace = {
  intervalMs: 3_600_000,
  sweepMs: 60_000,
  pollMs: 50,
  heartbeatMs: 60_000,
  retryMs: 50,
  maxRetryMs: 200,
};

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let stopping: AbortController;
let running: Promise<void>[] = [];

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query(`truncate sync_runs, sync_run_lists, installation, fetch_queue, fetch_log cascade;
    update circuit_breaker set failures = 0, closed_until = '-infinity'`);
  stub = await StubService.start(() => ({ body: { data: [], meta: { total: 0 } } }));
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(running);
  running = [];
  await stub.stop();
});

function client(): TrackingClient {
  const gate = openGate(dashboard.db, LIMITS, { priority: "reconciliation", patienceMs: 0 });
  return new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000, gate });
}

function start(pace: Partial<Pace> = {}, on = dashboard, signal = stopping.signal): void {
  running.push(reconcile(on, client(), { ...PACE, ...pace }, signal));
}

async function completed(): Promise<number> {
  const { rows } = await dashboard.pool.query("select count(*)::int as n from sync_runs where completed");
  return rows[0].n;
}

async function holders(): Promise<number[]> {
  const { rows } = await dashboard.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.reconciler],
  );
  return rows.map(({ pid }) => pid);
}

describe("the reconciler", () => {
  it("reads the account at its start, and again one interval after the last sync run ended", async () => {
    start({ intervalMs: 400 });
    await vi.waitFor(async () => expect(await completed()).toBeGreaterThanOrEqual(3), WAIT);
    const { rows } = await dashboard.pool.query<{ gap: number }>(
      `select extract(epoch from started_at - lag(ended_at) over (order by id))::float8 as gap from sync_runs order by id`,
    );
    for (const { gap } of rows.slice(1)) expect(gap).toBeGreaterThanOrEqual(0.4);
  });

  it("does not read it sooner unless a sync run is requested", async () => {
    start();
    await vi.waitFor(async () => expect(await completed()).toBe(1), WAIT);
    await pause(300);
    expect(await completed()).toBe(1);
    // Moves everything to two minutes ago: the request at the start, and the sync run that completed it.
    await dashboard.pool.query(`
      with asked as (update installation set updated_at = updated_at - interval '2 minutes')
      update sync_runs set started_at = started_at - interval '2 minutes', ended_at = ended_at - interval '2 minutes'`);
    await pause(300);
    expect(await completed()).toBe(1);
    await requestSyncRun(dashboard.db, "a test asks");
    await vi.waitFor(async () => expect(await completed()).toBe(2), WAIT);
  });

  it("runs in one process at a time", async () => {
    const other = openDatabase(dashboard.url);
    start({ intervalMs: 50 });
    start({ intervalMs: 50 }, { ...dashboard, ...other });
    await vi.waitFor(async () => expect(await completed()).toBeGreaterThanOrEqual(3), WAIT);
    expect(await holders()).toHaveLength(1);
    const { rows } = await dashboard.pool.query(
      "select from sync_runs a, sync_runs b where a.id < b.id and b.started_at < a.ended_at",
    );
    expect(rows).toEqual([]);
    stopping.abort();
    await Promise.all(running);
    await other.pool.end();
  });

  it.each([
    ["is stopped", (_: number, signal: AbortController) => signal.abort()],
    [
      "loses its connection",
      async (pid: number) => {
        await dashboard.pool.query("select pg_terminate_backend($1)", [pid]);
      },
    ],
  ])("is taken over by another process when it %s", async (_, end) => {
    const first = new AbortController();
    const other = openDatabase(dashboard.url);
    start({ pollMs: 1_000 }, { ...dashboard, ...other }, AbortSignal.any([first.signal, stopping.signal]));
    await vi.waitFor(async () => expect(await holders()).toHaveLength(1), WAIT);
    const [before = 0] = await holders();
    start();
    await end(before, first);
    await vi.waitFor(async () => {
      const [now] = await holders();
      expect(now).toBeGreaterThan(0);
      expect(now).not.toBe(before);
    }, WAIT);
    stopping.abort();
    await Promise.all(running);
    await other.pool.end();
  });

  it("writes nothing after its lock was lost, even before it detects the loss", async () => {
    const notes = async () =>
      (await dashboard.pool.query("select name from installation where name like 'note %' order by name"))
        .rows;
    const work = asReconciler(dashboard, stopping.signal, async (held, db) => {
      const note = (name: string) => db.insert(installation).values({ name, value: {} });
      await note("note 1");
      await db.transaction(async (tx) => {
        await tx.insert(installation).values({ name: "note 2", value: {} });
        const [pid] = await holders();
        await dashboard.pool.query("select pg_terminate_backend($1, 10000)", [pid]);
      });
      held.throwIfAborted();
    });
    await expect(work).rejects.toThrow();
    expect(await notes()).toEqual([{ name: "note 1" }]);
    const after = asReconciler(dashboard, stopping.signal, async (_held, db) => {
      await db.insert(installation).values({ name: "note 3", value: {} });
    });
    expect(await after).toBe(true);
    expect(await notes()).toEqual([{ name: "note 1" }, { name: "note 3" }]);
  });

  it("takes over from a lock holder without a recent heartbeat", async () => {
    const frozen = new Client({ connectionString: dashboard.url });
    frozen.on("error", () => {});
    await frozen.connect();
    await takeSessionLock(frozen, LOCKS.reconciler);
    await frozen.query(
      "insert into installation (name, value, updated_at) values ('reconciler', to_jsonb(pg_backend_pid()), now())",
    );
    start();
    await pause(300);
    expect(await completed()).toBe(0);
    await dashboard.pool.query(
      "update installation set updated_at = now() - interval '91 seconds' where name = 'reconciler'",
    );
    await vi.waitFor(async () => expect(await completed()).toBe(1), WAIT);
    await frozen.end().catch(() => {});
  });

  it("continues after database failures, and records why a sync run cannot continue", async () => {
    stub.answer = () => ({ status: 401, body: { errors: [] } });
    start();
    await vi.waitFor(async () => {
      const { rows } = await dashboard.pool.query("select last_error from sync_runs where ended_at is null");
      expect(rows[0]?.last_error).toMatch(/The tracking service rejected the API key/);
    }, WAIT);
    await dashboard.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    stub.answer = () => ({ body: { data: [], meta: { total: 0 } } });
    await vi.waitFor(async () => expect(await completed()).toBe(1), WAIT);
    const { rows } = await dashboard.pool.query("select last_error from sync_runs");
    expect(rows).toEqual([{ last_error: null }]);
  });
});

describe("an outage", () => {
  it("limits the requests for any number of waiting fetches, and the fetches continue immediately after it", async () => {
    for (let n = 0; n < 100; n += 1)
      await requestRefetch(dashboard.db, { type: "party", id: `p-${n}` }, null);
    stub.answer = () => ({ status: 500, body: { errors: [] } });
    start();
    const refetching = (async () => {
      while (!stopping.signal.aborted) if (!(await refetchNext(dashboard.db, client(), 0))) await pause(20);
    })();
    await pause(3_000);
    expect(stub.requests.length).toBeGreaterThan(0);
    expect(stub.requests.length).toBeLessThanOrEqual(10);
    stub.answer = ({ path }) => {
      const id = /^parties\/(p-\d+)/.exec(path)?.[1];
      return {
        body: id ? { data: { type: "party", id, attributes: {} } } : { data: [], meta: { total: 0 } },
      };
    };
    await vi.waitFor(async () => {
      expect((await dashboard.pool.query("select from fetch_queue")).rowCount).toBe(0);
      expect(await completed()).toBe(1);
    }, WHOLE_OUTAGE);
    stopping.abort();
    await refetching;
  });
});
