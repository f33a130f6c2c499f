import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { openTestAccount } from "@/lib/features/test-account";
import { rebuildStale } from "@/lib/mirror/apply/rebuild-outdated-rows";
import { perDiemTerms } from "@/lib/platform/database/schema/schema";
import { listPerDiemTerms, removePerDiemTerms, setPerDiemTerms } from "./per-diem-terms";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
  await dashboard.tell({ pod_full_out_at: "2026-11-20T20:00:00Z", number: "MSKU4807969" });
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(perDiemTerms);
  await dashboard.pool.query("delete from row_rebuild_queue");
});

/** Runs the worker's step until nothing is left to do. */
async function follow(): Promise<void> {
  while (await rebuildStale(dashboard.db));
}

const MAERSK = { scac: "maeu", freeDays: 4, counts: "calendar" as const };
const listed = async () => (await listPerDiemTerms(dashboard.db)).find(({ scac }) => scac === "MAEU");

it("sets and removes the return due day of the line's containers after gate out", async () => {
  expect(await setPerDiemTerms(testContext(dashboard.db, dashboard.ana), MAERSK)).toBe(1);
  await follow();
  expect((await dashboard.rowOf()).returnDue).toMatchObject({ state: "due", on: "2026-11-24" });
  const set = await listed();
  expect(set).toMatchObject({ name: "Maersk", out: 1, freeDays: 4, counts: "calendar", savedBy: "Ana" });
  await setPerDiemTerms(testContext(dashboard.db, dashboard.ben), {
    ...MAERSK,
    counts: "business",
    savedAt: set?.savedAt ?? "",
  });
  await follow();
  expect((await dashboard.rowOf()).returnDue).toMatchObject({ on: "2026-11-26" });
  await removePerDiemTerms(testContext(dashboard.db, dashboard.ana), {
    scac: "MAEU",
    savedAt: (await listed())?.savedAt ?? "",
  });
  await follow();
  expect((await dashboard.rowOf()).returnDue).toMatchObject({ state: "terms_not_set", on: null });
  expect(await listed()).toMatchObject({ freeDays: null, counts: null, savedAt: null, savedBy: null });
});

it("reports the first change to the second writer", async () => {
  await setPerDiemTerms(testContext(dashboard.db, dashboard.ana), MAERSK);
  const late = { code: "changed_meanwhile", message: expect.stringContaining("Ana set 4 calendar days") };
  await expect(
    setPerDiemTerms(testContext(dashboard.db, dashboard.ben), { ...MAERSK, freeDays: 9 }),
  ).rejects.toMatchObject(late);
  await expect(
    removePerDiemTerms(testContext(dashboard.db, dashboard.ana), { scac: "MAEU", savedAt: "" }),
  ).rejects.toMatchObject(late);
  expect(await listed()).toMatchObject({ freeDays: 4 });
});

it("allows only one of several concurrent first writes", async () => {
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map((freeDays) =>
      setPerDiemTerms(testContext(dashboard.db, dashboard.ana), { ...MAERSK, freeDays }),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it.each([
  { scac: "M" },
  { scac: "MAERSK" },
  { scac: "M EU" },
  { freeDays: -1 },
  { freeDays: 91 },
  { freeDays: 2.5 },
  { freeDays: Number.NaN },
])("rejects %o", async (change) => {
  await expect(
    setPerDiemTerms(testContext(dashboard.db, dashboard.ana), { ...MAERSK, ...change }),
  ).rejects.toThrow();
  expect(await dashboard.db.select().from(perDiemTerms)).toEqual([]);
});

it("lists a line that has terms but no containers", async () => {
  await setPerDiemTerms(testContext(dashboard.db, dashboard.ana), { ...MAERSK, scac: "ZIMU" });
  expect(await listPerDiemTerms(dashboard.db)).toMatchObject([
    { scac: "MAEU", freeDays: null },
    { scac: "ZIMU", name: null, out: 0, freeDays: 4 },
  ]);
});
