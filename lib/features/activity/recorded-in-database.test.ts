import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { partyRecord } from "@/lib/contract/fixtures";
import { makeJob } from "@/lib/features/bulk-jobs/commands/create-job";
import { cancelJob } from "@/lib/features/bulk-jobs/commands/end-job";
import { dropFollowUp, type FollowUpEntry, logFollowUp } from "@/lib/features/holds/commands";
import {
  listPerDiemTerms,
  removePerDiemTerms,
  setPerDiemTerms,
} from "@/lib/features/moves/commands/per-diem-terms";
import { savePlannedMove } from "@/lib/features/moves/commands/planned-moves";
import { setTerminalHours } from "@/lib/features/moves/commands/terminal-hours";
import { changeView, deleteView, saveView } from "@/lib/features/saved-views/commands";
import { openTestAccount } from "@/lib/features/test-account";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { actionText, detailText } from "./messages";
import { listActivity, listActivityChoices } from "./queries";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let seen = 0;
const NOW = new Date("2026-11-20T20:00:00Z");
const NOTHING = { who: "", act: "", record: null, from: null, to: null, before: null };

beforeAll(async () => {
  dashboard = await openTestAccount();
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, [partyRecord("p-1", "Harbor Dray")], { asOf: NOW, notificationId: null }),
  );
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  const [last] = await listActivity(dashboard.db, NOTHING, { zone: null, limit: 1 });
  seen = last?.id ?? 0;
});

/** Returns the entries recorded since the test began, oldest first. */
async function recorded() {
  const entries = await listActivity(dashboard.db, NOTHING, { zone: null, limit: 100 });
  return entries
    .filter(({ id }) => id > seen)
    .reverse()
    .map((entry) => [
      entry.actor,
      actionText(entry.action),
      entry.recordType && `${entry.recordType} ${entry.recordId}`,
      detailText(entry),
    ]);
}

const entry = (version: number): FollowUpEntry => ({
  containerId: "c-1",
  holdName: "customs",
  place: "port",
  version,
  contacted: "Pacific Brokers",
  promise: "released by noon",
  owner: "",
  nextCheckAt: null,
});
const plan = (version: number) => ({
  containerId: "c-1",
  version,
  pickup: { at: "2026-11-20T22:15:00.000Z", zone: "America/Los_Angeles" },
  delivery: null,
  deliveryPlace: "",
  emptyReturn: null,
  emptyReturnPlace: "",
  driver: "",
  note: "Ask for chassis 7",
});

describe("activity records of writes in Drayboard", () => {
  it("records beginning, continuing and closing a follow-up", async () => {
    await logFollowUp(testContext(dashboard.db, dashboard.ana), entry(0));
    await logFollowUp(testContext(dashboard.db, dashboard.ben), entry(1));
    await dropFollowUp(testContext(dashboard.db, dashboard.ana), { ...entry(2) });
    const text = "customs, contacted Pacific Brokers, “released by noon”";
    expect(await recorded()).toEqual([
      ["ana@example.com", "began a follow-up", "container c-1", text],
      ["ben@example.com", "added to a follow-up", "container c-1", text],
      ["ana@example.com", "closed a follow-up", "container c-1", "customs"],
    ]);
  });

  it("records plans, free-day terms of a line and gate hours of a terminal", async () => {
    await savePlannedMove(testContext(dashboard.db, dashboard.ana), plan(0));
    await setPerDiemTerms(testContext(dashboard.db, dashboard.ana), {
      scac: "MAEU",
      freeDays: 5,
      counts: "calendar",
      savedAt: "",
    });
    const [line] = await listPerDiemTerms(dashboard.db);
    await removePerDiemTerms(testContext(dashboard.db, dashboard.ben), {
      scac: "MAEU",
      savedAt: line?.savedAt ?? "",
    });
    const hours = [{ day: 1, from: "07:00", to: "16:30" }];
    await setTerminalHours(testContext(dashboard.db, dashboard.ana), {
      terminalId: "t-1",
      hours,
      savedAt: "",
    });
    expect(await recorded()).toEqual([
      ["ana@example.com", "saved a plan", "container c-1", "pickup 2026-11-20T22:15:00.000Z, note"],
      ["ana@example.com", "set free days", "line MAEU", "5 calendar days"],
      ["ben@example.com", "removed free days", "line MAEU", ""],
      ["ana@example.com", "set gate hours", "terminal t-1", ""],
    ]);
  });

  it("records a job start and one job stop", async () => {
    const id = await makeJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), {
      job: { kind: "refresh", input: {} },
      selection: { ids: ["c-1"] },
    });
    await cancelJob(testContext(dashboard.db, dashboard.ben), { jobId: id });
    await cancelJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    expect(await recorded()).toMatchObject([
      ["ana@example.com", "started a job", `job ${id}`, expect.stringMatching(/\(1\)$/)],
      ["ben@example.com", "stopped a job", `job ${id}`, ""],
    ]);
  });

  it("records changes to shared views, but not to private views", async () => {
    const requested = { name: "Mine", address: "queue=holds", shared: false };
    const own = await saveView(testContext(dashboard.db, dashboard.ana), requested);
    expect(await recorded()).toEqual([]);
    const shared = await changeView(testContext(dashboard.db, dashboard.ana), {
      id: own.id,
      version: own.version,
      change: { shared: true },
    });
    const renamed = await changeView(testContext(dashboard.db, dashboard.ana), {
      id: own.id,
      version: shared.version,
      change: { name: "Ours" },
    });
    await changeView(testContext(dashboard.db, dashboard.ana), {
      id: own.id,
      version: renamed.version,
      change: { shared: false },
    });
    const other = await saveView(testContext(dashboard.db, dashboard.ana), {
      ...requested,
      name: "All’s",
      shared: true,
    });
    await deleteView(testContext(dashboard.db, dashboard.ana), { id: other.id });
    await deleteView(testContext(dashboard.db, dashboard.ana), { id: own.id });
    expect((await recorded()).map(([, action, , name]) => [action, name])).toEqual([
      ["shared a view", "Mine"],
      ["changed a shared view", "Ours"],
      ["stopped sharing a view", "Ours"],
      ["shared a view", "All’s"],
      ["deleted a shared view", "All’s"],
    ]);
  });
});

