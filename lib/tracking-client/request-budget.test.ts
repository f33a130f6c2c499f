import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { Circuit } from "./circuit-breaker";
import { Budget, capacityOf, type Priority } from "./request-budget";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query(`delete from request_log; delete from rate_limit_pauses;
    update circuit_breaker set failures = 0, closed_until = '-infinity'`);
});

const LIMITS = { default: 20, create: 20, infer: null, refresh: 2 };
const budget = (windowMs = 60_000) => new Budget(dashboard.db, LIMITS, windowMs);

/** Returns how many of these requests get a slot without waiting. */
async function taken(count: number, priority: Priority, windowMs?: number): Promise<number> {
  const attempts = Array.from({ length: count }, () => budget(windowMs).take("default", priority, 0));
  return (await Promise.allSettled(attempts)).filter(({ status }) => status === "fulfilled").length;
}

describe("the budget", () => {
  it("keeps all callers together below the service's limit, with a margin, for any number of concurrent requests", async () => {
    expect(await taken(40, "person")).toBe(19);
    expect(await taken(5, "person")).toBe(0);
  });

  it("reserves requests for refetches and users during a reconciliation", async () => {
    expect(await taken(40, "reconciliation")).toBe(12);
    expect(await taken(40, "refetch")).toBe(4);
    expect(await taken(40, "person")).toBe(3);
  });

  it("reserves one refresh for a user when a job uses the few available", async () => {
    const limits = { ...LIMITS, refresh: 10 };
    const ranks: Priority[] = ["person", "job", "refetch", "reconciliation"];
    expect(ranks.map((rank) => capacityOf(limits, "refresh", rank))).toEqual([9, 8, 7, 6]);
    expect(ranks.map((rank) => capacityOf({ ...limits, refresh: 2 }, "refresh", rank))).toEqual([1, 1, 1, 1]);
    expect(ranks.map((rank) => capacityOf({ ...limits, refresh: 100 }, "refresh", rank))).toEqual([
      95, 90, 80, 60,
    ]);
  });

  it("counts each bucket separately, and does not count an unlimited one", async () => {
    expect(await taken(40, "person")).toBe(19);
    await budget().take("create", "person", 0);
    for (let n = 0; n < 30; n += 1) await budget().take("infer", "reconciliation", 0);
    expect(capacityOf(LIMITS, "refresh", "reconciliation")).toBe(1);
  });

  it("is a rolling window: no window exceeds the capacity, and every waiting request gets a slot", async () => {
    const windowMs = 400;
    const begun = Date.now();
    await Promise.all(Array.from({ length: 60 }, () => budget(windowMs).take("default", "person", 10_000)));
    expect(Date.now() - begun).toBeGreaterThan(3 * windowMs);
    await dashboard.pool.query("delete from request_log");
    // Uses the times of the slots themselves: on a busy machine the callers receive them late, some later than others.
    await dashboard.pool.query(`create table turns (at timestamptz);
      create function note_turn() returns trigger language plpgsql as
        $$ begin insert into turns values (new.sent_at); return null; end $$;
      create trigger note_turn after insert on request_log for each row execute function note_turn()`);
    await Promise.all(Array.from({ length: 45 }, () => budget(windowMs).take("default", "person", 10_000)));
    await dashboard.pool.query("drop trigger note_turn on request_log");
    const { rows } = await dashboard.pool.query(
      `select count(*)::int as turns, count(*) filter (where at < before + make_interval(secs => $1))::int as early
       from (select at, lag(at, 19) over (order by at) as before from turns) as turn`,
      [windowMs / 1_000],
    );
    expect(rows).toEqual([{ turns: 45, early: 0 }]);
  });

  it("asks for rests once half of the requests of a priority are used, longer the fewer are left", async () => {
    const pace = (priority: Priority) => budget().pace("default", priority);
    await taken(7, "refetch");
    expect(await pace("refetch")).toBe(0);
    await taken(1, "refetch");
    expect(await pace("refetch")).toBe(60_000 / (4 * 8));
    expect(await pace("person")).toBe(0);
    await taken(40, "person");
    expect(await pace("refetch")).toBe(60_000 / 4);
    expect(await budget().pace("infer", "refetch")).toBe(0);
  });

  it("returns how long the wait is when it exceeds the limit", async () => {
    await taken(40, "person");
    await expect(budget().take("default", "person", 1_000)).rejects.toMatchObject({
      code: "service_busy",
      message: expect.stringMatching(/again in \d+s\.$/),
    });
  });

  it("is paused for all callers on the service's request, never for a shorter time than requested", async () => {
    await budget().pause("default", 60_000);
    await budget().pause("default", 10);
    expect(await taken(3, "person")).toBe(0);
    await budget().take("create", "person", 0);
  });
});

describe("the circuit", () => {
  const silence = async (times: number) => {
    const circuit = new Circuit(dashboard.db);
    for (let n = 0; n < times; n += 1) {
      circuit.silent();
      await dashboard.atRest();
    }
    return circuit;
  };

  it("stays closed for a few missing responses, then fails immediately with nothing sent", async () => {
    await silence(4);
    expect(await taken(1, "person")).toBe(1);
    await silence(1);
    await expect(budget().take("default", "person", 8_000)).rejects.toMatchObject({
      code: "service_unreachable",
      message: expect.stringContaining("Nothing was changed"),
    });
  });

  it("admits one trial request after its pause, and all requests after a response", async () => {
    const circuit = await silence(5);
    await dashboard.pool.query(
      "update circuit_breaker set closed_until = clock_timestamp() - interval '1 ms'",
    );
    expect(await taken(5, "person")).toBe(1);
    circuit.succeeded();
    await dashboard.atRest();
    expect(await taken(5, "person")).toBe(5);
  });

  it("stays open longer after each missing response, up to a minute", async () => {
    const circuit = await silence(29);
    const before = await dashboard.pool.query("select clock_timestamp() as at");
    circuit.silent();
    await dashboard.atRest();
    const { rows } = await dashboard.pool.query(
      `select closed_until >= $1::timestamptz + interval '1 minute' as whole,
        closed_until <= clock_timestamp() + interval '1 minute' as no_more from circuit_breaker`,
      [before.rows[0].at],
    );
    expect(rows).toEqual([{ whole: true, no_more: true }]);
  });
});
