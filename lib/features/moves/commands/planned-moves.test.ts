import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { openTestAccount } from "@/lib/features/test-account";
import { cacheTags, plannedMoves } from "@/lib/platform/database/schema/schema";
import { changePlan, savePlannedMove } from "./planned-moves";

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

describe("changePlan", () => {
  const NOW = new Date("2026-11-19T12:00:00Z");
  const noon = { at: "2026-11-20T20:00:00.000Z", zone: "America/Los_Angeles" };
  const later = { at: "2026-11-20T22:00:00.000Z", zone: "America/Los_Angeles" };
  const as = (by: { userId: string } = dashboard.ana) => testContext(dashboard.db, by, { now: NOW });

  it("changes one part and keeps the others, and begins a plan where there is none", async () => {
    await changePlan(as(), { containerId: "c-1", part: "pickup", was: null, value: noon });
    await changePlan(as(), { containerId: "c-1", part: "driver", was: "", value: " Jo " });
    await changePlan(as(), { containerId: "c-1", part: "note", was: "", value: "Ask for chassis 7" });
    const changed = { pickupAt: new Date(noon.at), driver: "Jo", note: "Ask for chassis 7", version: 3 };
    expect(await stored()).toMatchObject([changed]);
    expect(await dashboard.rowOf()).toMatchObject({ plannedPickup: noon, driver: "Jo" });
    await changePlan(as(), { containerId: "c-1", part: "pickup", was: noon, value: null });
    expect(await stored()).toMatchObject([{ ...changed, pickupAt: null, pickupZone: null, version: 4 }]);
  });

  it("refuses a change of a value that another user changed, but not of another part", async () => {
    await changePlan(as(), { containerId: "c-1", part: "pickup", was: null, value: noon });
    const second = { containerId: "c-1", part: "pickup", was: null, value: later } as const;
    await expect(changePlan(as(dashboard.ben), second)).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining("Ana saved this plan (pickup)"),
      stored: { by: "Ana", at: expect.any(String), what: "planned", moment: noon, seen: { was: noon } },
    });
    expect((await dashboard.rowOf()).plannedPickup).toMatchObject(noon);
    await changePlan(as(dashboard.ben), { containerId: "c-1", part: "note", was: "", value: "Mine" });
  });

  it("counts a change that is stored already as done, so that it can be sent again", async () => {
    const change = { containerId: "c-1", part: "pickup", was: null, value: noon } as const;
    await changePlan(as(), change);
    await changePlan(as(), change);
    expect(await stored()).toMatchObject([{ version: 1 }]);
  });

  it("stores one of two changes that are made at once", async () => {
    const change = (value: string) => changePlan(as(), { containerId: "c-1", part: "note", was: "", value });
    const made = await Promise.allSettled([change("one"), change("two")]);
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(["one", "two"]).toContain((await dashboard.rowOf()).note);
  });

  it.each([
    [
      "a time that has passed",
      { part: "pickup", was: null, value: { at: "2026-11-19T11:59:00Z", zone: null } },
    ],
    ["an unknown zone", { part: "pickup", was: null, value: { ...noon, zone: "Moon/Base" } }],
    ["an unknown part", { part: "savedBy", was: "", value: "x" }],
    ["a text for a time", { part: "delivery", was: null, value: "tomorrow" }],
    ["a note that is too long", { part: "note", was: "", value: "x".repeat(2_001) }],
    ["an unknown container", { containerId: "nobody", part: "note", was: "", value: "x" }],
  ])("rejects %s and stores nothing", async (_, change) => {
    await expect(changePlan.unchecked(as(), { containerId: "c-1", ...change })).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it("returns the conflicts of the changed part", async () => {
    await dashboard.pool.query("insert into terminal_hours (terminal_id, hours) values ('t-1', $1)", [
      JSON.stringify([{ day: 1, from: "08:00", to: "16:00" }]),
    ]);
    const conflicts = await changePlan(as(), { containerId: "c-1", part: "pickup", was: null, value: noon });
    expect(conflicts).toEqual([
      { about: "pickup", text: expect.stringContaining("Planned pickup is outside gate hours") },
    ]);
    await dashboard.pool.query("delete from terminal_hours");
  });
});
