import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { drizzleOn } from "./drizzle";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("a transaction", () => {
  it("whose connection is lost before it begins fails, and frees its place in the pool", async () => {
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const db = drizzleOn(pool, {});
    await db.execute(sql`select 1`);
    pool.once("acquire", (client) => void client.end());
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    expect(pool.totalCount).toBe(0);
    const { rows } = await db.transaction((tx) => tx.execute(sql`select 2 as n`));
    expect(rows).toEqual([{ n: 2 }]);
    await pool.end();
  });

  it("is written completely or not at all, and releases its connection either way", async () => {
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const db = drizzleOn(pool, {});
    await db.execute(sql`create table kept (n int)`);
    await db.transaction((tx) => tx.execute(sql`insert into kept values (1)`));
    const undone = db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (2)`);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await db.transaction(
      (tx) => expect(tx.execute(sql`insert into kept values (3)`)).rejects.toThrow(/insert into kept/),
      { accessMode: "read only" },
    );
    expect((await db.execute(sql`select n from kept`)).rows).toEqual([{ n: 1 }]);
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
    await pool.end();
  });
});

describe("a failed query", () => {
  it("reports its SQL and the database's message, but none of its values", async () => {
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const db = drizzleOn(pool, {});
    await db.execute(sql`create table people (email text primary key)`);
    const insert = () => db.execute(sql`insert into people values (${"nobody@example.com"})`);
    await insert();
    const refused: unknown = await insert().catch((error: unknown) => error);
    const logged = inspect(refused, { depth: null, showHidden: true });
    expect(logged).toContain("Failed query: insert into people values ($1)");
    expect(logged).toContain("drizzle.test.ts");
    expect(logged).toContain("duplicate key value violates unique constraint");
    expect(logged).toContain("23505");
    expect(logged).not.toContain("nobody@example.com");
    await pool.end();
  });
});
