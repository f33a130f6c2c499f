import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { installation } from "@/lib/platform/database/schema/schema";
import { applyWorkerLimits, closeDatabase, db, exportsDb, openDatabase, promptDb } from "./client";
import { isDatabaseFailure } from "./connection-errors";
import { openTestDashboard } from "./test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

describe("a lost connection", () => {
  it("fails its transaction, which is rolled back, and the next one works", async () => {
    const own = openDatabase(dashboard.url);
    const lost = own.db.transaction(async (tx) => {
      await tx.insert(installation).values({ name: "half", value: 1 });
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await dashboard.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.insert(installation).values({ name: "other half", value: 1 });
    });
    await expect(lost).rejects.toThrow();
    expect(await own.db.select().from(installation)).toEqual([]);
    await own.pool.end();
  });

  it("is replaced if it was idle", async () => {
    const own = openDatabase(dashboard.url);
    await own.db.select().from(installation);
    await dashboard.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'",
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await own.db.select().from(installation)).toEqual([]);
    await own.pool.end();
  });

  it("fails a query that hangs longer than allowed, and the next one works", async () => {
    const own = openDatabase(dashboard.url, { max: 1, responseTimeoutMs: 300 });
    await expect(own.db.execute(sql`select pg_sleep(20)`)).rejects.toThrow();
    expect(await own.db.select().from(installation)).toEqual([]);
    await own.pool.end();
  });

  it("to an unreachable server fails within seconds instead of waiting forever", async () => {
    const noOne = openDatabase("postgresql://nobody:x@127.0.0.1:1/none");
    await expect(noOne.db.select().from(installation)).rejects.toThrow();
    await noOne.pool.end();
  });
});

describe("a pool with limits", () => {
  const limits = { statementMs: 300, lockMs: 200, idleInTransactionMs: 300 };
  const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

  it("ends a statement, a wait for a lock and an idle transaction, each as an outage, and continues", async () => {
    const own = openDatabase(dashboard.url, { max: 1, limits });
    expect(isDatabaseFailure(await failureOf(own.db.execute(sql`select pg_sleep(20)`)))).toBe(true);
    await dashboard.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(1)`);
      const waiting = own.db.execute(sql`select pg_advisory_lock(1)`);
      expect(isDatabaseFailure(await failureOf(waiting))).toBe(true);
    });
    const resting = own.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await tx.execute(sql`select 1`);
    });
    expect(isDatabaseFailure(await failureOf(resting))).toBe(true);
    expect(await own.db.select().from(installation)).toEqual([]);
    await own.pool.end();
  });
});

it("sets limits by statements, so that a pooler accepts the connection and cannot drop them", async () => {
  for (const options of [
    { limits: { statementMs: 300, lockMs: 200, idleInTransactionMs: 300 } },
    { responseTimeoutMs: 300 },
  ]) {
    const own = openDatabase(dashboard.url, { max: 1, ...options });
    const { rows } = await own.pool.query(
      "select distinct source from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')",
    );
    // "client" would be a parameter of the connection.
    expect(rows).toEqual([{ source: "session" }]);
    await own.pool.end();
  }
});

describe("the pools of this process", () => {
  const limitsOf = async (input: ReturnType<typeof db>) => {
    const { rows } = await input.execute<Record<string, string>>(sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`);
    return rows[0];
  };

  it.each([
    ["a dashboard", () => undefined, { statement: "30s", lock: "10s", idle: "30s" }],
    ["a worker", applyWorkerLimits, { statement: "5min", lock: "1min", idle: "30s" }],
  ])("have limits in %s", async (_name, begin, limits) => {
    vi.stubEnv("DATABASE_URL", dashboard.url);
    vi.stubEnv("TRACKING_API_URL", "http://127.0.0.1:9/v2");
    vi.stubEnv("TRACKING_API_KEY", "key");
    vi.stubEnv("NEXTAUTH_SECRET", "a secret of at least thirty-two characters");
    begin();
    expect(await limitsOf(db())).toEqual(limits);
    expect(await limitsOf(promptDb())).toEqual({ statement: "3s", lock: "3s", idle: "3s" });
    expect(await limitsOf(exportsDb())).toEqual({ statement: "1min", lock: "10s", idle: "10s" });
    await closeDatabase();
    vi.unstubAllEnvs();
  });
});
