import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/platform/database/client";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import {
  KEYED_LOCKS,
  LOCKS,
  releaseSessionLock,
  takeKeyedLock,
  takeLock,
  takeSessionLock,
  takesKeyedLock,
  tryLock,
  trySessionLock,
} from "./advisory-locks";

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

it("have each a number of their own", () => {
  for (const locks of [LOCKS, KEYED_LOCKS]) {
    const numbers = Object.values(locks);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

describe("a lock of a transaction", () => {
  const canTake = (lock: (typeof LOCKS)[keyof typeof LOCKS]) =>
    opened.db.transaction((other) => tryLock(other, lock));

  it("is refused to others until the transaction ends, and no other lock is", async () => {
    await opened.db.transaction(async (tx) => {
      await takeLock(tx, LOCKS.board);
      expect(await tryLock(tx, LOCKS.board)).toBe(true);
      expect(await canTake(LOCKS.board)).toBe(false);
      expect(await canTake(LOCKS.reports)).toBe(true);
    });
    expect(await canTake(LOCKS.board)).toBe(true);
  });

  it("with a key is refused for that key alone, also with the number of a lock without one", async () => {
    const canTakeKey = async (key: string) => {
      const condition = takesKeyedLock(KEYED_LOCKS.inboxSubject, sql`${key}::text`);
      const { rows } = await opened.db.execute<{ held: boolean }>(sql`select ${condition} as held`);
      return rows[0]?.held;
    };
    await opened.db.transaction(async (tx) => {
      await takeKeyedLock(tx, KEYED_LOCKS.inboxSubject, "container c-1");
      expect(await canTakeKey("container c-1")).toBe(false);
      expect(await canTakeKey("container c-2")).toBe(true);
      expect(LOCKS.ownWebhook).toBe(KEYED_LOCKS.inboxSubject);
      expect(await canTake(LOCKS.ownWebhook)).toBe(true);
    });
    expect(await canTakeKey("container c-1")).toBe(true);
  });
});

it("of a connection is refused to others until it is released", async () => {
  const [holder, other] = [await opened.pool.connect(), await opened.pool.connect()];
  try {
    await takeSessionLock(holder, LOCKS.reconciler);
    expect(await trySessionLock(other, LOCKS.reconciler)).toBe(false);
    await releaseSessionLock(holder, LOCKS.reconciler);
    expect(await trySessionLock(other, LOCKS.reconciler)).toBe(true);
  } finally {
    holder.release(true);
    other.release(true);
  }
});
