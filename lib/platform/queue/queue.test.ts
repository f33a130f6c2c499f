import { eq, sql } from "drizzle-orm";
import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { KEYED_LOCKS } from "@/lib/platform/database/advisory-locks";
import { openDatabase } from "@/lib/platform/database/client";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { defineLeasedQueue, defineQueue, doublingPause } from "./queue";

const tasks = pgTable("tasks", {
  kind: text("kind").notNull(),
  place: integer("place").notNull(),
  subject: text("subject"),
  dueAt: timestamp("due_at", { withTimezone: true }).notNull().defaultNow(),
  attempts: integer("attempts").notNull().default(0),
  lastError: text("last_error"),
  deadAt: timestamp("dead_at", { withTimezone: true }),
  claimedUntil: timestamp("claimed_until", { withTimezone: true }),
  leaseId: uuid("lease_id"),
});
const shared = {
  table: tasks,
  key: [tasks.kind, tasks.place] as const,
  open: sql`${tasks.deadAt} is null`,
  dueAt: tasks.dueAt,
  order: sql`${tasks.place}`,
  attempts: tasks.attempts,
  entry: {
    select: sql`${tasks.kind} as kind, ${tasks.place} as place`,
    schema: z.object({ kind: z.string(), place: z.number() }),
  },
};
const locked = defineQueue({
  ...shared,
  oneAtATime: { lock: KEYED_LOCKS.inboxSubject, by: tasks.subject },
  retry: {
    pauseSeconds: doublingPause(300),
    maxAttempts: 3,
    lastError: tasks.lastError,
    deadLetter: sql`dead_at = clock_timestamp()`,
  },
});
const LEASE = { until: tasks.claimedUntil, id: tasks.leaseId, seconds: 60, extendEveryMs: 20_000 };
const leased = defineLeasedQueue({ ...shared, lease: LEASE });
/** The due time has the lease. */
const releasing = defineLeasedQueue({ ...shared, lease: { ...LEASE, until: tasks.dueAt } });

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
const db = () => opened.db;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url);
  await opened.pool.query(`create table tasks (kind text not null, place integer not null, subject text,
    due_at timestamptz not null default clock_timestamp(), attempts integer not null default 0, last_error text,
    dead_at timestamptz, claimed_until timestamptz, lease_id uuid, primary key (kind, place))`);
});
afterAll(async () => {
  await opened.pool.end();
  await database.drop();
});
beforeEach(async () => {
  await db().delete(tasks);
});

const add = (...places: number[]) =>
  db()
    .insert(tasks)
    .values(places.map((place) => ({ kind: "call", place })));
const row = async (place: number) => (await db().select().from(tasks).where(eq(tasks.place, place)))[0];
const places = (entries: readonly { place: number }[]) => entries.map(({ place }) => place);
const expire = () => opened.pool.query("update tasks set claimed_until = clock_timestamp() - interval '1 s'");
async function claimOne() {
  const [claim] = await leased.claim(db());
  if (!claim) throw new Error("nothing was claimed");
  return claim;
}

describe("an entry that is locked", () => {
  it("is skipped by other transactions until its own ends, in order", async () => {
    await add(3, 1, 2);
    await db().transaction(async (tx) => {
      expect(places(await locked.lock(tx, { max: 2 }))).toEqual([1, 2]);
      expect(await db().transaction((other) => locked.lock(other, { max: 5 }))).toMatchObject([{ place: 3 }]);
      expect(await locked.isAnyDue(db(), sql`${tasks.place} = 1`)).toBe(true);
    });
    expect(places(await db().transaction((tx) => locked.lock(tx, { max: 5 })))).toEqual([1, 2, 3]);
  });

  it("keeps others of its key back, and no entry without a key", async () => {
    await add(1, 2, 3, 4);
    await db().execute(
      sql`update tasks set subject = case place when 3 then 'b' when 4 then null else 'a' end`,
    );
    await db().transaction(async (tx) => {
      expect(places(await locked.lock(tx, { max: 1, apart: true }))).toEqual([1]);
      const free = await db().transaction((other) => locked.lock(other, { max: 5, apart: true }));
      expect(places(free)).toEqual([3, 4]);
    });
  });

  it("is removed with its work, or not at all", async () => {
    await add(1, 2, 3);
    const undone = db().transaction(async (tx) => {
      expect(places(await locked.remove(tx, 2)).sort()).toEqual([1, 2]);
      throw new Error("killed");
    });
    await expect(undone).rejects.toThrow("killed");
    await db().transaction((tx) => locked.remove(tx, 2));
    expect(places(await db().transaction((tx) => locked.lock(tx, { max: 5 })))).toEqual([3]);
  });

  it("is due again after a growing pause, and ends as a dead letter", async () => {
    await add(1);
    const seconds: number[] = [];
    for (let attempts = 0; attempts < 3; attempts += 1) {
      await opened.pool.query("update tasks set due_at = clock_timestamp()");
      const [entry] = await db().transaction((tx) => locked.lock(tx, { max: 1 }));
      if (!entry) throw new Error("nothing was due");
      await locked.fail(db(), ["call", 1], entry, `failure ${attempts}`);
      const { rows } = await opened.pool.query<{ seconds: string }>(
        "select round(extract(epoch from due_at - clock_timestamp())) as seconds from tasks",
      );
      seconds.push(Number(rows[0]?.seconds));
    }
    expect(seconds).toEqual([2, 4, 8]);
    expect(await row(1)).toMatchObject({ attempts: 3, lastError: "failure 2", deadAt: expect.any(Date) });
    expect(await locked.isAnyDue(db())).toBe(false);
  });

  it("is not failed by an attempt after which another process attempted it", async () => {
    await add(1);
    const lock = () => db().transaction((tx) => locked.lock(tx, { max: 1 }));
    const [[first], [second]] = [await lock(), await lock()];
    if (!first || !second) throw new Error("nothing was due");
    await locked.fail(db(), ["call", 1], second, "of the second");
    await locked.fail(db(), ["call", 1], first, "of the first");
    expect(await row(1)).toMatchObject({ attempts: 1, lastError: "of the second" });
  });
});

