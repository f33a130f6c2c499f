import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { isDatabaseAway, openStore } from "./database";
import { migrate } from "./migrate";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const coded = (code: string) => Object.assign(new Error("x"), { code });
const failedQuery = (cause: Error) =>
  new Error('Failed query: insert into parties values ($1) params: "Connection terminated"', { cause });
const failureOf = (action: Promise<unknown>) =>
  action.then(
    () => null,
    (reason: unknown) => reason,
  );

describe("a database of a newer version", () => {
  it("is rejected with both versions named", async () => {
    const store = openStore(database.url);
    await migrate(store);
    await migrate(store);
    await store.pool.query("insert into migrations (name) values ('0999-from-the-future.sql')");
    await expect(migrate(store)).rejects.toThrow(
      /its last migration is 0999-from-the-future\.sql, this version knows them up to \d{4}-[\w-]+\.sql/,
    );
    await store.close();
  });
});

describe("a database outage", () => {
  it.each(["08006", "57P01", "57P03", "53300", "ECONNREFUSED", "ECONNRESET", "EPIPE"])(
    "is detected for %s at any depth of a query error",
    (code) => expect(isDatabaseAway(failedQuery(coded(code)))).toBe(true),
  );

  it("is detected without a server", async () => {
    const store = openStore("postgresql://nobody@127.0.0.1:9/none");
    expect(isDatabaseAway(await failureOf(store.pool.query("select 1")))).toBe(true);
    await store.close();
  });

  it("is detected when a connection is lost before, during or at the end of a transaction", async () => {
    const store = openStore(database.url);
    const lose = sql`select pg_terminate_backend(pg_backend_pid())`;
    store.pool.once("acquire", (client) => void client.end());
    const before = await failureOf(store.db.transaction((tx) => tx.execute(sql`select 1`)));
    const within = await failureOf(store.db.transaction((tx) => tx.execute(lose)));
    const unnoticed = store.db.transaction(async (tx) => {
      await tx.execute(lose).catch(() => undefined);
    });
    expect([before, within, await failureOf(unnoticed)].map(isDatabaseAway)).toEqual([true, true, true]);
    await store.close();
  });

  it.each(["23505", "22P02", "42P01", "40P01"])(
    "is not reported for %s, whatever values the query had",
    (code) => expect(isDatabaseAway(failedQuery(coded(code)))).toBe(false),
  );
});
