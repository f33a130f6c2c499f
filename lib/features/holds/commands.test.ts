import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDesk } from "@/lib/features/test-account";
import { chaseEntries, chases } from "@/lib/platform/database/schema/schema";
import { type ChaseEntry, dropChase, logChase } from "./commands";

let desk: Awaited<ReturnType<typeof openTestDesk>>;

beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.db.delete(chases);
  await desk.tell({});
});

const entry = (change: Partial<ChaseEntry> = {}): ChaseEntry => ({
  containerId: "c-1",
  holdName: "customs",
  place: "port",
  version: 0,
  asked: "Pacific Brokers",
  promise: "released by noon",
  owner: "",
  nextCheckAt: "2026-11-20T22:15:00.000Z",
  ...change,
});
const stored = () => desk.db.select().from(chases);
const log = () => desk.db.select().from(chaseEntries).orderBy(chaseEntries.id);

describe("logging a chase", () => {
  it("begins it, and shows on the board when to ask again", async () => {
    await logChase(desk.db, desk.ana, entry());
    expect(await stored()).toMatchObject([
      { holdName: "customs", owner: null, version: 1, closedAt: null, createdBy: desk.ana.userId },
    ]);
    expect(await log()).toMatchObject([
      { asked: "Pacific Brokers", promise: "released by noon", writtenBy: desk.ana.userId },
    ]);
    expect((await desk.rowOf()).chase).toEqual({
      holdName: "customs",
      owner: "customs broker",
      nextCheckAt: "2026-11-20T22:15:00.000Z",
      zone: "America/Los_Angeles",
    });
  });

  it("goes on with the same chase, whatever the case of the hold's name", async () => {
    await logChase(desk.db, desk.ana, entry());
    await logChase(
      desk.db,
      desk.ben,
      entry({ holdName: "CUSTOMS", version: 1, owner: "Cy at the broker", nextCheckAt: null }),
    );
    expect(await stored()).toMatchObject([{ owner: "Cy at the broker", nextCheckAt: null, version: 2 }]);
    expect(await log()).toHaveLength(2);
    expect((await desk.rowOf()).chase).toMatchObject({ owner: "Cy at the broker", nextCheckAt: null });
  });

  it("tells the later of two what the first wrote, and writes nothing", async () => {
    await logChase(desk.db, desk.ana, entry());
    const second = logChase(desk.db, desk.ben, entry({ asked: "somebody else" }));
    await expect(second).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining(
        "Meanwhile Ana wrote in this chase: asked Pacific Brokers, “released by noon”",
      ),
    });
    expect(await log()).toHaveLength(1);
  });

  it("lets one of two that begin it at the same instant through", async () => {
    const results = await Promise.allSettled(
      [desk.ana, desk.ben, desk.ana, desk.ben].map((by) => logChase(desk.db, by, entry())),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "changed_meanwhile" });
    expect(await log()).toHaveLength(1);
  });

  it.each([
    ["a box nobody holds", { containerId: "nobody" }, "not_found"],
    ["an id with NUL", { containerId: "c-1\0" }, "not_found"],
    ["a hold the box does not have", { holdName: "freight" }, "bad_input"],
    ["the port's hold at the ramp", { place: "inland" as const }, "bad_input"],
  ])("refuses %s", async (_, change, code) => {
    await expect(logChase(desk.db, desk.ana, entry(change))).rejects.toMatchObject({ code });
    expect(await stored()).toEqual([]);
  });

  it.each([
    { asked: "x".repeat(201) },
    { promise: "x".repeat(1_001) },
    { promise: "NUL \0" },
    { holdName: " " },
    { version: -1 },
    { nextCheckAt: "tomorrow" },
    { nextCheckAt: "2026-11-20T14:15" },
  ])("refuses %o", async (change) => {
    await expect(logChase(desk.db, desk.ana, entry(change))).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it("says that the hold cleared while somebody was typing, and keeps the log", async () => {
    await logChase(desk.db, desk.ana, entry());
    await desk.tell({ holds_at_pod_terminal: [] });
    await expect(logChase(desk.db, desk.ben, entry({ version: 1 }))).rejects.toMatchObject({
      code: "bad_input",
    });
    expect(await stored()).toMatchObject([{ closedBecause: "cleared" }]);
    expect(await log()).toHaveLength(1);
  });
});

describe("dropping a chase", () => {
  const subject = { containerId: "c-1", holdName: "customs", place: "port" as const };

  it("ends it, says who did, and takes it off the board", async () => {
    await logChase(desk.db, desk.ana, entry());
    await dropChase(desk.db, desk.ben, { ...subject, version: 1 });
    expect(await stored()).toMatchObject([{ closedBecause: "dropped", nextCheckAt: null }]);
    expect(await log()).toMatchObject([{ writtenBy: desk.ana.userId }, { writtenBy: desk.ben.userId }]);
    expect((await desk.rowOf()).chase).toBeNull();
  });

  it("does not undo what somebody wrote meanwhile", async () => {
    await logChase(desk.db, desk.ana, entry());
    await logChase(desk.db, desk.ana, entry({ version: 1 }));
    await expect(dropChase(desk.db, desk.ben, { ...subject, version: 1 })).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
    expect(await stored()).toMatchObject([{ closedAt: null }]);
  });

  it("may be begun again by hand", async () => {
    await logChase(desk.db, desk.ana, entry());
    await dropChase(desk.db, desk.ana, { ...subject, version: 1 });
    await logChase(desk.db, desk.ana, entry());
    expect(await stored()).toHaveLength(2);
  });
});