it("records nothing for a rejected write", async () => {
  await expect(logFollowUp(testContext(dashboard.db, dashboard.ana), entry(9))).rejects.toThrow(
    /while you were editing|Another user|overwrite/,
  );
  await expect(savePlannedMove(testContext(dashboard.db, dashboard.ana), plan(9))).rejects.toThrow(
    /while you were editing|Another user|overwrite/,
  );
  await expect(
    removePerDiemTerms(testContext(dashboard.db, dashboard.ana), {
      scac: "MAEU",
      savedAt: "2026-01-01T00:00:00.000Z",
    }),
  ).rejects.toThrow();
  const nowhere = { terminalId: "t-9", hours: [], savedAt: "" };
  await expect(setTerminalHours(testContext(dashboard.db, dashboard.ana), nowhere)).rejects.toThrow();
  const requested = { kind: "assign_carrier", input: { partyId: "p-9" } } as const;
  await expect(
    makeJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), {
      job: requested,
      selection: { ids: ["c-1"] },
    }),
  ).rejects.toThrow();
  const view = await saveView(testContext(dashboard.db, dashboard.ana), {
    name: "Kept",
    address: "",
    shared: true,
  });
  await expect(deleteView(testContext(dashboard.db, dashboard.ben), { id: view.id })).rejects.toThrow(/Ana/);
  await expect(
    changeView(testContext(dashboard.db, dashboard.ana), { id: view.id, version: 9, change: { name: "x" } }),
  ).rejects.toThrow();
  expect((await recorded()).map(([, action]) => action)).toEqual(["shared a view"]);
});

describe("activity queries", () => {
  it("filters by actor, action, record and day, page by page", async () => {
    for (const version of [1, 2, 3])
      await savePlannedMove(testContext(dashboard.db, dashboard.ana), plan(version));
    const look = (change: object, limit = 100) =>
      listActivity(dashboard.db, { ...NOTHING, ...change }, { zone: "America/Chicago", limit });
    const [newest, next] = await look({}, 2);
    expect(newest).toMatchObject({
      action: "container.plan_saved",
      actor: "ana@example.com",
      recordType: "container",
    });
    expect((await look({ before: newest?.id }, 1))[0]).toEqual(next);
    expect(await look({ who: "nobody@example.com" })).toEqual([]);
    expect(new Set((await look({ act: "free_days.set" })).map(({ action }) => action))).toEqual(
      new Set(["free_days.set"]),
    );
    for (const { recordId } of await look({ record: { type: "container", id: "c-1" } }))
      expect(recordId).toBe("c-1");
    expect(await look({ record: { type: "container", id: "c-9" } })).toEqual([]);
    expect((await look({ record: { type: "job", id: null } })).every((one) => one.recordType === "job")).toBe(
      true,
    );
    expect(await look({ to: "2020-01-01" })).toEqual([]);
    expect(await look({ from: "2020-01-01", to: "2999-01-01" })).toEqual(await look({}));
    expect(await look({ who: "' or true --", act: "%" })).toEqual([]);
  });

  it("lists each actor and action once", async () => {
    const { actors, actions } = await listActivityChoices(dashboard.db);
    expect(actors).toEqual(["ana@example.com", "ben@example.com"]);
    expect(actions).toHaveLength(new Set(actions).size);
    expect(actions).toContain("follow_up.began");
  });
});
