import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { openStore, type Store } from "./database";
import { insertMany } from "./insert-many";

const samples = pgTable("samples", {
  id: uuid().primaryKey(),
  shortName: text("short_name"),
  done: boolean().notNull(),
  madeAt: timestamp("made_at", { withTimezone: true, mode: "date" }).notNull(),
  facts: jsonb().$type<unknown>(),
  others: uuid("others").array(),
  attempts: integer().notNull().default(7),
});

const ids = ["d7e98967-056f-8828-8b38-8a7930d88594", "bf6ac301-c3cb-8bbc-b7fb-3a90927fa2b4"] as const;
const awkward = {
  id: ids[0],
  shortName: `tab\t, "quotes", \\back\\slash, {brace}, ümlaut, 貨櫃, NULL`,
  done: true,
  madeAt: new Date("2026-11-21T09:00:00.123Z"),
  facts: { nothing: null, list: [1, 2.5, "a\\n\n"], nested: { flag: false } },
  others: [ids[0], ids[1]],
};
const empty = { id: ids[1], shortName: null, done: false, madeAt: new Date(0), facts: null, others: null };

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database.url);
  await store.db.execute(sql`
    create table samples (id uuid primary key, short_name text, done boolean not null, made_at timestamptz not null,
      facts jsonb, others uuid[], attempts integer not null default 7)`);
});
beforeEach(() => store.db.execute(sql`truncate samples`));
afterAll(async () => {
  await store.close();
  await database.drop();
});

const insert = (rows: (typeof samples.$inferInsert)[]) =>
  store.db.transaction((tx) => insertMany(tx, samples, rows));

describe("insertMany", () => {
  it("stores exactly the same values as drizzle's own insert", async () => {
    await insert([awkward, empty]);
    const stored = await store.db.select().from(samples).orderBy(samples.done);
    await store.db.execute(sql`truncate samples`);
    await store.db.insert(samples).values([awkward, empty]);
    expect(stored).toEqual(await store.db.select().from(samples).orderBy(samples.done));
    expect(stored).toEqual([
      { ...empty, attempts: 7 },
      { ...awkward, attempts: 7 },
    ]);
  });

  it("does nothing without rows", async () => {
    await insert([]);
    expect(await store.db.select().from(samples)).toEqual([]);
  });

  it("stores no rows when one is invalid", async () => {
    await expect(insert([awkward, { ...empty, id: ids[0] }])).rejects.toThrow();
    await expect(insert([awkward, { ...empty, id: "no uuid" }])).rejects.toThrow();
    await expect(insert([awkward, { ...empty, shortName: "NUL \0" }])).rejects.toThrow();
    expect(await store.db.select().from(samples)).toEqual([]);
  });
});
