import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installation } from "@/lib/platform/database/schema/schema";
import type { Transaction } from "./client";
import { openTestDashboard } from "./test-dashboard-database";
import { transact } from "./transaction";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  await dashboard.db.insert(installation).values(["a", "b"].map((name) => ({ name, value: 0 })));
});
afterAll(() => dashboard.close());

const add = (tx: Transaction, name: string) =>
  tx.execute(sql`update installation set value = to_jsonb(value::int + 1) where name = ${name}`);

/**
 * A transaction that locks both rows in this order; the second once the other transaction has locked its first. A repeated
 * run begins after the other transaction: PostgreSQL could give it its first row before the other one, which waits for it.
 */
function taker(order: readonly [string, string]) {
  const [first, second] = order;
  let runs = 0;
  let taken = () => {};
  const hasFirst = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const work = (other: Promise<void>, otherEnded: () => Promise<void>) => async (tx: Transaction) => {
    runs += 1;
    if (runs > 1) await otherEnded();
    await add(tx, first);
    taken();
    await other;
    await add(tx, second);
  };
  return { hasFirst, work, runs: () => runs };
}

describe("a transaction", () => {
  it("ended by PostgreSQL for a deadlock runs once more", async () => {
    const [one, other] = [taker(["a", "b"]), taker(["b", "a"])];
    const running: Promise<void>[] = [
      transact(
        dashboard.db,
        one.work(other.hasFirst, async () => running[1]),
      ),
      transact(
        dashboard.db,
        other.work(one.hasFirst, async () => running[0]),
      ),
    ];
    await Promise.all(running);
    expect(one.runs() + other.runs()).toBe(3);
    const { rows } = await dashboard.db.execute(sql`select value from installation order by name`);
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it.each([
    ["40001", 2],
    ["40P01", 2],
    ["23505", 1],
    ["57014", 1],
  ])("that fails with %s each time runs %i times and throws", async (code, runs) => {
    let ran = 0;
    const raising = transact(dashboard.db, async (tx) => {
      ran += 1;
      await tx.execute(sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`));
    });
    await expect(raising).rejects.toThrow();
    expect(ran).toBe(runs);
  });

  it("that throws an error of its own runs once", async () => {
    let ran = 0;
    const failing = transact(dashboard.db, async () => {
      ran += 1;
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(ran).toBe(1);
  });
});
