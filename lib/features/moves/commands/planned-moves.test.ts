import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { openTestAccount } from "@/lib/features/test-account";
import { cacheTags, plannedMoves } from "@/lib/platform/database/schema/schema";
import { savePlannedMove } from "./planned-moves";

type PlannedMoveInput = Parameters<typeof savePlannedMove>[1];

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(plannedMoves);
});

const plan = (change: Partial<PlannedMoveInput> = {}): PlannedMoveInput => ({
  containerId: "c-1",
  version: 0,
  pickup: { at: "2026-11-20T22:15:00.000Z", zone: "America/Los_Angeles" },
  delivery: null,
  deliveryPlace: "",
  emptyReturn: null,
  emptyReturnPlace: "",
  driver: "",
  note: "Ask for chassis 7",
  ...change,
});
const stored = () => dashboard.db.select().from(plannedMoves);

it("stores the plan, and shows its note on the board", async () => {
  await dashboard.db.delete(cacheTags);
  await savePlannedMove(testContext(dashboard.db, dashboard.ana), plan());
  expect(await stored()).toMatchObject([
    {
      pickupAt: new Date("2026-11-20T22:15:00Z"),
      pickupZone: "America/Los_Angeles",
      deliveryAt: null,
      version: 1,
      updatedBy: dashboard.ana.userId,
    },
  ]);
  expect((await dashboard.rowOf()).note).toBe("Ask for chassis 7");
  const tags = (await dashboard.db.select().from(cacheTags)).map(({ tag }) => tag);
  expect(tags).toContain("container:c-1");
});

it("replaces the whole plan with a later one", async () => {
  await savePlannedMove(testContext(dashboard.db, dashboard.ana), plan());
  await savePlannedMove(
    testContext(dashboard.db, dashboard.ben),
    plan({ version: 1, pickup: null, note: "" }),
  );
  expect(await stored()).toMatchObject([{ pickupAt: null, pickupZone: null, note: "", version: 2 }]);
  expect((await dashboard.rowOf()).note).toBeNull();
});

it.each([
  ["both begin", 0, 0],
  ["both go on", 1, 1],
])("reports the first change to the second writer when %s", async (_, first, second) => {
  if (first > 0) await savePlannedMove(testContext(dashboard.db, dashboard.ana), plan());
  await savePlannedMove(testContext(dashboard.db, dashboard.ana), plan({ version: first, note: "first" }));
  await expect(
    savePlannedMove(testContext(dashboard.db, dashboard.ben), plan({ version: second, note: "second" })),
  ).rejects.toMatchObject({
    code: "changed_meanwhile",
    message: expect.stringContaining("Ana saved this plan (pickup, note)"),
  });
  expect((await dashboard.rowOf()).note).toBe("first");
});

it.each([
  ["an unknown container", { containerId: "nobody" }],
  ["an unknown zone", { pickup: { at: "2026-11-20T22:15:00.000Z", zone: "Moon/Base" } }],
  ["a clock time that is no instant", { pickup: { at: "2026-11-20T14:15", zone: null } }],
  ["a note that is too long", { note: "x".repeat(2_001) }],
  ["a place with NUL", { deliveryPlace: "dock \0" }],
  ["an impossible version", { version: -1 }],
])("rejects %s and stores nothing", async (_, change) => {
  await expect(savePlannedMove(testContext(dashboard.db, dashboard.ana), plan(change))).rejects.toThrow();
  expect(await stored()).toEqual([]);
});

it("stores text as typed, with any characters", async () => {
  const note = `=1+1 <script>alert(1)</script> 🚚 مرحبا ' "`;
  await savePlannedMove(testContext(dashboard.db, dashboard.ana), plan({ note }));
  expect((await dashboard.rowOf()).note).toBe(note);
});
