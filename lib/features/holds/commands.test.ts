import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { openTestAccount } from "@/lib/features/test-account";
import { followUpEntries, followUps } from "@/lib/platform/database/schema/schema";
import { dropFollowUp, type FollowUpEntry, logFollowUp, logResponse } from "./commands";
import { listOpenFollowUps } from "./queries";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(followUps);
  await dashboard.tell({});
});

const entry = (change: Partial<FollowUpEntry> = {}): FollowUpEntry => ({
  containerId: "c-1",
  holdName: "customs",
  place: "port",
  version: 0,
  contacted: "Pacific Brokers",
  promise: "released by noon",
  owner: "",
  nextCheckAt: "2026-11-20T22:15:00.000Z",
  ...change,
});
const stored = () => dashboard.db.select().from(followUps);
const log = () => dashboard.db.select().from(followUpEntries).orderBy(followUpEntries.id);

describe("logging a follow-up", () => {
  it("begins the follow-up, and shows its next check on the board", async () => {
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry());
    expect(await stored()).toMatchObject([
      { holdName: "customs", owner: null, version: 1, closedAt: null, createdBy: dashboard.ana.userId },
    ]);
    expect(await log()).toMatchObject([
      { contacted: "Pacific Brokers", promise: "released by noon", writtenBy: dashboard.ana.userId },
    ]);
    expect((await dashboard.rowOf()).followUp).toEqual({
      holdName: "customs",
      owner: "customs broker",
      contacted: "Pacific Brokers",
      promise: "released by noon",
      nextCheckAt: "2026-11-20T22:15:00.000Z",
      zone: "America/Los_Angeles",
    });
  });

  it("continues the same follow-up, ignoring the case of the hold name", async () => {
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry());
    await logFollowUp(
      testContext(dashboard.db, dashboard.ben),
      entry({ holdName: "CUSTOMS", version: 1, owner: "Cy at the broker", nextCheckAt: null }),
    );
    expect(await stored()).toMatchObject([{ owner: "Cy at the broker", nextCheckAt: null, version: 2 }]);
    expect(await log()).toHaveLength(2);
    expect((await dashboard.rowOf()).followUp).toMatchObject({
      owner: "Cy at the broker",
      nextCheckAt: null,
    });
  });

  it("reports an earlier entry to the second writer, and stores nothing", async () => {
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry());
    const second = logFollowUp(
      testContext(dashboard.db, dashboard.ben),
      entry({ contacted: "somebody else" }),
    );
    await expect(second).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining(
        "Ana added to this follow-up: contacted Pacific Brokers, “released by noon”",
      ),
    });
    expect(await log()).toHaveLength(1);
  });

  it("allows only one of several concurrent beginnings", async () => {
    const results = await Promise.allSettled(
      [dashboard.ana, dashboard.ben, dashboard.ana, dashboard.ben].map((by) =>
        logFollowUp(testContext(dashboard.db, by), entry()),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "changed_meanwhile" });
    expect(await log()).toHaveLength(1);
  });

  it.each([
    ["a container nobody holds", { containerId: "nobody" }, "not_found"],
    ["an id with NUL", { containerId: "c-1\0" }, "not_found"],
    ["a hold the container does not have", { holdName: "freight" }, "bad_input"],
    ["the port's hold at the ramp", { place: "inland" as const }, "bad_input"],
  ])("rejects %s", async (_, change, code) => {
    await expect(logFollowUp(testContext(dashboard.db, dashboard.ana), entry(change))).rejects.toMatchObject({
      code,
    });
    expect(await stored()).toEqual([]);
  });

  it.each([
    { contacted: "x".repeat(201) },
    { promise: "x".repeat(1_001) },
    { promise: "NUL \0" },
    { holdName: " " },
    { version: -1 },
    { nextCheckAt: "tomorrow" },
    { nextCheckAt: "2026-11-20T14:15" },
  ])("rejects %o", async (change) => {
    await expect(logFollowUp(testContext(dashboard.db, dashboard.ana), entry(change))).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it("reports a hold that cleared meanwhile, and keeps the log", async () => {
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry());
    await dashboard.tell({ holds_at_pod_terminal: [] });
    await expect(
      logFollowUp(testContext(dashboard.db, dashboard.ben), entry({ version: 1 })),
    ).rejects.toMatchObject({
      code: "bad_input",
    });
    expect(await stored()).toMatchObject([{ closedBecause: "cleared" }]);
    expect(await log()).toHaveLength(1);
  });
});