describe("a claim", () => {
  it("keeps its entry from other processes until the lease ends, and counts an attempt", async () => {
    await add(1, 2);
    const claim = await claimOne();
    expect(claim).toMatchObject({ kind: "call", place: 1 });
    expect(await row(1)).toMatchObject({ attempts: 1, leaseId: claim.leaseId });
    expect(places(await leased.claim(db(), { max: 5 }))).toEqual([2]);
    expect(await leased.claim(db())).toEqual([]);
    await expire();
    expect(places(await leased.claim(db(), { max: 5 }))).toHaveLength(2);
  });

  it("is never given to two processes that claim together", async () => {
    await add(...Array.from({ length: 40 }, (_, at) => at));
    const claimed = (
      await Promise.all(Array.from({ length: 8 }, () => leased.claim(db(), { max: 10 })))
    ).flat();
    expect(new Set(places(claimed)).size).toBe(claimed.length);
    expect(claimed).toHaveLength(40);
  });

  it("of several entries takes none when too few are due", async () => {
    await add(1, 2);
    expect(await leased.claim(db(), { max: 5, min: 3 })).toEqual([]);
    expect(await leased.claim(db(), { max: 5, min: 2, where: sql`${tasks.place} > 0` })).toHaveLength(2);
  });

  it("writes nothing after another process has claimed the entry", async () => {
    await add(1);
    const first = await claimOne();
    await expire();
    const second = await claimOne();
    expect(await leased.extend(db(), [first])).toBe(0);
    expect(await leased.release(db(), [first], { attempts: "none" })).toBe(0);
    expect(await leased.settle(db(), first, sql`dead_at = clock_timestamp()`)).toBe(false);
    await expect(leased.requireLease(db(), first)).rejects.toThrow(LeaseLostError);
    const write = db().transaction((tx) => leased.requireClaims(tx, [first]));
    await expect(write).rejects.toThrow(LeaseLostError);
    expect(await row(1)).toMatchObject({ attempts: 2, leaseId: second.leaseId, deadAt: null });
    await db().transaction((tx) => leased.requireClaims(tx, [second]));
    expect(await leased.settle(db(), second, sql`dead_at = clock_timestamp()`)).toBe(true);
    expect(await row(1)).toMatchObject({ leaseId: null, claimedUntil: null, deadAt: expect.any(Date) });
  });

  it("is lost when its lease has ended, also before another process claims the entry", async () => {
    await add(1);
    const claim = await claimOne();
    expect(await leased.extend(db(), [claim])).toBe(1);
    await expire();
    expect(await leased.extend(db(), [claim])).toBe(0);
  });

  it("is extended while its work runs", async () => {
    await add(1);
    const claim = await claimOne();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await leased.whileExtended(db(), [claim], async () => {
        await opened.pool.query("update tasks set claimed_until = clock_timestamp() + interval '1 s'");
        vi.advanceTimersByTime(20_000);
        await vi.waitFor(async () =>
          expect(Number((await row(1))?.claimedUntil)).toBeGreaterThan(Date.now() + 30_000),
        );
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it("that is released leaves the entry due after its own pause, with or without the attempt", async () => {
    await add(1, 2, 3);
    const claims = await leased.claim(db(), { max: 3 });
    await leased.release(db(), claims.slice(0, 1), { attempts: "uncounted" });
    await leased.release(db(), claims.slice(1), { pauses: [100, 200], set: sql`last_error = 'busy'` });
    expect(await row(1)).toMatchObject({ attempts: 0, leaseId: null, claimedUntil: null });
    expect(await row(2)).toMatchObject({ attempts: 1, lastError: "busy" });
    expect(Number((await row(3))?.dueAt) - Number((await row(2))?.dueAt)).toBeGreaterThan(90_000);
    expect(places(await leased.claim(db(), { max: 3 }))).toEqual([1]);
  });

  it("of a queue whose due time has the lease is due again when that ends", async () => {
    await add(1);
    const [claim] = await releasing.claim(db());
    expect(await releasing.claim(db())).toEqual([]);
    await releasing.release(db(), claim ? [claim] : [], {});
    expect(await releasing.claim(db())).toHaveLength(1);
    await opened.pool.query("update tasks set due_at = clock_timestamp()");
    expect(await releasing.claim(db())).toHaveLength(1);
    expect(await row(1)).toMatchObject({ attempts: 3, claimedUntil: null });
  });
});
