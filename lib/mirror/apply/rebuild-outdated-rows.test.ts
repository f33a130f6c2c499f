import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { setPerDiemTerms } from "@/lib/features/moves/commands/per-diem-terms";
import { openTestAccount } from "@/lib/features/test-account";
import { perDiemTerms } from "@/lib/platform/database/schema/schema";
import { markStale, rebuildStale } from "./rebuild-outdated-rows";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
const OUT = { pod_full_out_at: "2026-11-20T20:00:00Z", number: "MSKU4807969" };
const TERMS = { scac: "MAEU", freeDays: 4, counts: "calendar" as const };
const MANY = 450;

beforeAll(async () => {
  dashboard = await openTestAccount();
  await dashboard.tell(OUT);
  for (let index = 2; index <= 6; index += 1)
    await dashboard.tell({ ...OUT, number: `MSKU480000${index}` }, `c-${index}`);
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(perDiemTerms);
  await dashboard.pool.query("delete from row_rebuild_queue");
});

const waiting = async () => {
  const { rows } = await dashboard.pool.query<{ n: number }>(
    "select count(*)::int as n from row_rebuild_queue",
  );
  return rows[0]?.n;
};
const mark = () => dashboard.db.transaction((tx) => markStale(tx, sql`picked_up`));

it("leaves the rows to a worker and returns their number", async () => {
  expect(await setPerDiemTerms(testContext(dashboard.db, dashboard.ana), TERMS)).toBe(6);
  expect((await dashboard.rowOf()).returnDue?.state).toBe("terms_not_set");
  expect(await rebuildStale(dashboard.db)).toBe(true);
  expect((await dashboard.rowOf()).returnDue).toMatchObject({ state: "due", on: "2026-11-24" });
  expect(await rebuildStale(dashboard.db)).toBe(false);
});

it("marks a row once when its setting changes several times", async () => {
  expect(await mark()).toBe(6);
  expect(await mark()).toBe(6);
  expect(await waiting()).toBe(6);
});

it("marks only affected rows", async () => {
  expect(await setPerDiemTerms(testContext(dashboard.db, dashboard.ana), { ...TERMS, scac: "ZIMU" })).toBe(0);
  expect(await rebuildStale(dashboard.db)).toBe(false);
});

it("works in batches, so that reports from the service are applied in between", async () => {
  await dashboard.pool.query(
    `insert into row_rebuild_queue (container_id, since)
     select 'gone-' || n, clock_timestamp() - interval '1 minute' from generate_series(1, $1) n`,
    [MANY],
  );
  await mark();
  const left: (number | undefined)[] = [];
  while (await rebuildStale(dashboard.db)) left.push(await waiting());
  expect(left).toEqual([256, 56, 0]);
});

it("keeps the rows of a killed worker for the next one", async () => {
  await setPerDiemTerms(testContext(dashboard.db, dashboard.ana), TERMS);
  const killed = await dashboard.pool.connect();
  await killed.query("begin");
  await killed.query("delete from row_rebuild_queue");
  await killed.query("rollback");
  killed.release();
  expect(await waiting()).toBe(6);
});

it("is shared by several workers without a missed row or a deadlock", async () => {
  await setPerDiemTerms(testContext(dashboard.db, dashboard.ana), TERMS);
  await Promise.all([
    rebuildStale(dashboard.db),
    rebuildStale(dashboard.db),
    setPerDiemTerms(testContext(dashboard.db, dashboard.ana), { ...TERMS, scac: "ZIMU" }),
    dashboard.tell({ ...OUT, number: "MSKU4800002", location_at_pod_terminal: "G 2" }, "c-2"),
  ]);
  while (await rebuildStale(dashboard.db));
  for (const id of ["c-1", "c-2", "c-6"])
    expect((await dashboard.rowOf(id)).returnDue?.on).toBe("2026-11-24");
});

it("includes a container that is gated out while the terms are being set", async () => {
  await dashboard.tell({ number: "MSKU4800007" }, "c-7");
  await Promise.all([
    dashboard.tell({ ...OUT, number: "MSKU4800007" }, "c-7"),
    setPerDiemTerms(testContext(dashboard.db, dashboard.ana), TERMS),
  ]);
  while (await rebuildStale(dashboard.db));
  expect((await dashboard.rowOf("c-7")).returnDue).toMatchObject({ state: "due", on: "2026-11-24" });
});