describe("dropping a follow-up", () => {
  const subject = { containerId: "c-1", holdName: "customs", place: "port" as const };

  it("closes it, records the user, and removes it from the board", async () => {
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry());
    await dropFollowUp(testContext(dashboard.db, dashboard.ben), { ...subject, version: 1 });
    expect(await stored()).toMatchObject([{ closedBecause: "dropped", nextCheckAt: null }]);
    expect(await log()).toMatchObject([
      { writtenBy: dashboard.ana.userId },
      { writtenBy: dashboard.ben.userId },
    ]);
    expect((await dashboard.rowOf()).followUp).toBeNull();
  });

  it("is rejected when another entry was written meanwhile", async () => {
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry());
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry({ version: 1 }));
    await expect(
      dropFollowUp(testContext(dashboard.db, dashboard.ben), { ...subject, version: 1 }),
    ).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
    expect(await stored()).toMatchObject([{ closedAt: null }]);
  });

  it("allows beginning it again by hand", async () => {
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry());
    await dropFollowUp(testContext(dashboard.db, dashboard.ana), { ...subject, version: 1 });
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry());
    expect(await stored()).toHaveLength(2);
  });
});

describe("logging a response in the row", () => {
  const respond = (by: "ana" | "ben", change: Partial<Parameters<typeof logResponse>[1]> = {}) =>
    logResponse(testContext(dashboard.db, dashboard[by]), {
      containerId: "c-1",
      holdName: "customs",
      seen: null,
      promise: "documents sent",
      ...change,
    });

  it("begins the follow-up with who resolves the hold, and keeps the next check when none is named", async () => {
    await respond("ana", { nextCheckAt: "2026-11-21T17:00:00.000Z" });
    const row = (await dashboard.rowOf()).followUp;
    expect(row).toMatchObject({ promise: "documents sent", nextCheckAt: "2026-11-21T17:00:00.000Z" });
    await respond("ben", {
      seen: { promise: "documents sent", nextCheckAt: "2026-11-21T17:00:00.000Z" },
      promise: "released by noon",
    });
    expect((await dashboard.rowOf()).followUp).toEqual({ ...row, promise: "released by noon" });
    expect(await log()).toMatchObject([
      { contacted: "customs broker", promise: "documents sent" },
      { contacted: "customs broker", promise: "released by noon" },
    ]);
  });

  it("counts for the row as it is after an entry without a response", async () => {
    await respond("ana");
    await logFollowUp(testContext(dashboard.db, dashboard.ana), {
      ...entry(),
      ...{ version: 1, contacted: "Ana at the broker", promise: "", nextCheckAt: null },
    });
    const row = (await dashboard.rowOf()).followUp;
    expect(row).toMatchObject({ contacted: "Ana at the broker", promise: "", nextCheckAt: null });
    const { followUps: listed } = await listOpenFollowUps(dashboard.db, { limit: 10, offset: 0 });
    expect(listed[0]?.last).toMatchObject({ contacted: row?.contacted, promise: row?.promise });
    await expect(
      respond("ben", { seen: { promise: "documents sent", nextCheckAt: null } }),
    ).rejects.toMatchObject({ code: "changed_meanwhile" });
    await respond("ben", { seen: { promise: "", nextCheckAt: null }, promise: "released by noon" });
    expect((await dashboard.rowOf()).followUp).toMatchObject({ promise: "released by noon" });
  });

  it("reports what another user logged meanwhile, and stores nothing", async () => {
    await respond("ana");
    await expect(respond("ben", { promise: "mine" })).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining("“documents sent”"),
      stored: {
        by: "Ana",
        at: expect.any(String),
        seen: { seen: { promise: "documents sent", nextCheckAt: null } },
      },
    });
    await expect(
      respond("ben", { seen: { promise: "other", nextCheckAt: null }, promise: "mine" }),
    ).rejects.toMatchObject({ code: "changed_meanwhile" });
    await dropFollowUp(testContext(dashboard.db, dashboard.ana), {
      containerId: "c-1",
      holdName: "customs",
      place: "port",
      version: 1,
    });
    await expect(
      respond("ben", { seen: { promise: "documents sent", nextCheckAt: null } }),
    ).rejects.toMatchObject({ code: "changed_meanwhile", message: expect.stringContaining("was closed") });
    expect(await log()).toHaveLength(2);
  });

  it("counts a response that the user has logged already as done, so that it can be sent again", async () => {
    await respond("ana", { nextCheckAt: "2026-11-21T17:00:00.000Z" });
    await respond("ana", { nextCheckAt: "2026-11-21T17:00:00.000Z" });
    expect(await log()).toHaveLength(1);
    await expect(respond("ben", { nextCheckAt: "2026-11-21T17:00:00.000Z" })).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
  });

  it.each([
    ["an unknown container", { containerId: "unknown" }, "not_found"],
    ["a hold that the container does not have", { holdName: "freight" }, "bad_input"],
  ])("rejects %s", async (_, change, code) => {
    await expect(respond("ana", change)).rejects.toMatchObject({ code });
    expect(await stored()).toEqual([]);
  });

  it("rejects an empty response", async () => {
    await expect(respond("ana", { promise: "  " })).rejects.toThrow("Enter the response.");
    expect(await stored()).toEqual([]);
  });
});
