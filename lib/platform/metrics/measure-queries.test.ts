import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@/lib/platform/database/client";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { nameOfQuery } from "./measure-queries";
import { recentDurations } from "./recent-durations";

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url);
});
afterAll(async () => {
  await opened.pool.end();
  await database.drop();
});

const rowOf = (part: string) =>
  recentDurations()
    .queries.rows(Date.now())
    .find(({ name }) => name.includes(part));

it.each([
  ["select  a\n from t where b = $1 and c = $12", "select a from t where b = $n and c = $n"],
  ["where id in ($1, $2, $3)", "where id in ($n, …)"],
  ["values ($1, $2), ($3, $4), ($5, $6)", "values ($n, …), …"],
  ["values ($1), ($2)", "values ($n), …"],
  ["where name = 'O''Brien' and d = '2026'", "where name = '…' and d = '…'"],
])("names %j by its text alone", (text, name) => {
  expect(nameOfQuery(text)).toBe(name);
});

it("records slow queries of the pool, of a transaction and of a connection, and failed ones", async () => {
  const { db, pool } = opened;
  await db.execute(sql`select pg_sleep(${0.03}) as of_pool`);
  await db.transaction((tx) => tx.execute(sql`select pg_sleep(${0.03}) as of_transaction`));
  const connection = await pool.connect();
  await connection.query("select pg_sleep($1) as of_connection", [0.03]);
  connection.release();
  await pool
    .query("select pg_sleep(0.03), 1 / 0 + of_failed from (select 0 as of_failed) t")
    .catch(() => undefined);
  await db.execute(sql`select 'secret' as of_quick`);
  for (const part of ["of_pool", "of_transaction", "of_connection"]) {
    expect(rowOf(part)).toMatchObject({ count: 1 });
    expect(rowOf(part)?.maxMs).toBeGreaterThanOrEqual(29);
    expect(rowOf(part)?.name).toContain("pg_sleep($n)");
  }
  expect(rowOf("of_quick")).toBeUndefined();
});

it("returns results and errors as before", async () => {
  const { pool } = opened;
  expect((await pool.query("select $1::int as value", [7])).rows).toEqual([{ value: 7 }]);
  await expect(pool.query("select 1 / 0")).rejects.toThrow("division by zero");
});
