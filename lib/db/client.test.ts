import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "./client";
import { installation } from "./schema";
import { openTestDashboard } from "./test-dashboard";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());

describe("a connection lost", () => {
  it("in a transaction fails it, leaves nothing of it, and the next one works", async () => {
    const own = openDatabase(desk.url);
    const lost = own.db.transaction(async (tx) => {
      await tx.insert(installation).values({ name: "half", value: 1 });
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await desk.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.insert(installation).values({ name: "other half", value: 1 });
    });
    await expect(lost).rejects.toThrow();
    expect(await own.db.select().from(installation)).toEqual([]);
    await own.pool.end();
  });

  it("while idle is replaced", async () => {
    const own = openDatabase(desk.url);
    await own.db.select().from(installation);
    await desk.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'",
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await own.db.select().from(installation)).toEqual([]);
    await own.pool.end();
  });

  it("in a query that hangs longer than it may fails it, and the next one works", async () => {
    const own = openDatabase(desk.url, { max: 1, answerWithinMs: 300 });
    await expect(own.db.execute(sql`select pg_sleep(20)`)).rejects.toThrow();
    expect(await own.db.select().from(installation)).toEqual([]);
    await own.pool.end();
  });

  it("to a server that is not there is an error in a few seconds, not a wait for ever", async () => {
    const nobody = openDatabase("postgresql://nobody:x@127.0.0.1:1/none");
    await expect(nobody.db.select().from(installation)).rejects.toThrow();
    await nobody.pool.end();
  });
});
